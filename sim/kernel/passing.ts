// Step 5 of the cycle behind a blocked head with a reservation: which heads pass it. They are tried in order, each once. Between two
// starts, whether a GPR leaves room for the blocked head depends only on its demand, unless the placement draws: one test for a lane
// then states whether its next head may start, or only the next that ends early enough.

import { NONE } from '../tables/gprs/gpr-table.ts';
import type { Pool } from '../tables/pools/pool.ts';
import type { Core } from './core.ts';
import { type CycleMemory, chooseSlots } from './cycle-memory.ts';
import { start } from './gprs/lifecycle.ts';
import type { Reservation } from './queue/queue-policy.ts';

/** Of `OpenLane.longestMs`: its next head is not known. */
const UNKNOWN = -Infinity;

/** A lane with room, and its next head that may start. */
interface OpenLane {
  readonly lane: number;
  readonly demand: number;
  /** NONE: none of its heads may start. */
  row: number;
  score: number;
  /** The longest exit duration of a head that may start on any nodes; or `UNKNOWN`. */
  longestMs: number;
}

/** Starts the heads of a pool that may pass the blocked one. Returns whether there were any. */
export function passBlocked(core: Core, pool: Pool, reservation: Reservation, memory: CycleMemory): boolean {
  const { gprs, demands } = core;
  const { heads, capacity } = pool;
  const open: OpenLane[] = [];
  for (const lane of heads.occupied) {
    const demand = heads.laneDemand[lane];
    if (capacity.fits(demand)) open.push({ lane, demand, row: NONE, score: 0, longestMs: UNKNOWN });
  }
  if (open.length === 0) return false;
  const search = new Search(core, pool, reservation, memory);
  for (let hasPassed = false; ; hasPassed = true) {
    let best: OpenLane | undefined;
    for (let i = 0; i < open.length; i++) {
      const one = open[i];
      // Within a cycle, room only becomes less.
      if (!capacity.fits(one.demand)) {
        open[i--] = open[open.length - 1];
        open.pop();
        continue;
      }
      search.find(one);
      if (one.row !== NONE && (best === undefined || isBefore(one, best, gprs.rank))) best = one;
    }
    if (best === undefined) return hasPassed;
    const { row, demand } = best;
    const slots = chooseSlots(core, pool, row, memory);
    if (gprs.exitLeftMs[row] > reservation.longestMs) reservation.take(demand, slots);
    search.afterScore = best.score;
    search.afterRank = gprs.rank[row];
    best.longestMs = UNKNOWN;
    start(core, row, slots, demands.nodes[demand]);
  }
}

function isBefore(one: OpenLane, other: OpenLane, rank: Float64Array): boolean {
  return one.score === other.score ? rank[one.row] < rank[other.row] : one.score < other.score;
}

/** Finds the next head of a lane that may start. */
class Search {
  /** Heads up to this score and rank have been tried. */
  afterScore = -Infinity;
  afterRank = -Infinity;
  readonly #core: Core;
  readonly #pool: Pool;
  readonly #reservation: Reservation;
  readonly #memory: CycleMemory;
  /** Whether the pool keeps its lanes sorted; otherwise a search visits all heads of a lane. */
  readonly #isSorted: boolean;

  constructor(core: Core, pool: Pool, reservation: Reservation, memory: CycleMemory) {
    this.#core = core;
    this.#pool = pool;
    this.#reservation = reservation;
    this.#memory = memory;
    const { orders, gprs } = core;
    this.#isSorted = !orders.behindChanges && pool.heads.sort((row) => orders.scoreBehind(row), gprs);
  }

  find(one: OpenLane): void {
    const { draws } = this.#pool.capacity;
    const leavesRoom = this.#leavesRoom(one.demand, draws);
    const longestMs = leavesRoom === true ? Infinity : this.#reservation.longestMs;
    // The next head is behind the one that started.
    if (longestMs === one.longestMs && leavesRoom !== null) return;
    one.longestMs = leavesRoom === null ? UNKNOWN : longestMs;
    const accepts = leavesRoom === null ? this.#drawsRoom : null;
    if (this.#isSorted) this.#findSorted(one, longestMs, accepts);
    else this.#scan(one, longestMs, accepts);
  }

  /** Whether a head with this demand leaves room for the blocked one; null = it depends on what it draws. */
  #leavesRoom(demand: number, draws: boolean): boolean | null {
    const { longestMs } = this.#reservation;
    if (longestMs === Infinity) return true;
    if (draws) return this.#reservation.leavesRoomWherever?.(demand) ?? null;
    const slots = this.#memory.slotsFor(this.#core.demands.nodes[demand]);
    this.#pool.capacity.choose(demand, slots, 0);
    return this.#reservation.leavesRoom(demand, slots);
  }

  /** Whether a head leaves room for the blocked one on the nodes that it draws. */
  readonly #drawsRoom = (row: number): boolean =>
    this.#reservation.leavesRoom(
      this.#core.gprs.demand[row],
      chooseSlots(this.#core, this.#pool, row, this.#memory),
    );

  #findSorted(one: OpenLane, longestMs: number, accepts: ((row: number) => boolean) | null): void {
    const { gprs, orders } = this.#core;
    const lane = this.#pool.heads.sortedOf(one.lane);
    one.row = lane.first(this.afterScore, this.afterRank, longestMs, accepts, gprs);
    if (one.row !== NONE) one.score = orders.scoreBehind(one.row);
  }

  #scan(one: OpenLane, longestMs: number, accepts: ((row: number) => boolean) | null): void {
    const { gprs, orders } = this.#core;
    const { rank, exitLeftMs } = gprs;
    const { afterScore, afterRank } = this;
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
