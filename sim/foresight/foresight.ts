// What is foreseen of a world: one pass serves all estimates, promises and prospects until a surprise.

import type { CreateGpr } from '../commands.ts';
import type { Core } from '../core.ts';
import type { Candidate } from '../request.ts';
import { Inquiry } from './inquiry.ts';
import { EnginePass, type Pass } from './pass.ts';
import { canProject, Projection } from './projection.ts';
import { WhatIf } from './what-if.ts';

export class Foresight {
  readonly #core: Core;
  #projection: Projection | undefined;
  #whatIf: WhatIf | undefined;
  #enginePass: EnginePass | undefined;
  #surprises = -1;

  constructor(core: Core) {
    this.#core = core;
  }

  /** The pass that holds now. Whoever needs it done goes on with it; all who ask meanwhile share it. */
  pass(): Pass {
    this.#forgetWhatIsOver();
    if (this.#projected() !== undefined) return this.#projection!;
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
    this.#forgetWhatIsOver();
    const asked = { workspace, request, candidates, firstOnly };
    if (request.enableEviction === true || this.#projected() === undefined) {
      return new Inquiry(this.#core, undefined, asked);
    }
    this.#whatIf ??= new WhatIf(this.#projection!);
    return new Inquiry(this.#core, this.#whatIf, asked);
  }

  #projected(): Projection | undefined {
    if (this.#projection === undefined && canProject(this.#core))
      this.#projection = new Projection(this.#core);
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
