// The GPR table: one column a field, one row a GPR in memory. Rows of GPRs that left memory are used again, so nothing
// may be decided by a row number; `rank` is the order of the queue and `uid` the identity.

import { attachColumns, type Interleaved } from '../base/interleaved.ts';
import { List } from '../base/list.ts';
import { State } from '../facts/numbered.ts';
import { Lots } from './lots.ts';

/** Bits of the `flags` column. */
export const Flag = {
  evicts: 1,
  requeues: 2,
  enforcesIdleTimeOut: 4,
  dedicatedNodes: 8,
  multiNode: 16,
  rdma: 32,
  secondaryNetwork: 64,
  earlyRelease: 128,
  /** It is idle because somebody said so, not because its workload went idle. */
  idleByCommand: 256,
  /** Controllers want to know of its states (resources/watch.ts). */
  watched: 512,
  /** Its placement may move it to another cluster when it has waited too long. */
  mayBurst: 1024,
  /** Its estimated start was recorded: `recordedStart` is set. */
  estimateRecorded: 2048,
  /** A forecast wants to know of its start and its victims. */
  asked: 4096,
  /** It has lost its GPUs and waited again: `firstStartedAt`, `reason` and `culprit` are set. */
  requeued: 8192,
  /** Its recorded estimate has moved later: `delays` is set. */
  delayed: 16384,
  /** Its last provisioning failed: `provisioningFailures` is set. */
  failing: 32768,
} as const;

/** The bits that facts tell of: those before `estimateRecorded`. */
export const FACT_FLAGS = Flag.estimateRecorded - 1;

/** The bits of those whose start is told to hooks. */
export const STARTED_FLAGS = Flag.mayBurst | Flag.estimateRecorded | Flag.asked;

/** The bits of those whose removal is told to hooks. */
export const REMOVED_FLAGS = Flag.watched | Flag.mayBurst | Flag.asked;

export const PRIORITY_MIN = 1;
export const PRIORITY_MAX = 300;

/** How many provisionings of one GPR may fail in a row before it is Failed. */
export const PROVISIONING_FAILURES_MAX = 3;

/** No row, no node. */
export const NONE = -1;

const ORDERS = 2 ** 40;

/** Place in every queue: higher priority first, then earlier creation. Lower ranks go first. */
export function rankOf(priority: number, order: number): number {
  return (PRIORITY_MAX - priority) * ORDERS + order;
}

/** How many nodes of a GPR lie in its row; those of one with more lie elsewhere (lots.ts). */
export const INLINE_NODES = 2;

/** The creation order in a rank. */
export function orderOf(rank: number): number {
  return rank % ORDERS;
}

/**
 * Where each field stands in a row: integers, a cache line of them; doubles, two lines; and what is seldom looked at. Rows
 * have the same number in all three. `ints[row + Field.state]` is `state[row]`; code of the hot path goes this way, since
 * each column that it took instead would be an array of its own to be looked at.
 */
export const Field = {
  state: 0,
  flags: 1,
  workspace: 2,
  pool: 3,
  demand: 4,
  priority: 5,
  /** While it waits: links of its workspace's pairing heap (queue.ts). */
  queueChild: 6,
  queueNext: 7,
  queuePrevious: 8,
  /** While it is provisioned: links of the list of its pool's GPRs of its priority. */
  listNext: 6,
  listPrevious: 7,
  /** Slots of the nodes that it holds or held last, or where those lie (lots.ts). */
  lot: 9,
  secondOfLot: 10,
  /** While it waits: its place among the heads of its demand (heads.ts), NONE if it is no head. */
  headAt: 10,
  gpusHeld: 11,
  retries: 12,
  memoryGb: 13,
  /** Where its timer stands (gpr-timers.ts). */
  timerPlace: 14,
  /** Why it lost its GPUs: with `Flag.requeued`, and in the table of ended GPRs always. */
  reason: 15,
} as const;

export const Real = {
  rank: 0,
  uid: 1,
  startedAt: 2,
  successfulAt: 3,
  runLeftMs: 4,
  exitLeftMs: 5,
  idleAfterMs: 6,
  timerAt: 7,
  /** In the table of ended GPRs, where no timer is set (followers/indexes/ended.ts). */
  endedAt: 7,
  createdAt: 8,
  idleSince: 9,
  idleTimeOutMs: 10,
  ranMs: 11,
  costMicro: 12,
  timerSeq: 13,
  createdSeq: 14,
  startedSeq: 15,
} as const;

export const Cold = {
  firstStartedAt: 0,
  recordedStart: 1,
  delays: 2,
  culprit: 3,
  provisioningFailures: 4,
} as const;

/** From one row to the next. */
export const ROW = 16;

/** The place of a row among the rows: what heaps and other dense tables know it by. */
export function indexOf(row: number): number {
  return row >> 4;
}

/** The row at a place; NONE stays NONE. */
export function rowAt(index: number): number {
  return index < 0 ? NONE : index << 4;
}

/** In `timerPlace`: no timer is set. */
export const NO_TIMER = -1;

const NO_INTS = new Int32Array(0);
const NO_REALS = new Float64Array(0);

export class GprTable implements Interleaved {
  ints: Int32Array = NO_INTS;
  reals: Float64Array = NO_REALS;
  cold: Float64Array = NO_REALS;
  /** Where the first row begins that has never been used. */
  used = 0;
  /** Creation order of the next GPR. */
  orders = 0;
  /** Free rows; the last to come free is taken first, which is likely to be in the cache. */
  readonly free: List = new List();
  /** Rows of GPRs that have left memory, which followers of the facts may still read. */
  readonly retired: List = new List();
  readonly lots: Lots = new Lots();

  state: Int32Array = NO_INTS;
  flags: Int32Array = NO_INTS;
  workspace: Int32Array = NO_INTS;
  pool: Int32Array = NO_INTS;
  /** Index of its demand (demand.ts): nodes, GPUs, accepted classes, whether it evicts. */
  demand: Int32Array = NO_INTS;
  priority: Int32Array = NO_INTS;
  queueChild: Int32Array = NO_INTS;
  queueNext: Int32Array = NO_INTS;
  queuePrevious: Int32Array = NO_INTS;
  listNext: Int32Array = NO_INTS;
  listPrevious: Int32Array = NO_INTS;
  lot: Int32Array = NO_INTS;
  secondOfLot: Int32Array = NO_INTS;
  headAt: Int32Array = NO_INTS;
  gpusHeld: Int32Array = NO_INTS;
  retries: Int32Array = NO_INTS;
  memoryGb: Int32Array = NO_INTS;
  timerPlace: Int32Array = NO_INTS;
  reason: Int32Array = NO_INTS;

  /** Place in every queue. */
  rank: Float64Array = NO_REALS;
  uid: Float64Array = NO_REALS;
  startedAt: Float64Array = NO_REALS;
  successfulAt: Float64Array = NO_REALS;
  /** Left to run while Successful, ms: hidden until the work is done, and of the exit duration. */
  runLeftMs: Float64Array = NO_REALS;
  exitLeftMs: Float64Array = NO_REALS;
  /** Hidden: left to run until it goes idle; Infinity = never. */
  idleAfterMs: Float64Array = NO_REALS;
  /** When its timer is due, Infinity = never; and the number of its setting. */
  timerAt: Float64Array = NO_REALS;
  timerSeq: Float64Array = NO_REALS;
  endedAt: Float64Array = NO_REALS;
  createdAt: Float64Array = NO_REALS;
  idleSince: Float64Array = NO_REALS;
  /** 0 = none. */
  idleTimeOutMs: Float64Array = NO_REALS;
  /** Time spent Successful in stretches that have ended, ms. */
  ranMs: Float64Array = NO_REALS;
  costMicro: Float64Array = NO_REALS;
  /** Numbers of the facts of its creation and its last start: orders among those of one instant. */
  createdSeq: Float64Array = NO_REALS;
  startedSeq: Float64Array = NO_REALS;

  /** With `Flag.requeued`. */
  firstStartedAt: Float64Array = NO_REALS;
  /** The evictor's uid or the node: with `Flag.requeued`, and in the table of ended GPRs for those that Failed. */
  culprit: Float64Array = NO_REALS;
  /** With `Flag.estimateRecorded`: the last recorded estimate of its start, Infinity = no start could be foreseen. */
  recordedStart: Float64Array = NO_REALS;
  /** With `Flag.delayed`: how often the recorded estimate moved later. */
  delays: Float64Array = NO_REALS;
  /** With `Flag.failing`: failed provisionings in a row. */
  provisioningFailures: Float64Array = NO_REALS;

  /** GPRs in memory. */
  get live(): number {
    return indexOf(this.used) - this.free.count - this.retired.count;
  }

  /** A row for a new GPR, to which nothing has happened yet. What it is and what it asks for is its maker's to set. */
  add(): number {
    const row = this.take();
    const { ints, reals } = this;
    ints[row + Field.retries] = 0;
    ints[row + Field.gpusHeld] = 0;
    ints[row + Field.lot] = NONE;
    ints[row + Field.headAt] = NONE;
    ints[row + Field.timerPlace] = NO_TIMER;
    reals[row + Real.startedAt] = -1;
    reals[row + Real.successfulAt] = -1;
    reals[row + Real.idleSince] = -1;
    reals[row + Real.ranMs] = 0;
    reals[row + Real.costMicro] = 0;
    return row;
  }

  /** An unused row. Its fields are not reset. */
  take(): number {
    if (this.free.count > 0) return this.free.list[--this.free.count] | 0;
    if (this.used === this.ints.length) this.#grow();
    const row = this.used;
    this.used += ROW;
    return row;
  }

  /** Gives up a row. Only followers of the facts still read it; it keeps its fields until it is free. */
  retire(row: number): void {
    this.state[row] = State.none;
    this.uid[row] = -1;
    this.retired.push(row);
  }

  /** @param nodes of each demand */
  freeRetired(nodes: Int32Array): void {
    const { list, count } = this.retired;
    const at = this.free.reserve(count);
    const free = this.free.list;
    for (let i = 0; i < count; i++) {
      const row = list[i];
      const held = nodes[this.ints[row + Field.demand]];
      if (held > INLINE_NODES) this.freeLot(row, held);
      free[at + i] = row;
    }
    this.retired.count = 0;
  }

  /** Notes the slots of the nodes that a GPR holds. */
  setLot(row: number, slots: Int32Array, count: number): void {
    const { ints } = this;
    if (count > INLINE_NODES) ints[row + Field.lot] = this.lots.take(count);
    const words = this.lotWords(count);
    const at = this.lotAt(row, count);
    for (let i = 0; i < count; i++) words[at + i] = slots[i];
  }

  /** The array in which the slots of a GPR with so many nodes lie, and from where on. */
  lotWords(count: number): Int32Array {
    return count > INLINE_NODES ? this.lots.words : this.ints;
  }

  lotAt(row: number, count: number): number {
    return count > INLINE_NODES ? this.ints[row + Field.lot] : row + Field.lot;
  }

  /** A GPR of so many nodes holds none any more. */
  freeLot(row: number, count: number): void {
    const lot = this.ints[row + Field.lot];
    if (count > INLINE_NODES && lot !== NONE) this.lots.give(lot, count);
    this.ints[row + Field.lot] = NONE;
    this.ints[row + Field.headAt] = NONE;
  }

  /** The instant of its first start, −1 = it has not started. */
  firstStart(row: number): number {
    return (this.flags[row] & Flag.requeued) !== 0 ? this.firstStartedAt[row] : this.startedAt[row];
  }

  /** Whether a row is (still) that of a GPR. A copy may have rows that were used by what was in its memory before. */
  holds(row: number, uid: number): boolean {
    return row < this.used && this.reals[row + Real.uid] === uid;
  }

  isProvisioned(row: number): boolean {
    const state = this.ints[row + Field.state];
    return state === State.provisioning || state === State.successful;
  }

  tables(): readonly string[] {
    return ['ints', 'reals', 'cold'];
  }

  attach(): void {
    attachColumns(this, this.ints, Field);
    attachColumns(this, this.reals, Real);
    attachColumns(this, this.cold, Cold);
  }

  #grow(): void {
    const size = Math.max(64 * ROW, this.ints.length * 2);
    const ints = new Int32Array(size);
    const reals = new Float64Array(size);
    const cold = new Float64Array(size);
    ints.set(this.ints);
    reals.set(this.reals);
    cold.set(this.cold);
    this.ints = ints;
    this.reals = reals;
    this.cold = cold;
    this.attach();
  }
}
