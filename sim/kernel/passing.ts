// Step 5 of the cycle behind a blocked head with a reservation: which heads pass it. They are tried in order, each once. Between two
// starts, whether a GPR leaves room for the blocked head depends only on its demand, unless the placement draws: one test for a lane
// then states whether its next head may start, or only the next that ends early enough.

import { NONE } from '../tables/gprs/gpr-table.ts';
import type { Pool } from '../tables/pools/pool.ts';
import type { SortedHeads } from '../tables/pools/sorted-heads.ts';
import { type ChosenSlots, chooseSlots } from './chosen-slots.ts';
import type { Core } from './core.ts';
import { start } from './gprs/lifecycle.ts';
import type { Reservation } from './queue/queue-policy.ts';

/** Of `OpenLane.longestMs`: its next head is not known. */
const UNKNOWN = -Infinity;

/** A lane with room, and its next head that may start. */
interface OpenLane {
  lane: number;
  demand: number;
  /** NONE: none of its heads may start. */
  row: number;
  score: number;
  /** The longest exit duration of a head that may start on any nodes; or `UNKNOWN`. */
  longestMs: number;
}

/** The passing of blocked heads in one world. Cycles reuse it, so that it holds no state between them. */
export class Passing {
  readonly #core: Core;
  readonly #slots: ChosenSlots;
  #pool!: Pool;
  #reservation!: Reservation;
  /** Heads up to this score and rank have been tried. */
  #afterScore = 0;
  #afterRank = 0;
  /** The first `#count` are lanes of this cycle. */
  readonly #open: OpenLane[] = [];
  #count = 0;
  /** The demand for which the slots are chosen, NONE = none. */
  #chosen: number = NONE;

  constructor(core: Core, slots: ChosenSlots) {
    this.#core = core;
    this.#slots = slots;
  }

  /** Starts the heads of a pool that may pass the blocked one. Returns whether there were any. */
  pass(pool: Pool, reservation: Reservation): boolean {
    const { gprs, demands } = this.#core;
    this.#pool = pool;
    this.#openLanes();
    if (this.#count === 0) return false;
    this.#reservation = reservation;
    this.#afterScore = -Infinity;
    this.#afterRank = -Infinity;
    this.#chosen = NONE;
    for (let hasPassed = false; ; hasPassed = true) {
      const best = this.#findBest();
      if (best === undefined) return hasPassed;
      const { row, demand } = best;
      const slots =
        this.#chosen === demand ? this.#slots.slots : chooseSlots(this.#core, pool, row, this.#slots);
      if (gprs.exitLeftMs[row] > reservation.longestMs) reservation.take(demand, slots);
      this.#afterScore = best.score;
      this.#afterRank = gprs.rank[row];
      this.#chosen = NONE;
      best.longestMs = UNKNOWN;
      start(this.#core, row, slots, demands.nodes[demand]);
    }
  }

  /** Whether a lane still has room for its heads. */
  get hasOpen(): boolean {
    return this.#count > 0;
  }

  /** What the heads of a lane are sorted by. */
  readonly #keyOf = (row: number): number => {
    const { gprs, orders } = this.#core;
    return orders.behindChanges ? gprs.workspace[row] : orders.scoreBehind(row);
  };

  #openLanes(): void {
    const { heads, capacity } = this.#pool;
    const open = this.#open;
    let count = 0;
    for (const lane of heads.occupied) {
      const demand = heads.laneDemand[lane];
      if (!capacity.fits(demand)) continue;
      if (count === open.length) open.push({ lane, demand, row: NONE, score: 0, longestMs: UNKNOWN });
      const one = open[count++];
      one.lane = lane;
      one.demand = demand;
      one.longestMs = UNKNOWN;
    }
    this.#count = count;
  }

  /** Closes the lanes without room. Returns the lane whose next head goes first, undefined if no head may start. */
  #findBest(): OpenLane | undefined {
    const open = this.#open;
    const { rank } = this.#core.gprs;
    let best: OpenLane | undefined;
    for (let i = 0; i < this.#count; i++) {
      const one = open[i];
      // Within a cycle, room only becomes less.
      if (!this.#pool.capacity.fits(one.demand)) {
        const last = --this.#count;
        open[i--] = open[last];
        open[last] = one;
        continue;
      }
      this.#find(one);
      if (one.row !== NONE && (best === undefined || isBefore(one, best, rank))) best = one;
    }
    return best;
  }

  /** Finds the next head of a lane that may start. */
  #find(one: OpenLane): void {
    const { draws } = this.#pool.capacity;
    const leavesRoom = this.#leavesRoom(one.demand, draws);
    const longestMs = leavesRoom === true ? Infinity : this.#reservation.longestMs;
    // The next head is behind the one that started.
    if (longestMs === one.longestMs && leavesRoom !== null) return;
    one.longestMs = leavesRoom === null ? UNKNOWN : longestMs;
    const accepts = leavesRoom === null ? this.#drawsRoom : null;
    const sorted = this.#pool.heads.sorted(one.lane, this.#keyOf, this.#core.gprs);
    if (sorted === null) this.#scan(one, longestMs, accepts);
    else this.#findSorted(one, sorted, longestMs, accepts);
  }

  /** Whether a head with this demand leaves room for the blocked one; null = it depends on what it draws. */
  #leavesRoom(demand: number, draws: boolean): boolean | null {
    const { longestMs } = this.#reservation;
    if (longestMs === Infinity) return true;
    if (draws) return this.#reservation.leavesRoomWherever?.(demand) ?? null;
    const slots = this.#slots.of(this.#core.demands.nodes[demand]);
    this.#pool.capacity.choose(demand, slots, 0);
    this.#chosen = demand;
    return this.#reservation.leavesRoom(demand, slots);
  }

  /** Whether a head leaves room for the blocked one on the nodes that it draws. */
  readonly #drawsRoom = (row: number): boolean =>
    this.#reservation.leavesRoom(
      this.#core.gprs.demand[row],
      chooseSlots(this.#core, this.#pool, row, this.#slots),
    );

  #findSorted(
    one: OpenLane,
    sorted: SortedHeads,
    longestMs: number,
    accepts: ((row: number) => boolean) | null,
  ): void {
    const { orders } = this.#core;
    one.row = orders.behindChanges
      ? sorted.firstByScore(this.#afterScore, this.#afterRank, longestMs, accepts, orders)
      : sorted.first(this.#afterScore, this.#afterRank, longestMs, accepts);
    if (one.row !== NONE) one.score = orders.scoreBehind(one.row);
  }

  #scan(one: OpenLane, longestMs: number, accepts: ((row: number) => boolean) | null): void {
    const { gprs, orders } = this.#core;
    const { rank, exitLeftMs } = gprs;
    const afterScore = this.#afterScore;
    const afterRank = this.#afterRank;
    const { rows, scores, size } = this.#pool.heads.lanes[one.lane];
    one.row = NONE;
    for (let at = 0; at < size; at++) {
      const row = rows[at];
      if (accepts === null && exitLeftMs[row] > longestMs) continue;
      const score = orders.differsBehind ? orders.scoreBehind(row) : scores[at];
      if (score < afterScore || (score === afterScore && rank[row] <= afterRank)) continue;
      if (one.row !== NONE && (score > one.score || (score === one.score && rank[row] > rank[one.row])))
        continue;
      if (exitLeftMs[row] > longestMs && !accepts!(row)) continue;
      one.row = row;
      one.score = score;
    }
  }
}

function isBefore(one: OpenLane, other: OpenLane, rank: Float64Array): boolean {
  return one.score === other.score ? rank[one.row] < rank[other.row] : one.score < other.score;
}
