// What is derived from all facts of a world, such as its history: it is built at the first answer from the facts of the file, and
// later follows the committed facts. All work is done in steps.

import { type FactRun, Seen, type Simulation } from '../../../../sim/index.ts';
import { sinceMonday } from '../../../wire/time/week.ts';
import type { FactTail } from '../../commits/fact-tail.ts';

/** Runs of facts read from the file in one step. */
const STEP_RUNS = 1;

interface Follower {
  /** Number of the last fact read. */
  readonly seq: number;
  /** It may leave facts for the next step: it then gets them again. */
  follow(run: FactRun): void;
  /** Reads what else follows the last fact. Returns whether all has been read. */
  rest?(): boolean;
}

export class Followed<T extends Follower> {
  readonly #tail: () => FactTail;
  readonly #begin: () => T;
  /** Commits the open turn. */
  readonly settle: () => void;
  #follower: T | undefined;
  /** The tail of the world that is followed: a reset, an import and a reload replace the tail. */
  #tailOfFollower: FactTail | undefined;

  /**
   * @param begin makes one that has read no facts, for the world of the present tail
   * @param settle commits the open turn; without it, the follower may be behind the simulation
   */
  constructor(tail: () => FactTail, begin: () => T, settle: () => void = () => {}) {
    this.#tail = tail;
    this.#begin = begin;
    this.settle = settle;
  }

  /** What it has read so far; undefined = it has not been wanted. */
  get follower(): T | undefined {
    return this.#follower;
  }

  /** Whether a follower is still that of the world. */
  isOf(follower: T): boolean {
    return this.#follower === follower && this.#tailOfFollower === this.#tail();
  }

  /** Reads all committed facts, in steps. */
  *reading(): Generator<void, T, unknown> {
    while (!this.#follow()) yield;
    return this.#follower!;
  }

  /** Reads further facts. Returns whether all that is committed has been read. */
  #follow(): boolean {
    this.settle();
    const tail = this.#tail();
    if (this.#tailOfFollower !== tail || this.#follower === undefined) {
      this.#tailOfFollower = tail;
      this.#follower = this.#begin();
    }
    const runs = tail.after(this.#follower.seq, STEP_RUNS);
    for (const run of runs) {
      this.#follower.follow(run);
      if (this.#follower.seq < run.firstSeq + run.count - 1) return false;
    }
    return runs.length === 0 && (this.#follower.rest?.() ?? true);
  }
}

/** What the facts of a world have shown. @param settle as in `Followed` */
export function followedSeen(
  simulation: () => Simulation,
  tail: () => FactTail,
  settle?: () => void,
): Followed<Seen> {
  return new Followed(tail, () => new Seen(sinceMonday(simulation().scenario.start)), settle);
}
