// Runs a copy of the world until one waiting GPR starts, and finds what makes room for it.

import { indexOf } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';
import { BlindCopy, type Reach, type Spare, type Watch } from './copy.ts';
import { FreedGpus } from './freed-gpus.ts';
import type { Foreseen } from './freeing.ts';

export class TracedStart {
  readonly #row: number;
  readonly #spare: Spare;
  readonly #watch: Watch;
  readonly #freed: FreedGpus;
  /** undefined when the trace is complete or cancelled: its memory is returned to `spare`. */
  #copy: BlindCopy | undefined;

  /** @param row waits, in one of the pools of `reach` */
  constructor(world: World, reach: Reach, row: number, spare: Spare) {
    const copy = new BlindCopy(world, reach, spare.take());
    const { core } = copy.world;
    core.facts.muted = false;
    this.#row = row;
    this.#spare = spare;
    this.#watch = copy.watch([row]);
    this.#freed = new FreedGpus(core, row);
    this.#copy = copy;
  }

  /** Runs at most `instants` further. Returns whether the trace is complete. */
  run(instants: number): boolean {
    const copy = this.#copy;
    if (copy === undefined) return true;
    const { facts } = copy.world.core;
    for (let left = Math.min(instants, Number.MAX_SAFE_INTEGER); left > 0; left--) {
      const isDone = copy.run(this.#watch, 1);
      facts.drop();
      if (!isDone) continue;
      this.end();
      return true;
    }
    return false;
  }

  /** Gives back the memory; a trace that is not complete is lost. */
  end(): void {
    if (this.#copy === undefined) return;
    const { facts } = this.#copy.world.core;
    facts.muted = true;
    facts.followers.length = 0;
    this.#spare.give(this.#copy);
    this.#copy = undefined;
  }

  get foreseen(): Foreseen {
    const startMs = this.#watch.startAt[indexOf(this.#row)];
    return { startMs, freeings: this.#freed.freeings ?? [] };
  }
}
