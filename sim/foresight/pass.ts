// One pass over everybody who waits in some pools: the start of each, if nothing else happens.

import type { Core } from '../core.ts';
import type { Engine } from '../engine.ts';
import { blindCopy, engineOf, type Reach } from '../forecast.ts';
import { indexOf } from '../gpr.ts';
import { NEVER } from '../time.ts';

/** Made of the world as it is, and worked off on what it has kept of it: the world may go on meanwhile. */
export interface Pass {
  readonly isDone: boolean;
  /** Goes on with at most so many instants; true when it is done. */
  run(instants?: number): boolean;
  /** The next start of the GPR in a row: NEVER = none can be foreseen, −1 = before it starts, its placement moves elsewhere. */
  startOf(row: number): number;
}

/** The engine on a copy, which knows every rule. Without a reach, of all pools. */
export class EnginePass implements Pass {
  /** undefined when it is done: its memory is given back. */
  #engine: Engine | undefined;
  readonly #foreseen: Float64Array;

  constructor(core: Core, reach?: Reach) {
    const copy = blindCopy(core, reach);
    this.#engine = engineOf(copy);
    this.#foreseen = copy.foreseen!;
  }

  get isDone(): boolean {
    return this.#engine === undefined;
  }

  run(instants = Infinity): boolean {
    for (let left = instants; left > 0 && this.#engine !== undefined; left--) {
      const { core } = this.#engine;
      const at = core.isOpen ? core.now : core.nextAt();
      if (core.foreseenLeft === 0 || at === NEVER) this.#engine = undefined;
      else this.#engine.runTo(at);
    }
    return this.isDone;
  }

  startOf(row: number): number {
    return this.#foreseen[indexOf(row)];
  }
}
