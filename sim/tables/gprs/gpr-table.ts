// The GPR table: one row per GPR in memory, one column per field. Rows are reused after a GPR has left memory. Row numbers
// must therefore decide nothing: `rank` orders the queues, and `uid` is the identity.

import { attachColumns, type Interleaved } from '../../base/collections/interleaved.ts';
import { List } from '../../base/collections/list.ts';
import { takePages } from '../../base/collections/pages.ts';
import { copyFields } from '../../base/collections/saved-fields.ts';
import { State } from '../../facts/numbered.ts';
import { CARRIED_BITS } from '../../language/carried.ts';
import { PRIORITY_MAX } from '../../language/limits.ts';
import { Lots } from './lots.ts';

/** Bits of the `flags` column. */
export const Flag = {
  evicts: 1,
  requeues: 2,
  enforcesIdleTimeOut: 4,
  dedicatedNodes: 8,
  // `CARRIED_BITS` has 16, 32 and 64.
  earlyRelease: 128,
  /** A command made it idle, not its workload. */
  idleByCommand: 256,
  /** Controllers are notified when its state changes (resources/gprs/watch.ts). */
  watched: 512,
  /** Its placement may move it to another cluster after a long wait. */
  mayBurst: 1024,
  /** Has a recorded estimate, for delays: `recordedStart` is set, and not −1. A GPR keeps it when a burst replaces it. */
  estimateRecorded: 2048,
  /** A forecast is notified of its start and its victims. */
  queried: 4096,
  /** Was requeued: `firstStartedAt`, `reason` and `culprit` are set. */
  requeued: 8192,
  /** Its recorded estimate has become later: `delays` is set. */
  delayed: 16384,
  /** Its last provisioning failed: `provisioningFailures` is set. */
  failing: 32768,
  /** Was recorded since it last became Queued, by its present uid: `recordedStart` is set. */
  waitRecorded: 65536,
} as const;

/** The bits that a request for a GPR sets: all below `earlyRelease`, and those for what it carries. */
export const REQUESTED_FLAGS: number = (Flag.earlyRelease - 1) | CARRIED_BITS;

/** The bits that facts contain: all below `estimateRecorded`, and those for what a request carries. */
export const FACT_FLAGS: number = (Flag.estimateRecorded - 1) | CARRIED_BITS;

/** A GPR with one of these bits causes a call of the hook `started`. */
export const STARTED_FLAGS = Flag.mayBurst | Flag.estimateRecorded | Flag.waitRecorded | Flag.queried;

/** A GPR with one of these bits has values in its cold columns. */
export const COLD_FLAGS =
  Flag.requeued | Flag.estimateRecorded | Flag.waitRecorded | Flag.delayed | Flag.failing;

/** A GPR with one of these bits causes a call of the hook `removed`. */
export const REMOVED_FLAGS = Flag.watched | Flag.mayBurst | Flag.queried;

export const PRIORITY_MIN = 1;

/** A GPR becomes Failed when this number of its provisionings have failed in a row. */
export const PROVISIONING_FAILURES_MAX = 3;

/** No row, no node. */
export const NONE = -1;

const ORDERS = 2 ** 40;

/** Returns the rank: higher priority first, then earlier creation. In every queue, lower ranks go first. */
export function rankOf(priority: number, order: number): number {
  return (PRIORITY_MAX - priority) * ORDERS + order;
}

/** A GPR with at most this number of nodes has their slots in its row, others in a block (lots.ts). */
export const INLINE_NODES = 2;

export function orderOf(rank: number): number {
  return rank % ORDERS;
}

// A row is 16 int32 in `ints` (one cache line), 16 doubles in `reals` (two lines), and 16 rarely used doubles in `cold`, at
// the same offset in each. `Field`, `Real` and `Cold` are the offsets of the fields within a row: `ints[row + Field.state]`
// equals `state[row]`, and is faster because it loads one array instead of one per column.
export const Field = {
  state: 0,
  flags: 1,
  workspace: 2,
  pool: 3,
  demand: 4,
  priority: 5,
  /** While queued: links in its workspace's pairing heap (workspace-queue.ts). */
  queueChild: 6,
  queueNext: 7,
  queuePrevious: 8,
  /** While provisioned: links in the list of its pool's GPRs of the same priority. */
  listNext: 6,
  listPrevious: 7,
  /** Node slots that it holds or held last, or the index of their block (lots.ts). */
  lot: 9,
  secondOfLot: 10,
  /** While queued: its index in its lane (lane.ts), NONE if it is not a head. */
  headAt: 10,
  gpusHeld: 11,
  retries: 12,
  memoryGb: 13,
  /** Where its timer is (gpr-timers.ts). */
  timerPlace: 14,
  /** Why it lost its GPUs. Set with `Flag.requeued`, and for all ended GPRs. */
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
  /** In the table of ended GPRs, which have no timers (followers/indexes/ended-gprs.ts). */
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
  plannedAt: 5,
} as const;

/** Fields that describe a GPR also after its end. The records of GPRs that leave memory begin with them. */
export const LASTING_INTS: readonly number[] = [
  Field.flags,
  Field.state,
  Field.workspace,
  Field.pool,
  Field.demand,
  Field.priority,
  Field.retries,
  Field.memoryGb,
];
export const LASTING_REALS: readonly number[] = [
  Real.createdAt,
  Real.exitLeftMs,
  Real.ranMs,
  Real.idleTimeOutMs,
  Real.costMicro,
];
/** With the bits without which they are not valid. */
export const LASTING_COLD: readonly (readonly [flag: number, field: number])[] = [
  [Flag.delayed, Cold.delays],
];

export type GprFields = Readonly<
  Partial<Record<keyof typeof Field | keyof typeof Real | keyof typeof Cold, number>>
>;

/** The stride of rows. */
export const ROW = 16;

/** Returns the ordinal of a row, which heaps and other dense tables use instead of the row. */
export function indexOf(row: number): number {
  return row >> 4;
}

/** Returns the row of an ordinal; NONE stays NONE. */
export function rowAt(index: number): number {
  return index < 0 ? NONE : index << 4;
}

/** In `timerPlace`: no timer is set. */
export const NO_TIMER = -1;

/** Tables from this number of rows on take memory in steps. */
const LARGE = 2 ** 15;

/** From this share of its rows on, a table takes memory for its growth. */
const NEARLY_FULL = 3 / 4;

const NO_INTS = new Int32Array(0);
const NO_REALS = new Float64Array(0);

/** The arrays of a table. */
export interface GprMemory {
  readonly ints: Int32Array;
  readonly reals: Float64Array;
  readonly cold: Float64Array;
}

export class GprTable implements Interleaved {
  ints: Int32Array = NO_INTS;
  reals: Float64Array = NO_REALS;
  cold: Float64Array = NO_REALS;
  /** For the next growth. */
  #next: GprMemory | undefined;
  /** The first row that was never used. */
  used = 0;
  /** The next GPR's order of creation. */
  orders = 0;
  /** Free rows. The row freed last is used first: the cache probably has it. */
  readonly free: List = new List();
  /** Rows of GPRs that have left memory. Followers of the facts may still read them. */
  readonly retired: List = new List();
  readonly lots: Lots = new Lots();

  state: Int32Array = NO_INTS;
  flags: Int32Array = NO_INTS;
  workspace: Int32Array = NO_INTS;
  pool: Int32Array = NO_INTS;
  /** Index in the table of demands (demand-table.ts). */
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

  rank: Float64Array = NO_REALS;
  uid: Float64Array = NO_REALS;
  startedAt: Float64Array = NO_REALS;
  successfulAt: Float64Array = NO_REALS;
  /** Time left in state Successful, ms: of the hidden run time, and of the exit duration. */
  runLeftMs: Float64Array = NO_REALS;
  exitLeftMs: Float64Array = NO_REALS;
  /** Hidden: time left until it goes idle, ms; Infinity = never. */
  idleAfterMs: Float64Array = NO_REALS;
  /** When its timer is due, Infinity = never; and the number of the setting (gpr-timers.ts). */
  timerAt: Float64Array = NO_REALS;
  timerSeq: Float64Array = NO_REALS;
  endedAt: Float64Array = NO_REALS;
  createdAt: Float64Array = NO_REALS;
  idleSince: Float64Array = NO_REALS;
  /** 0 = none. */
  idleTimeOutMs: Float64Array = NO_REALS;
  /** Time spent Successful in ended attempts, ms. */
  ranMs: Float64Array = NO_REALS;
  costMicro: Float64Array = NO_REALS;
  /** Numbers of the facts of its creation and its last start, which order the GPRs of one instant. */
  createdSeq: Float64Array = NO_REALS;
  startedSeq: Float64Array = NO_REALS;

  /** Valid only in rows with `Flag.requeued`. */
  firstStartedAt: Float64Array = NO_REALS;
  /** The node, or the uid of the evicting GPR. Set with `Flag.requeued`, and for ended GPRs that Failed. */
  culprit: Float64Array = NO_REALS;
  /** Valid only with `estimateRecorded` or `waitRecorded`: its last recorded start. Infinity = unpredictable, −1 = a burst. */
  recordedStart: Float64Array = NO_REALS;
  /** Valid only with `Flag.delayed`: how often the recorded estimate became later. */
  delays: Float64Array = NO_REALS;
  /** Valid only with `Flag.failing`: failed provisionings in a row. */
  provisioningFailures: Float64Array = NO_REALS;
  /** While it is a head, if the queue policy plans starts: when it is to start. −1 = not planned yet, Infinity = never. */
  plannedAt: Float64Array = NO_REALS;

  /** Number of GPRs in memory. */
  get live(): number {
    return indexOf(this.used) - this.free.count - this.retired.count;
  }

  /** Returns a row for a new GPR. The caller must set what identifies and describes the GPR. */
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

  /** Sets fields of a row. */
  fill(row: number, fields: GprFields): void {
    for (const [name, value] of Object.entries(fields)) this[name as keyof GprFields][row] = value;
  }

  /** Returns an unused row. Its fields are not reset. */
  take(): number {
    if (this.free.count > 0) return this.free.list[--this.free.count] | 0;
    if (this.used === this.ints.length) this.#grow();
    const row = this.used;
    this.used += ROW;
    return row;
  }

  /** Retires a row. Followers of the facts can read its fields until `freeRetired`. */
  retire(row: number): void {
    this.state[row] = State.none;
    this.uid[row] = -1;
    this.retired.push(row);
  }

  /** Makes retired rows available again. @param nodes demand → its number of nodes */
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

  setLot(row: number, slots: Int32Array, count: number): void {
    const { ints } = this;
    if (count > INLINE_NODES) ints[row + Field.lot] = this.lots.take(count);
    const words = this.lotWords(count);
    const at = this.lotAt(row, count);
    for (let i = 0; i < count; i++) words[at + i] = slots[i];
  }

  /** Returns the array with the node slots of a GPR that holds `count` nodes; `lotAt` returns the index of the first. */
  lotWords(count: number): Int32Array {
    return count > INLINE_NODES ? this.lots.words : this.ints;
  }

  lotAt(row: number, count: number): number {
    return count > INLINE_NODES ? this.ints[row + Field.lot] : row + Field.lot;
  }

  /** Clears the node slots of a GPR that held `count` nodes. */
  freeLot(row: number, count: number): void {
    const lot = this.ints[row + Field.lot];
    if (count > INLINE_NODES && lot !== NONE) this.lots.give(lot, count);
    this.ints[row + Field.lot] = NONE;
    this.ints[row + Field.headAt] = NONE;
  }

  /** Returns the instant of a GPR's first start, −1 = it has not started. */
  firstStart(row: number): number {
    return (this.flags[row] & Flag.requeued) !== 0 ? this.firstStartedAt[row] : this.startedAt[row];
  }

  /** Reports whether a row still belongs to a GPR. The memory of a copy may contain old rows beyond `used`. */
  holds(row: number, uid: number): boolean {
    return row < this.used && this.reals[row + Real.uid] === uid;
  }

  /** The rows of queued GPRs, in the order of the table. */
  queued(): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.used; row += ROW) if (this.state[row] === State.queued) rows.push(row);
    return rows;
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

  /** Whether a copy, or the next growth, takes so long that its memory should be taken before. */
  get isLarge(): boolean {
    return this.ints.length >= LARGE * ROW;
  }

  /** Takes memory for a copy of this length, in steps. */
  *memory(length: number = this.ints.length): Generator<void, GprMemory> {
    const memory = memoryOf(length);
    yield* takePages(memory.ints, this.used);
    yield* takePages(memory.reals, this.used);
    return memory;
  }

  /** Takes memory for the next growth of a table that is nearly full, in steps. */
  *makeRoom(): Generator<void> {
    const { length } = this.ints;
    if (this.used < length * NEARLY_FULL || this.#next?.ints.length === length * 2) return;
    const next = memoryOf(length * 2);
    for (const column of Object.values(next)) yield* takePages(column, length);
    this.#next = next;
  }

  /** Makes this table equal to another one. Its arrays stay if they have the same length. @param allCold see `writeTo` */
  copyFrom(other: GprTable, allCold: boolean): void {
    const { length } = other.ints;
    const memory = this.ints.length === length ? this : memoryOf(length);
    other.writeTo(memory, allCold);
    const { ints, reals, cold } = memory;
    Object.assign(this, { ints, reals, cold });
    copyFields(this, other, ['ints', 'reals', 'cold']);
  }

  /** Copies the used rows. @param allCold the cold fields of all rows, not only of those that have values there by their flags */
  writeTo(memory: GprMemory, allCold: boolean): void {
    const { ints, cold, used } = this;
    memory.ints.set(ints.subarray(0, used));
    memory.reals.set(this.reals.subarray(0, used));
    if (allCold) memory.cold.set(cold.subarray(0, used));
    else
      for (let row = 0; row < used; row += ROW)
        if ((ints[row + Field.flags] & COLD_FLAGS) !== 0)
          for (let i = row; i < row + ROW; i++) memory.cold[i] = cold[i];
  }

  #grow(): void {
    const size = Math.max(64 * ROW, this.ints.length * 2);
    const next = this.#next?.ints.length === size ? this.#next : memoryOf(size);
    this.#next = undefined;
    this.writeTo(next, true);
    Object.assign(this, next);
    this.attach();
  }
}

export function memoryOf(length: number): GprMemory {
  return { ints: new Int32Array(length), reals: new Float64Array(length), cold: new Float64Array(length) };
}
