// What is foreseen of a world: one pass serves all estimates, promises and prospects until a surprise.

import type { CreateGpr } from '../commands.ts';
import type { Core } from '../core.ts';
import type { Candidate } from '../request.ts';
import { Inquiry } from './inquiry.ts';
import { EnginePass, type Pass } from './pass.ts';
import { Projection } from './projection.ts';
import { WhatIf } from './what-if.ts';

export class Foresight {
  readonly #core: Core;
  /** null = there can be none. */
  #projection: Projection | null | undefined;
  #whatIf: WhatIf | undefined;
  #enginePass: EnginePass | undefined;
  #surprises = -1;

  constructor(core: Core) {
    this.#core = core;
  }

  /** The pass that holds now. Whoever needs it done goes on with it; all who ask meanwhile share it. */
  pass(): Pass {
    const projection = this.#projected();
    if (projection !== null) return projection;
    this.#enginePass ??= new EnginePass(this.#core);
    return this.#enginePass;
  }

  /** As `pass`, done. */
  known(): Pass {
    const pass = this.pass();
    pass.run();
    return pass;
  }

  /** Asks for the starts of a request in its candidates, which may be found out in slices. */
  ask(workspace: number, request: CreateGpr, candidates: readonly Candidate[], firstOnly = false): Inquiry {
    const asked = { workspace, request, candidates, firstOnly };
    const projection = request.enableEviction === true ? null : this.#projected();
    if (projection === null) return new Inquiry(this.#core, undefined, asked);
    this.#whatIf ??= new WhatIf(projection);
    return new Inquiry(this.#core, this.#whatIf, asked);
  }

  #projected(): Projection | null {
    this.#forgetWhatIsOver();
    if (this.#projection === undefined) this.#projection = Projection.of(this.#core) ?? null;
    return this.#projection;
  }

  #forgetWhatIsOver(): void {
    if (this.#surprises === this.#core.surprises) return;
    this.#surprises = this.#core.surprises;
    this.#projection = undefined;
    this.#whatIf = undefined;
    this.#enginePass = undefined;
  }
}
