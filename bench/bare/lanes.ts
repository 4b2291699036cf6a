// The heads of all pools. A pool has a lane for each demand, or one for all where a blocked head blocks them all; a lane
// knows the rank of its first head, so that the first of a pool is found without a look at the GPRs.

import { Heads } from './heads.ts';
import { rankOf } from './record.ts';
import type { BareRules } from './rules.ts';

/** No rank. */
const NOBODY = -1;

export class Lanes {
  readonly #lanes: number;
  /** pool × lanes + lane → its heads, and the rank of the first, Infinity if there is none. */
  readonly #heads: Heads[];
  readonly #firstRanks: Float64Array;
  /** The service of its pool for whose rest a lane is out, and how many services there were. */
  readonly #closedIn: Int32Array;
  #services = 0;
  /** Rank of a first head that found too few victims; −1 if there is none, or if it may find more by now. */
  readonly #refused: Float64Array;

  constructor({ poolNodes, lanes }: BareRules) {
    const count = poolNodes.length * lanes;
    this.#lanes = lanes;
    this.#heads = Array.from({ length: count }, () => new Heads());
    this.#firstRanks = new Float64Array(count).fill(Infinity);
    this.#closedIn = new Int32Array(count);
    this.#refused = new Float64Array(count).fill(NOBODY);
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

  /** The open lane of a pool whose first head ranks first, −1 if there is none. */
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

  /** The first head of a lane found too few victims, which needs no second look as long as `isRefused`. */
  refuse(lane: number): void {
    this.#refused[lane] = this.#firstRanks[lane];
  }

  isRefused(lane: number): boolean {
    return this.#refused[lane] === this.#firstRanks[lane];
  }

  /**
   * A GPR of this priority has gone: more of the pool comes within the reach of heads of its priority or a lower one.
   * What those above it could evict was within theirs before.
   */
  reconsider(pool: number, priority: number): void {
    const refused = this.#refused;
    const end = (pool + 1) * this.#lanes;
    const least = rankOf(priority, 0);
    for (let lane = pool * this.#lanes; lane < end; lane++)
      if (refused[lane] >= least) refused[lane] = NOBODY;
  }
}
