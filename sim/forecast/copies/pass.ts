// A pass: the starts of all waiting GPRs of some pools, if nothing else happens.

import { indexOf } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';
import { BlindCopy, type Reach, Spare, type Watch } from './copy.ts';

/** Reads the world when it is made, and runs later on the data it copied; the world may change in between. */
export interface Pass {
  readonly isDone: boolean;
  /** Runs at most `instants` further. Returns whether the pass is complete. */
  run(instants?: number): boolean;
  /** The next start of the GPR in a row. NEVER = none can be foreseen; −1 = its placement moves it before it starts. */
  startOf(row: number): number;
}

/** A pass by the engine on a copy of the world. It obeys every rule. Without `reach`, it covers all pools. */
export class EnginePass implements Pass {
  /** undefined when the pass is complete: its memory is returned to `spare`. */
  #copy: BlindCopy | undefined;
  readonly #reach: Reach | undefined;
  /** undefined before the first run: in a large world, this takes as long as the copy. */
  #watch: Watch | undefined;
  readonly #spare: Spare;

  /** @param spare provides the memory of the copy and gets it back */
  constructor(world: World, reach?: Reach, spare: Spare = new Spare()) {
    this.#copy = new BlindCopy(world, reach, spare.take());
    this.#reach = reach;
    this.#spare = spare;
  }

  get isDone(): boolean {
    return this.#copy === undefined;
  }

  run(instants = Infinity): boolean {
    if (this.#copy === undefined) return true;
    if (this.#watch === undefined) {
      this.#watch = this.#watchOf(this.#copy);
      if (instants !== Infinity) return false;
    }
    if (!this.#copy.run(this.#watch, instants)) return false;
    this.#spare.give(this.#copy);
    this.#copy = undefined;
    return true;
  }

  startOf(row: number): number {
    return this.#watch!.startAt[indexOf(row)];
  }

  #watchOf(copy: BlindCopy): Watch {
    const reach = this.#reach;
    const { gprs } = copy.world.core;
    return copy.watch(gprs.queued().filter((row) => reach?.[gprs.pool[row]] !== 0));
  }
}
