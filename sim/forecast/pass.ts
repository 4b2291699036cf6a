// One pass over everybody who waits in some pools: the start of each, if nothing else happens.

import { State } from '../facts/numbered.ts';
import { indexOf, ROW } from '../tables/gpr.ts';
import type { World } from '../world.ts';
import { BlindCopy, type Reach, Spare, type Watch } from './copy.ts';

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
  #copy: BlindCopy | undefined;
  readonly #watch: Watch;
  readonly #spare: Spare;

  /** @param spare whose memory is used, and which gets it back */
  constructor(world: World, reach?: Reach, spare: Spare = new Spare()) {
    const copy = new BlindCopy(world, reach, spare.take());
    const { gprs } = copy.world.core;
    const rows: number[] = [];
    for (let row = 0; row < gprs.used; row += ROW) {
      if (gprs.state[row] !== State.queued) continue;
      if (reach === undefined || reach[gprs.pool[row]] !== 0) rows.push(row);
    }
    this.#watch = copy.watch(rows);
    this.#copy = copy;
    this.#spare = spare;
  }

  get isDone(): boolean {
    return this.#copy === undefined;
  }

  run(instants = Infinity): boolean {
    if (this.#copy?.run(this.#watch, instants)) {
      this.#spare.give(this.#copy);
      this.#copy = undefined;
    }
    return this.isDone;
  }

  startOf(row: number): number {
    return this.#watch.startAt[indexOf(row)];
  }
}
