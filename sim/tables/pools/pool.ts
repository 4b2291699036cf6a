// A pool: nodes that serve the same requests, the heads that wait for these nodes, and the provisioned GPRs by priority.

import { copyFields } from '../../base/collections/saved-fields.ts';
import type { Capacity, Demands } from '../../capacity/capacity.ts';
import type { Totals } from '../../capacity/capacity-totals.ts';
import { PRIORITY_MAX } from '../../language/limits.ts';
import { Field, type GprTable, NONE, Real } from '../gprs/gpr-table.ts';
import type { ChangedPools } from './changed-pools.ts';
import { PlannedEnds } from './planned-ends.ts';
import { HeadQueue } from './pool-heads.ts';

/** Index → what was recorded of a blocked head. */
export const Blocked = {
  /** −1 = none. */
  uid: 0,
  step: 1,
  room: 2,
  victims: 3,
} as const;

/** Values of `Pool.replan`: what plans of starts need before the next start. */
export const Replan = {
  none: 0,
  /** A GPR ended or left the queue: others may start earlier. */
  earlier: 1,
  /** The plans are not valid. */
  all: 2,
} as const;

export class Pool {
  readonly index: number;
  readonly cluster: number;
  /** Instance types (indexes into the scenario's list), one per class. */
  readonly classes: number[];
  /** Nodes of each class, up or down. */
  readonly nodeCounts: Int32Array;

  capacity: Capacity;
  /** Whether its GPRs have shapes: facts then contain them, and which GPUs a GPR gets. */
  readonly hasShares: boolean;
  heads: HeadQueue = new HeadQueue();
  /** Score and rank of the blocked head, Infinity = none. Heads behind it are not tried until the pool changes. */
  barScore = Infinity;
  barRank = Infinity;
  /** Whether a new head behind it is tried if it fits. */
  barLetsFitting = false;

  /** Priority → its provisioned GPRs, a linked list by start, then creation. */
  firstRunning: Int32Array = new Int32Array(PRIORITY_MAX + 1).fill(NONE);
  lastRunning: Int32Array = new Int32Array(PRIORITY_MAX + 1).fill(NONE);
  lastStartAt = -Infinity;
  /** Bit p: a GPR of priority p is provisioned. */
  runningBits: Int32Array = new Int32Array((PRIORITY_MAX >> 5) + 1);
  /** Filled only if the queue policy or the engine reads it (`Core.keepsEnds`). */
  readonly ends: PlannedEnds = new PlannedEnds();

  /** The last recorded blocked head (step 7 of the cycle), by `Blocked`. */
  blocked: Float64Array = Float64Array.of(-1, 0, 0, 0);

  /** Of `Replan`; only for a queue policy that plans starts. */
  replan: number = Replan.none;

  /** In a cycle: a head without others, which is in no lane until the pool is served. NONE between cycles. */
  #lone: number = NONE;
  #loneScore = 0;

  /** Pools whose heads or room have changed since the last cycle. Shared by all pools. */
  readonly #changed: ChangedPools;

  constructor(
    index: number,
    cluster: number,
    classes: readonly number[],
    capacity: Capacity,
    changed: ChangedPools,
    hasShares = false,
  ) {
    this.#changed = changed;
    this.index = index;
    this.cluster = cluster;
    this.classes = [...classes];
    this.nodeCounts = new Int32Array(classes.length);
    this.capacity = capacity;
    this.hasShares = hasShares;
  }

  /** Returns a copy for another world. */
  copy(demands: Demands, totals: Totals, changed: ChangedPools): Pool {
    const capacity = this.capacity.fork(demands, totals);
    const copy = new Pool(this.index, this.cluster, this.classes, capacity, changed, this.hasShares);
    copyFields(copy, this, ['heads', 'capacity']);
    copy.heads = this.heads.copy();
    return copy;
  }

  /** Makes the next cycle examine this pool. */
  touch(): void {
    this.#changed.add(this.index);
  }

  addHead(row: number, score: number, gprs: GprTable): void {
    this.heads.add(row, score, gprs);
    const { barScore, barRank } = this;
    if (score < barScore || (score === barScore && gprs.reals[row + Real.rank] < barRank)) this.touch();
    else if (this.barLetsFitting && this.capacity.fits(gprs.ints[row + Field.demand])) this.touch();
    else this.#changed.touches++;
  }

  /** Adds a head in a cycle that serves the pool afterward. A head without others stays out of the lanes: most such heads start at once. */
  offerHead(row: number, score: number, gprs: GprTable): void {
    if (this.#lone !== NONE) this.enterLone(gprs);
    if (this.heads.size > 0) {
      this.addHead(row, score, gprs);
      return;
    }
    this.#lone = row;
    this.#loneScore = score;
    gprs.ints[row + Field.headAt] = 0;
    this.touch();
  }

  get lone(): number {
    return this.#lone;
  }

  /** Moves the head without others to its lane. */
  enterLone(gprs: GprTable): void {
    this.heads.add(this.#lone, this.#loneScore, gprs);
    this.#lone = NONE;
  }

  removeHead(row: number, gprs: GprTable): void {
    if (row === this.#lone) {
      this.#lone = NONE;
      gprs.ints[row + Field.headAt] = NONE;
    } else this.heads.remove(row, gprs);
    this.touch();
  }

  /** Adds a GPR that starts now. */
  addRunning(row: number, gprs: GprTable): void {
    const { ints, reals } = gprs;
    const priority = ints[row + Field.priority];
    const startedAt = reals[row + Real.startedAt];
    let after = this.lastRunning[priority];
    let next: number = NONE;
    // Only GPRs that started at the same instant can belong behind it.
    if (startedAt === this.lastStartAt) {
      const rank = reals[row + Real.rank];
      while (
        after !== NONE &&
        reals[after + Real.startedAt] === startedAt &&
        reals[after + Real.rank] > rank
      ) {
        next = after;
        after = ints[after + Field.listPrevious];
      }
    }
    this.lastStartAt = startedAt;
    ints[row + Field.listPrevious] = after;
    ints[row + Field.listNext] = next;
    if (after === NONE) {
      this.firstRunning[priority] = row;
      this.runningBits[priority >> 5] |= 1 << (priority & 31);
    } else ints[after + Field.listNext] = row;
    if (next === NONE) this.lastRunning[priority] = row;
    else ints[next + Field.listPrevious] = row;
  }

  removeRunning(row: number, gprs: GprTable): void {
    const { ints } = gprs;
    const priority = ints[row + Field.priority];
    const next = ints[row + Field.listNext];
    const previous = ints[row + Field.listPrevious];
    if (previous === NONE) {
      this.firstRunning[priority] = next;
      if (next === NONE) this.runningBits[priority >> 5] &= ~(1 << (priority & 31));
    } else ints[previous + Field.listNext] = next;
    if (next === NONE) this.lastRunning[priority] = previous;
    else ints[next + Field.listPrevious] = previous;
  }

  /** Returns the lowest priority in `from … end)` with a provisioned GPR, `end` if there is none. */
  nextRunning(from: number, end: number): number {
    let word = from >> 5;
    let bits = this.runningBits[word] & (-1 << (from & 31));
    while (bits === 0 && ++word * 32 < end) bits = this.runningBits[word];
    return bits === 0 ? end : Math.min(end, word * 32 + lowestBit(bits));
  }

  /** Visits the provisioned GPRs, lower priorities first. */
  eachRunning(gprs: GprTable, visit: (row: number) => void): void {
    for (const first of this.firstRunning) {
      for (let row: number = first; row !== NONE; row = gprs.listNext[row]) visit(row);
    }
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
