// The plans of one pool: for each waiting GPR, the instant at which it is to start. A plan is in the row of its GPR; all else
// here follows from the rows, so that a copy of the world rebuilds it.

import { Field, type GprTable, NONE, Real } from '../../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../../tables/pools/node-table.ts';
import { type Pool, Replan } from '../../../tables/pools/pool.ts';
import { plannedEnd } from '../../gprs/planned-end.ts';
import type { WorldTables } from '../world-tables.ts';
import { Profile } from './profile.ts';

/** In `plannedAt`: the GPR has no plan yet. */
const UNPLANNED = -1;

/** How many waiting GPRs of a pool get plans: the first by rank. Without a bound, one cycle could move any number of plans. */
export const PLANNED_MAX = 5000;

export class PoolPlan {
  /** The first planned start; Infinity = none. Valid after `settle`. */
  nextAt = Infinity;
  readonly #tables: WorldTables;
  readonly #pool: Pool;
  /** The waiting heads by rank. */
  readonly #rows: number[];
  /** Those without a plan. */
  #unplanned = 0;
  readonly #profile = new Profile();
  /** Whether no GPR could start earlier when plans were last made: an end that frees nothing then changes no plan. */
  #isTight = false;

  constructor(tables: WorldTables, pool: Pool) {
    this.#tables = tables;
    this.#pool = pool;
    this.#rows = waitingOf(pool, tables.gprs);
    this.#build();
  }

  arrived(row: number): void {
    const { gprs } = this.#tables;
    gprs.plannedAt[row] = UNPLANNED;
    this.#rows.splice(this.#placeOf(row), 0, row);
    this.#unplanned++;
  }

  /** A GPR leaves the queue. Returns false for one that starts: it left with `takeDue`. */
  left(row: number): boolean {
    const place = this.#placeOf(row);
    if (this.#rows[place] !== row) return false;
    this.#rows.splice(place, 1);
    if (this.#tables.gprs.plannedAt[row] === UNPLANNED) this.#unplanned--;
    else {
      this.#hold(row, -1);
      this.#isTight = false;
    }
    return true;
  }

  /** A GPR ended now, and would have held its GPUs until its planned end. */
  ended(plannedEndMs: number, gpus: number): void {
    const { now } = this.#tables;
    if (plannedEndMs <= now) return;
    this.#profile.add(now, plannedEndMs, gpus);
    this.#isTight = false;
  }

  /** Makes the plans that the pool needs (`Pool.replan`). */
  settle(): void {
    const pool = this.#pool;
    if (pool.replan === Replan.all) this.#planAll();
    else if (pool.replan === Replan.earlier && !this.#isTight) this.#moveEarlier();
    pool.replan = Replan.none;
    if (this.#unplanned > 0) this.#planNew();
  }

  /** Removes and returns the waiting GPRs that are to start now, by rank. */
  takeDue(): number[] {
    const { gprs, now } = this.#tables;
    if (this.nextAt > now) return [];
    const rows = this.#rows;
    const due: number[] = [];
    let nextAt = Infinity;
    let kept = 0;
    for (const row of rows) {
      const atMs = gprs.plannedAt[row];
      if (atMs <= now && atMs !== UNPLANNED) due.push(row);
      else {
        rows[kept++] = row;
        if (atMs < nextAt && atMs !== UNPLANNED) nextAt = atMs;
      }
    }
    rows.length = kept;
    this.nextAt = nextAt;
    return due;
  }

  /** Puts a GPR back that is to start now, but does not fit in this round. */
  defer(row: number): void {
    this.#rows.splice(this.#placeOf(row), 0, row);
    this.nextAt = this.#tables.now;
  }

  /** The plans of the pool's GPRs: their rows, by rank. */
  get rows(): readonly number[] {
    return this.#rows;
  }

  /** When a waiting GPR is to start, Infinity = never; undefined if a later cycle plans it. */
  plannedAt(row: number): number | undefined {
    const { gprs } = this.#tables;
    const atMs = gprs.plannedAt[row];
    const isPlanned = gprs.headAt[row] !== NONE && atMs !== UNPLANNED && this.#pool.replan !== Replan.all;
    return isPlanned ? atMs : undefined;
  }

  /** The GPR whose planned start comes first of those that a waiting GPR would delay if it started now; NONE without one. */
  delayedBy(row: number): number {
    if (this.#pool.replan === Replan.all) return NONE;
    const { gprs, now } = this.#tables;
    const isPlanned = this.plannedAt(row) !== undefined;
    if (isPlanned) this.#hold(row, -1);
    const atMs = this.#profile.firstShortage(now, now + this.#durationOf(row), this.#needOf(row));
    if (isPlanned) this.#hold(row, 1);
    return this.#rows.find((other) => other !== row && gprs.plannedAt[other] === atMs) ?? NONE;
  }

  /** Takes each GPR that waits out of the profile, by rank, and puts it in its earliest hole. */
  #moveEarlier(): void {
    const { gprs, now } = this.#tables;
    const rows = this.#rows;
    this.#isTight = rows.length <= PLANNED_MAX;
    this.nextAt = Infinity;
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place];
      const before = gprs.plannedAt[row];
      if (place < PLANNED_MAX && before > now) {
        this.#hold(row, -1);
        this.#plan(row);
        const after = gprs.plannedAt[row];
        if (after > before) throw new Error(`the plan of row ${row} moves from ${before} to ${after}`);
        if (after < before) this.#isTight = false;
      }
      if (before !== UNPLANNED) this.nextAt = Math.min(this.nextAt, gprs.plannedAt[row]);
    }
  }

  #planNew(): void {
    const { gprs } = this.#tables;
    const rows = this.#rows;
    const end = Math.min(rows.length, PLANNED_MAX);
    for (let place = 0; place < end && this.#unplanned > 0; place++) {
      const row = rows[place];
      if (gprs.plannedAt[row] !== UNPLANNED) continue;
      this.#unplanned--;
      this.#plan(row);
      this.nextAt = Math.min(this.nextAt, gprs.plannedAt[row]);
    }
  }

  /** Makes all plans anew, without regard to those before. */
  #planAll(): void {
    const { gprs } = this.#tables;
    for (const row of this.#rows) gprs.plannedAt[row] = UNPLANNED;
    this.#unplanned = this.#rows.length;
    this.#fill();
    this.#planNew();
    this.#isTight = false;
  }

  #plan(row: number): void {
    const { gprs, now } = this.#tables;
    const atMs = this.#profile.earliest(now, this.#durationOf(row), this.#needOf(row));
    gprs.plannedAt[row] = atMs;
    this.#hold(row, 1);
  }

  /** Takes the GPUs of a planned GPR out of the profile (1), or puts them back (−1). */
  #hold(row: number, sign: 1 | -1): void {
    const atMs = this.#tables.gprs.plannedAt[row];
    if (atMs === Infinity) return;
    this.#profile.add(atMs, atMs + this.#durationOf(row), -sign * this.#needOf(row));
  }

  /** At least 1 ms: the machine can fail at the end of an exit duration, and the GPR then needs its GPUs with no time left. */
  #durationOf(row: number): number {
    const { gprs, rules } = this.#tables;
    return Math.max(1, rules.provisioningDelayMs + gprs.reals[row + Real.exitLeftMs]);
  }

  /** The GPUs that a GPR needs; Infinity if it never fits. */
  #needOf(row: number): number {
    const { gprs, demands } = this.#tables;
    const demand = gprs.ints[row + Field.demand];
    const isOneNode = demands.nodes[demand] === 1 && (demands.classes[demand] & 1) !== 0;
    return isOneNode ? this.#pool.capacity.need(demand, 0) : Infinity;
  }

  /** The index of a row among the rows, or where it would be. */
  #placeOf(row: number): number {
    const { reals } = this.#tables.gprs;
    const rows = this.#rows;
    const rank = reals[row + Real.rank];
    let place = rows.length;
    while (place > 0 && reals[rows[place - 1] + Real.rank] >= rank) place--;
    return place;
  }

  #build(): void {
    const { gprs } = this.#tables;
    const isValid = this.#pool.replan !== Replan.all;
    this.#fill();
    for (const row of this.#rows) {
      if (!isValid || gprs.plannedAt[row] === UNPLANNED) this.#unplanned++;
      else {
        this.#hold(row, 1);
        this.nextAt = Math.min(this.nextAt, gprs.plannedAt[row]);
      }
    }
  }

  /** Fills the profile with what running GPRs leave free. */
  #fill(): void {
    const { gprs, rules, now, nodes } = this.#tables;
    const { capacity } = this.#pool;
    const profile = this.#profile;
    const all = capacity.gpuCounts[0];
    this.nextAt = Infinity;
    if (capacity.up === 1) profile.reset(now, all);
    else {
      profile.reset(now, 0);
      const node = capacity.nodeCount === 0 ? NONE : capacity.nodeAt(0);
      const isToReturn = node !== NONE && nodes.state[node] === NodeState.down && nodes.repairAt[node] >= 0;
      if (isToReturn) profile.add(Math.max(now, nodes.repairAt[node]), Infinity, all);
    }
    this.#pool.eachRunning(gprs, (row) => {
      profile.add(now, plannedEnd(gprs, rules, row), -gprs.gpusHeld[row]);
    });
  }
}

/** The heads of a pool, by rank. */
function waitingOf({ heads }: Pool, { rank }: GprTable): number[] {
  const rows: number[] = [];
  for (const { rows: heap, size } of heads.lanes) for (let i = 0; i < size; i++) rows.push(heap[i]);
  return rows.sort((a, b) => rank[a] - rank[b]);
}
