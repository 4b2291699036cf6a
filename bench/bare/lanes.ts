// The heads of all pools. A pool has a lane for each demand, or a single lane if a blocked head blocks all others (strict).
// Each lane keeps the rank of its first head, so that finding the first head of a pool does not read GPRs.

import { Heads } from './heads.ts';
import { rankOf } from './record.ts';
import type { BareRules } from './rules.ts';

const NO_RANK = -1;

export class Lanes {
  readonly #lanes: number;
  /** By pool × lanes + lane: the heads, and the rank of the first, Infinity if there is none. */
  readonly #heads: Heads[];
  readonly #firstRanks: Float64Array;
  /** By lane: number of the service of its pool in which it is closed. `#services` is the number of the current one. */
  readonly #closedIn: Int32Array;
  #services = 0;
  /** By lane: rank of the first head if it found too few victims and cannot find more now; otherwise −1. */
  readonly #refused: Float64Array;

  constructor({ poolNodes, lanes }: BareRules) {
    const count = poolNodes.length * lanes;
    this.#lanes = lanes;
    this.#heads = Array.from({ length: count }, () => new Heads());
    this.#firstRanks = new Float64Array(count).fill(Infinity);
    this.#closedIn = new Int32Array(count);
    this.#refused = new Float64Array(count).fill(NO_RANK);
  }

  push(pool: number, laneOfPool: number, gpr: number, rank: number): void {
    const lane = pool * this.#lanes + laneOfPool;
    this.#heads[lane].push(gpr, rank);
    if (rank < this.#firstRanks[lane]) this.#firstRanks[lane] = rank;
  }

  pop(lane: number): void {
    this.#firstRanks[lane] = this.#heads[lane].pop();
  }

  gpr(lane: number): number {
    return this.#heads[lane].gprs[0];
  }

  rank(lane: number): number {
    return this.#firstRanks[lane];
  }

  openAll(): void {
    this.#services++;
  }

  close(lane: number): void {
    this.#closedIn[lane] = this.#services;
  }

  /** Returns the open lane of a pool with the lowest rank; −1 if there is none. */
  first(pool: number): number {
    const ranks = this.#firstRanks;
    const end = (pool + 1) * this.#lanes;
    let first = -1;
    let least = Infinity;
    for (let lane = pool * this.#lanes; lane < end; lane++) {
      if (ranks[lane] >= least || this.#closedIn[lane] === this.#services) continue;
      least = ranks[lane];
      first = lane;
    }
    return first;
  }

  /** Records that the first head of a lane found too few victims; while `isRefused`, do not search again. */
  refuse(lane: number): void {
    this.#refused[lane] = this.#firstRanks[lane];
  }

  isRefused(lane: number): boolean {
    return this.#refused[lane] === this.#firstRanks[lane];
  }

  /**
   * Clears refusals after a GPR of this priority released its nodes. Heads of higher priority stay refused, because they
   * could already have evicted that GPR.
   */
  reconsider(pool: number, priority: number): void {
    const refused = this.#refused;
    const end = (pool + 1) * this.#lanes;
    const least = rankOf(priority, 0);
    for (let lane = pool * this.#lanes; lane < end; lane++)
      if (refused[lane] >= least) refused[lane] = NO_RANK;
  }
}
