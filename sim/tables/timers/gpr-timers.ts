// Timers of provisioned GPRs, one each. They fire by instant, then in the order in which they were set. Provisionings all take
// equally long, so their timers form a FIFO. Other timers of the present window of time are in a sorted list and, if it is
// full, a heap (`crowd`); those of the next `WINDOWS` windows are in a ring, later ones in a second heap (`later`).

import { early } from '../../base/collections/early.ts';
import { IndexedHeap } from '../../base/collections/heap.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { Field, type GprTable, indexOf, NO_TIMER, NONE, Real, ROW, rowAt } from '../gprs/gpr-table.ts';
import { recordOf, type WorkspaceTable } from '../workspace-table.ts';
import { RowRing, WINDOWS } from './row-ring.ts';

const WINDOW_MS = 8192;
/** Capacity of the sorted list. It is small because an insertion moves other timers. */
const LIST = 64;
/** Values of `timerPlace` for timers that are not in the ring; NO_TIMER is −1. */
const IN_LIST = -2;
const IN_CROWD = -3;
const IN_LATER = -4;
const IN_FIFO = -5;

export class GprTimers {
  size = 0;
  /** The present window: instant ÷ WINDOW_MS. It may begin after the present instant; earlier timers then belong to it. */
  window = 0;
  /** The list, from `first` to before `end`, in the order of firing. */
  readonly rows: Int32Array = new Int32Array(LIST);
  readonly instants: Float64Array = new Float64Array(LIST);
  first = 0;
  end = 0;
  /** Timers of the present window that do not fit in the list. */
  readonly crowd: IndexedHeap = new IndexedHeap();
  /** When the first timer of the list is due, Infinity if the list is empty. */
  listAt = Infinity;
  /** A lower bound of the instants in `ring` and `later`. */
  ringAt = Infinity;
  readonly ring: RowRing = new RowRing();
  readonly later: IndexedHeap = new IndexedHeap();
  /** The FIFO: a ring buffer, its length a power of two. `fifoFirst` and `fifoEnd` only grow; index = counter & (length − 1). */
  fifoRows: Int32Array = new Int32Array(64);
  fifoSeqs: Float64Array = new Float64Array(64);
  fifoFirst = 0;
  fifoEnd = 0;
  /** When the first timer of the FIFO is due, Infinity if the FIFO is empty. */
  fifoAt = Infinity;
  /** Number of timers set so far. Orders the timers of one instant. */
  settings = 0;
  readonly #gprs: GprTable;
  readonly #workspaces: WorkspaceTable;

  constructor(gprs: GprTable, workspaces: WorkspaceTable) {
    this.#gprs = gprs;
    this.#workspaces = workspaces;
  }

  /** Sets the timer of a row, in place of any previous one. @param atMs not before `nowMs`, the present instant */
  set(row: number, atMs: number, nowMs: number): void {
    const { ints, reals } = this.#gprs;
    if (ints[row + Field.timerPlace] !== NO_TIMER) this.remove(row);
    if (this.size++ === 0) {
      this.window = Math.floor(nowMs / WINDOW_MS);
      this.ringAt = Infinity;
    }
    reals[row + Real.timerAt] = atMs;
    reals[row + Real.timerSeq] = this.settings++;
    this.#enter(row, atMs);
  }

  /** Adds the timer of a row without one to the FIFO. @param atMs not before that of any earlier call */
  setInOrder(row: number, atMs: number): void {
    const { ints, reals } = this.#gprs;
    const { length } = this.fifoRows;
    if (this.fifoEnd - this.fifoFirst === length) this.#growFifo();
    const index = this.fifoEnd++ & (this.fifoRows.length - 1);
    this.fifoRows[index] = row;
    this.fifoSeqs[index] = this.settings;
    ints[row + Field.timerPlace] = IN_FIFO;
    reals[row + Real.timerAt] = atMs;
    reals[row + Real.timerSeq] = this.settings++;
    if (this.fifoAt === Infinity) this.fifoAt = atMs;
    this.size++;
  }

  remove(row: number): void {
    const { ints } = this.#gprs;
    const place = ints[row + Field.timerPlace];
    if (place === NO_TIMER) return;
    ints[row + Field.timerPlace] = NO_TIMER;
    this.size--;
    if (place === IN_LIST) this.#takeOut(this.rows.indexOf(row, this.first));
    else if (place === IN_CROWD) this.crowd.remove(indexOf(row));
    else if (place === IN_LATER) this.later.remove(indexOf(row));
    else if (place === IN_FIFO) this.#skipGone();
    else this.ring.remove(place, slotOf(this.#gprs.reals[row + Real.timerAt]));
  }

  /** Takes the timer of a provisioned GPR that stays until simulated time ends. It gets none when it is restored. */
  stay(row: number): void {
    this.remove(row);
    this.#gprs.reals[row + Real.timerAt] = NEVER;
  }

  /** Returns when the next timer is due, or some instant after `limitMs` if no timer is due by then. */
  next(limitMs: number): number {
    const { fifoAt } = this;
    const untilMs = Math.min(fifoAt, limitMs);
    if (this.ringAt <= untilMs) this.#lookUntil(untilMs);
    return Math.min(fifoAt, this.listAt, this.crowd.peekKey(), this.ringAt);
  }

  /** Removes the first timer due at `atMs` and returns its row, NONE if there is none. No timer may be due earlier. */
  take(atMs: number): number {
    if (this.ringAt <= atMs) this.#lookUntil(atMs);
    const isFifo = this.fifoAt === atMs;
    const { crowd } = this;
    let row = this.listAt === atMs ? this.rows[this.first] : NONE;
    if (crowd.peekKey() === atMs) row = this.#firstSet(row, rowAt(crowd.peek()));
    if (row === NONE) return isFifo ? this.#takeFifo() : NONE;
    if (isFifo && this.#fifoIsBefore(row)) return this.#takeFifo();
    if (this.#gprs.ints[row + Field.timerPlace] === IN_LIST) this.#takeOut(this.first);
    else crowd.pop();
    this.#gprs.ints[row + Field.timerPlace] = NO_TIMER;
    this.size--;
    return row;
  }

  /** Returns the row whose timer was set first. @param row NONE = return `other` */
  #firstSet(row: number, other: number): number {
    const { reals } = this.#gprs;
    return row === NONE || reals[other + Real.timerSeq] < reals[row + Real.timerSeq] ? other : row;
  }

  /** Reports whether the first timer of the FIFO was set before that of a row. */
  #fifoIsBefore(row: number): boolean {
    return this.fifoSeqs[this.fifoFirst & (this.fifoSeqs.length - 1)] < this.#gprs.reals[row + Real.timerSeq];
  }

  #takeFifo(): number {
    const row = this.fifoRows[this.fifoFirst & (this.fifoRows.length - 1)];
    this.#gprs.ints[row + Field.timerPlace] = NO_TIMER;
    this.fifoFirst++;
    this.size--;
    this.#skipGone();
    return row;
  }

  /** Opens windows that begin by `limitMs`, until the present one has a timer. */
  #lookUntil(limitMs: number): void {
    while (
      this.ringAt <= limitMs &&
      this.ringAt < Infinity &&
      this.first === this.end &&
      this.crowd.size === 0
    ) {
      const window = this.#nextWindow();
      this.ringAt = window * WINDOW_MS;
      if (this.ringAt <= limitMs && window < Infinity) this.#open(window);
    }
  }

  /** Sets the timers of a loaded table, in an empty `GprTimers`. Every provisioned GPR that does not stay has one. */
  restore(nowMs: number): void {
    const { used, ints, reals } = this.#gprs;
    const rows: number[] = [];
    for (let row = 0; row < used; row += ROW) {
      if (!this.#gprs.isProvisioned(row)) continue;
      ints[row + Field.timerPlace] = NO_TIMER;
      if (reals[row + Real.timerAt] < NEVER) rows.push(row);
    }
    rows.sort((a, b) => reals[a + Real.timerSeq] - reals[b + Real.timerSeq]);
    this.window = Math.floor(nowMs / WINDOW_MS);
    this.fifoFirst = this.fifoEnd;
    this.fifoAt = Infinity;
    this.size = rows.length;
    for (const row of rows) this.#enter(row, reals[row + Real.timerAt]);
  }

  /** Returns the rows with timers, in the order in which the timers were set. */
  inOrderSet(): number[] {
    const { used, ints, reals } = this.#gprs;
    const rows: number[] = [];
    for (let row = 0; row < used; row += ROW) if (ints[row + Field.timerPlace] !== NO_TIMER) rows.push(row);
    return rows.sort((a, b) => reals[a + Real.timerSeq] - reals[b + Real.timerSeq]);
  }

  /** Skips entries of the FIFO whose timers were removed or set again since. */
  #skipGone(): void {
    const { ints, reals } = this.#gprs;
    const mask = this.fifoRows.length - 1;
    for (; this.fifoFirst < this.fifoEnd; this.fifoFirst++) {
      const index = this.fifoFirst & mask;
      const row = this.fifoRows[index];
      const isInFifo = ints[row + Field.timerPlace] === IN_FIFO;
      if (isInFifo && reals[row + Real.timerSeq] === this.fifoSeqs[index]) {
        this.fifoAt = reals[row + Real.timerAt];
        return;
      }
    }
    this.fifoAt = Infinity;
  }

  #growFifo(): void {
    const { fifoRows, fifoSeqs } = this;
    const { length } = fifoRows;
    this.fifoRows = new Int32Array(length * 2);
    this.fifoSeqs = new Float64Array(length * 2);
    for (let from = this.fifoFirst; from < this.fifoEnd; from++) {
      const to = from & (length * 2 - 1);
      this.fifoRows[to] = fifoRows[from & (length - 1)];
      this.fifoSeqs[to] = fifoSeqs[from & (length - 1)];
    }
  }

  #enter(row: number, atMs: number): void {
    const window = Math.floor(atMs / WINDOW_MS);
    if (window <= this.window) {
      this.#insert(row, atMs);
      return;
    }
    if (atMs < this.ringAt) this.ringAt = atMs;
    let place = IN_LATER;
    if (window < this.window + WINDOWS) place = this.ring.add(row, window & (WINDOWS - 1));
    else this.later.push(indexOf(row), atMs);
    this.#gprs.ints[row + Field.timerPlace] = place;
  }

  /** Adds a timer to the present window, behind those due earlier or at the same instant. */
  #insert(row: number, atMs: number): void {
    const { rows, instants } = this;
    if (this.end === LIST) this.#moveUp();
    const { first, end } = this;
    if (end === LIST) {
      this.#gprs.ints[row + Field.timerPlace] = IN_CROWD;
      this.crowd.push(indexOf(row), atMs);
      return;
    }
    let index = end;
    for (; index > first && instants[index - 1] > atMs; index--) {
      rows[index] = rows[index - 1];
      instants[index] = instants[index - 1];
    }
    rows[index] = row;
    instants[index] = atMs;
    this.end = end + 1;
    this.listAt = instants[first];
    this.#gprs.ints[row + Field.timerPlace] = IN_LIST;
  }

  /** Removes the timer at an index of the list. */
  #takeOut(index: number): void {
    const { rows, instants, first } = this;
    for (let at = index; at > first; at--) {
      rows[at] = rows[at - 1];
      instants[at] = instants[at - 1];
    }
    this.first = first + 1;
    this.listAt = this.first < this.end ? instants[this.first] : Infinity;
  }

  /** Moves the list to index 0. */
  #moveUp(): void {
    this.rows.copyWithin(0, this.first, this.end);
    this.instants.copyWithin(0, this.first, this.end);
    this.end -= this.first;
    this.first = 0;
  }

  /** Makes a window the present one, and prefetches what the events of its timers read. */
  #open(window: number): void {
    this.#moveTo(window);
    this.ringAt = (window + 1) * WINDOW_MS;
    const count = this.ring.empty(window & (WINDOWS - 1));
    const { ints, reals } = this.#gprs;
    const { records } = this.#workspaces;
    const opened = this.ring.emptied;
    for (let i = 0; i < count; i++) {
      const row = opened[i];
      early[0] =
        reals[row + Real.timerAt] +
        reals[row + Real.createdAt] +
        records[recordOf(ints[row + Field.workspace])];
    }
    for (let i = 0; i < count; i++) this.#insert(opened[i], reals[opened[i] + Real.timerAt]);
  }

  #moveTo(window: number): void {
    const { later } = this;
    const { ints } = this.#gprs;
    const endMs = (window + WINDOWS) * WINDOW_MS;
    this.window = window;
    // Before any timer can be set in the ring's new slots: each slot must keep the order in which timers were set.
    while (later.peekKey() < endMs) {
      const slot = slotOf(later.peekKey());
      const row = rowAt(later.pop());
      ints[row + Field.timerPlace] = this.ring.add(row, slot);
    }
  }

  /** Returns the first window after the present one that may have a timer, Infinity if there is none. */
  #nextWindow(): number {
    const steps = this.ring.stepsToNext(this.window & (WINDOWS - 1));
    return steps > 0 ? this.window + steps : Math.floor(this.later.peekKey() / WINDOW_MS);
  }
}

function slotOf(atMs: number): number {
  return Math.floor(atMs / WINDOW_MS) & (WINDOWS - 1);
}
