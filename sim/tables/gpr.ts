// The GPR table: one column a field, one row a GPR in memory. Rows of GPRs that left memory are used again, so nothing
// may be decided by a row number; `rank` is the order of the queue and `uid` the identity.

import { attachColumns, type Interleaved } from '../base/interleaved.ts';
import { List } from '../base/list.ts';
import { State } from '../facts/numbered.ts';

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
  toldIdle: 256,
  /** Machines want to know of its states (world/watch.ts). */
  watched: 512,
  /** Its placement may move it when it has waited for room too long. */
  placed: 1024,
  /** Its start was promised. */
  promised: 2048,
  /** A forecast wants to know of its start and its victims. */
  asked: 4096,
} as const;

/** The bits that facts tell of: those before `promised`. */
export const FACT_FLAGS = Flag.promised - 1;

/** The bits of those whose start is told to hooks. */
export const STARTED_FLAGS = Flag.placed | Flag.promised | Flag.asked;

/** The bits of those whose removal is told to hooks. */
export const REMOVED_FLAGS = Flag.watched | Flag.placed | Flag.asked;

export const PRIORITY_MIN = 1;
export const PRIORITY_MAX = 300;

/** How many provisionings of one GPR may fail in a row before it is Failed. */
export const PROVISIONING_FAILURES_MAX = 3;

/** No row, no node, no cell. */
export const NONE = -1;

const ORDERS = 2 ** 40;

/** Place in every queue: higher priority first, then earlier creation. Lower ranks go first. */
export function rankOf(priority: number, order: number): number {
  return (PRIORITY_MAX - priority) * ORDERS + order;
}

/**
 * Where each field stands in a row, in an order that keeps together what is touched together: a cache line is eight
 * fields. `records[row + Field.uid]` is `uid[row]`; code of the hot path that touches many fields of a row goes this way,
 * since each column that it took instead would be an array of its own to be looked at.
 */
export const Field = {
  rank: 0,
  uid: 1,
  workspace: 2,
  pool: 3,
  demand: 4,
  priority: 5,
  state: 6,
  flags: 7,
  queueChild: 8,
  queueNext: 9,
  queuePrevious: 10,
  /** Numbers of the facts of its creation and its last start: orders among those of one instant. */
  createdSeq: 11,
  startedSeq: 12,
  listNext: 13,
  listPrevious: 14,
  firstCell: 15,
  exitLeftMs: 16,
  runLeftMs: 17,
  idleAfterMs: 18,
  idleTimeOutMs: 19,
  startedAt: 20,
  successfulAt: 21,
  idleSince: 22,
  createdAt: 23,
  firstStartedAt: 24,
  gpusHeld: 25,
  retries: 26,
  ranMs: 27,
  costMicro: 28,
  promisedAt: 29,
  reason: 30,
  culprit: 31,
  order: 32,
  endedAt: 33,
  exitMs: 34,
  memoryGb: 35,
  provisioningFailures: 36,
  delays: 37,
} as const;
/** Words of a row, five cache lines: the step from one row to the next. */
export const ROW = 40;

/** The place of a row among the rows: what heaps and other dense tables know it by. */
export function indexOf(row: number): number {
  return (row / ROW) | 0;
}

/** The row at a place; NONE stays NONE. */
export function rowAt(index: number): number {
  return index < 0 ? NONE : index * ROW;
}

const EMPTY = new Float64Array(0);

export class GprTable implements Interleaved {
  records: Float64Array = EMPTY;
  /** Rows there is room for. */
  capacity = 0;
  /** Where the first row begins that has never been used. */
  used = 0;
  /** GPRs in memory. */
  live = 0;
  /** Creation order of the next GPR. */
  orders = 0;
  /**
   * Place at which the search for a free row goes on. Rows are taken in rising order all around the table: GPRs of about the same
   * age then share cache lines in every column, which is worth more than anything else that could be done here.
   */
  cursor = 0;
  readonly isFree: FreeRows = new FreeRows();
  /** Rows of GPRs that have left memory, which followers of the facts may still read. */
  readonly givenUp: List = new List();

  uid: Float64Array = EMPTY;
  workspace: Float64Array = EMPTY;
  pool: Float64Array = EMPTY;
  /** Index of its demand (demand.ts): nodes, GPUs, accepted classes, whether it evicts. */
  demand: Float64Array = EMPTY;
  priority: Float64Array = EMPTY;
  order: Float64Array = EMPTY;
  rank: Float64Array = EMPTY;
  state: Float64Array = EMPTY;
  flags: Float64Array = EMPTY;
  memoryGb: Float64Array = EMPTY;

  /** Asked for, and left to run while Successful, ms. */
  exitMs: Float64Array = EMPTY;
  exitLeftMs: Float64Array = EMPTY;
  /** Hidden: left to run until the work is done, and until it goes idle; Infinity = never. */
  runLeftMs: Float64Array = EMPTY;
  idleAfterMs: Float64Array = EMPTY;
  /** 0 = none. */
  idleTimeOutMs: Float64Array = EMPTY;

  createdAt: Float64Array = EMPTY;
  /** −1 = not yet. */
  firstStartedAt: Float64Array = EMPTY;
  startedAt: Float64Array = EMPTY;
  successfulAt: Float64Array = EMPTY;
  idleSince: Float64Array = EMPTY;
  endedAt: Float64Array = EMPTY;
  /** Time spent Successful in stretches that have ended, ms. */
  ranMs: Float64Array = EMPTY;
  costMicro: Float64Array = EMPTY;

  gpusHeld: Float64Array = EMPTY;
  /** Newest cell of the nodes it holds or held last (cluster.ts). */
  firstCell: Float64Array = EMPTY;
  retries: Float64Array = EMPTY;
  provisioningFailures: Float64Array = EMPTY;
  reason: Float64Array = EMPTY;
  /** Evictor's uid or node, by the reason. */
  culprit: Float64Array = EMPTY;
  /** Last promised start, −1 = none yet, Infinity = could not be foreseen; how often a promise moved later. */
  promisedAt: Float64Array = EMPTY;
  delays: Float64Array = EMPTY;

  /** Links of the workspace's pairing heap (queue.ts). */
  queueChild: Float64Array = EMPTY;
  queueNext: Float64Array = EMPTY;
  queuePrevious: Float64Array = EMPTY;
  /** Numbers of the facts of its creation and of its last start. */
  createdSeq: Float64Array = EMPTY;
  startedSeq: Float64Array = EMPTY;
  /** Links of the list of its pool's provisioned GPRs of its priority. */
  listNext: Float64Array = EMPTY;
  listPrevious: Float64Array = EMPTY;

  /** A row for a new GPR with every column cleared. */
  add(): number {
    if (this.live * 4 >= this.capacity * 3) this.#grow();
    let index = this.isFree.next(this.cursor);
    if (index < 0) index = this.isFree.next(0);
    this.isFree.clear(index);
    this.cursor = index + 1;
    const row = rowAt(index);
    if (row >= this.used) this.used = row + ROW;
    this.live++;
    const { records } = this;
    records[row + Field.order] = this.orders++;
    records[row + Field.state] = State.queued;
    records[row + Field.firstStartedAt] = -1;
    records[row + Field.startedAt] = -1;
    records[row + Field.successfulAt] = -1;
    records[row + Field.idleSince] = -1;
    records[row + Field.endedAt] = -1;
    records[row + Field.ranMs] = 0;
    records[row + Field.costMicro] = 0;
    records[row + Field.gpusHeld] = 0;
    records[row + Field.firstCell] = NONE;
    records[row + Field.retries] = 0;
    records[row + Field.provisioningFailures] = 0;
    records[row + Field.reason] = 0;
    records[row + Field.culprit] = 0;
    records[row + Field.promisedAt] = -1;
    records[row + Field.delays] = 0;
    records[row + Field.queueChild] = NONE;
    records[row + Field.queueNext] = NONE;
    records[row + Field.queuePrevious] = NONE;
    return row;
  }

  /** A GPR leaves memory. Its row keeps what it was until it is free. */
  giveUp(row: number): void {
    this.state[row] = State.none;
    this.uid[row] = -1;
    this.givenUp.push(row);
  }

  freeGivenUp(): void {
    const { list, count } = this.givenUp;
    for (let i = 0; i < count; i++) this.isFree.set(indexOf(list[i]));
    this.live -= count;
    this.givenUp.count = 0;
  }

  isProvisioned(row: number): boolean {
    const state = this.state[row];
    return state === State.provisioning || state === State.successful;
  }

  attach(records: Float64Array): void {
    this.records = records;
    attachColumns(this, records, Field);
  }

  #grow(): void {
    const capacity = Math.max(64, this.capacity * 2);
    const records = new Float64Array(capacity * ROW);
    records.set(this.records);
    this.attach(records);
    this.isFree.grow(this.capacity, capacity);
    this.capacity = capacity;
  }
}

/** Which places are free, one bit a place. */
class FreeRows {
  bits: Int32Array = new Int32Array(0);

  /** The first free place from `from` on, −1 if there is none. */
  next(from: number): number {
    const { bits } = this;
    let word = from >> 5;
    if (word >= bits.length) return -1;
    let rows = bits[word] & (-1 << (from & 31));
    while (rows === 0) {
      if (++word === bits.length) return -1;
      rows = bits[word];
    }
    return word * 32 + 31 - Math.clz32(rows & -rows);
  }

  set(row: number): void {
    this.bits[row >> 5] |= 1 << (row & 31);
  }

  clear(row: number): void {
    this.bits[row >> 5] &= ~(1 << (row & 31));
  }

  /** Adds the rows `from … to` as free; both are multiples of 32. */
  grow(from: number, to: number): void {
    const bits = new Int32Array(to / 32).fill(-1, from / 32);
    bits.set(this.bits);
    this.bits = bits;
  }
}
