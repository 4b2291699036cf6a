// The GPR table: one column a field, one row a GPR in memory. Rows of GPRs that left memory are used again, so nothing
// may be decided by a row number; `rank` is the order of the queue and `uid` the identity.

import { growColumns } from './state.ts';
import type { GprState } from './views.ts';

/** Values of the `state` column. */
export const State = {
  none: 0,
  queued: 1,
  provisioning: 2,
  successful: 3,
  complete: 4,
  timedOut: 5,
  failed: 6,
} as const;

export const STATE_NAMES: readonly GprState[] = [
  'Queued',
  'Queued',
  'Provisioning',
  'Successful',
  'Complete',
  'TimedOut',
  'Failed',
];

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
} as const;

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

export class GprTable {
  capacity = 0;
  /** Rows ever used at once; rows beyond have never been used. */
  used = 0;
  /** GPRs in memory. */
  live = 0;
  /** Creation order of the next GPR. */
  orders = 0;
  /**
   * Where the search for a free row goes on. Rows are taken in rising order all around the table: GPRs of about the same
   * age then share cache lines in every column, which is worth more than anything else that could be done here.
   */
  cursor = 0;
  readonly isFree: FreeRows = new FreeRows();

  uid = new Float64Array(0);
  workspace = new Int32Array(0);
  pool = new Int32Array(0);
  /** Index of its demand (demand.ts): nodes, GPUs, accepted classes, whether it evicts. */
  demand = new Int32Array(0);
  priority = new Int32Array(0);
  order = new Float64Array(0);
  rank = new Float64Array(0);
  state = new Uint8Array(0);
  flags = new Uint16Array(0);
  memoryGb = new Int32Array(0);

  /** Asked for, and left to run while Successful, ms. */
  exitMs = new Float64Array(0);
  exitLeftMs = new Float64Array(0);
  /** Hidden: left to run until the work is done, and until it goes idle; Infinity = never. */
  runLeftMs = new Float64Array(0);
  idleAfterMs = new Float64Array(0);
  /** 0 = none. */
  idleTimeOutMs = new Float64Array(0);

  createdAt = new Float64Array(0);
  /** −1 = not yet. */
  firstStartedAt = new Float64Array(0);
  startedAt = new Float64Array(0);
  successfulAt = new Float64Array(0);
  idleSince = new Float64Array(0);
  endedAt = new Float64Array(0);
  /** Time spent Successful in stretches that have ended, ms. */
  ranMs = new Float64Array(0);
  costMicro = new Float64Array(0);

  gpusHeld = new Int32Array(0);
  /** Newest cell of the nodes it holds or held last (cluster.ts). */
  firstCell = new Int32Array(0);
  retries = new Int32Array(0);
  provisioningFailures = new Uint8Array(0);
  reason = new Uint8Array(0);
  /** Evictor's uid or node, by the reason. */
  culprit = new Float64Array(0);
  /** Last promised start, −1 = none yet, Infinity = could not be foreseen; how often a promise moved later. */
  promisedAt = new Float64Array(0);
  delays = new Int32Array(0);

  /** Links of the workspace's pairing heap (queue.ts). */
  queueChild = new Int32Array(0);
  queueNext = new Int32Array(0);
  queuePrevious = new Int32Array(0);
  /** Links of the workspace's list of GPRs in creation order. */
  siblingNext = new Int32Array(0);
  siblingPrevious = new Int32Array(0);
  /** Links of the list it is in by its state: the pool's provisioned GPRs of its priority, or the ended ones. */
  listNext = new Int32Array(0);
  listPrevious = new Int32Array(0);

  /** A row for a new GPR with every column cleared. */
  add(): number {
    if (this.live * 4 >= this.capacity * 3) this.#grow();
    let row = this.isFree.next(this.cursor);
    if (row < 0) row = this.isFree.next(0);
    this.isFree.clear(row);
    this.cursor = row + 1;
    if (row >= this.used) this.used = row + 1;
    this.live++;
    this.order[row] = this.orders++;
    this.state[row] = State.queued;
    this.firstStartedAt[row] = -1;
    this.startedAt[row] = -1;
    this.successfulAt[row] = -1;
    this.idleSince[row] = -1;
    this.endedAt[row] = -1;
    this.ranMs[row] = 0;
    this.costMicro[row] = 0;
    this.gpusHeld[row] = 0;
    this.firstCell[row] = NONE;
    this.retries[row] = 0;
    this.provisioningFailures[row] = 0;
    this.reason[row] = 0;
    this.culprit[row] = 0;
    this.promisedAt[row] = -1;
    this.delays[row] = 0;
    this.queueChild[row] = NONE;
    this.queueNext[row] = NONE;
    this.queuePrevious[row] = NONE;
    return row;
  }

  free(row: number): void {
    this.state[row] = State.none;
    this.uid[row] = -1;
    this.isFree.set(row);
    this.live--;
  }

  isProvisioned(row: number): boolean {
    const state = this.state[row];
    return state === State.provisioning || state === State.successful;
  }

  isEnded(row: number): boolean {
    return this.state[row] >= State.complete;
  }

  #grow(): void {
    const capacity = Math.max(64, this.capacity * 2);
    growColumns(this, this.capacity, capacity);
    this.isFree.grow(this.capacity, capacity);
    this.capacity = capacity;
  }
}

/** Which rows are free, one bit a row. */
class FreeRows {
  bits: Int32Array = new Int32Array(0);

  /** The first free row from `from` on, −1 if there is none. */
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
