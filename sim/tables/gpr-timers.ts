// The next event of each provisioned GPR. Time is cut into windows. Timers of the present window stand in a sorted list, or in
// a heap if they are many; those of each window to come stand in blocks, in the order in which they were set; later ones wait
// in another heap. When the ring of windows moves on, the timers of that heap enter a window before any new one can be set in
// it, and of equal instants a heap has the one first that came first.
//
// Every provisioning takes as long as the next, so provisionings are over in the order in which they began: their timers
// stand in a line beside the windows, at hardly any cost. Timers of one instant come in the order in which they were set:
// where the list, the heap and the line have one each, the number of its setting decides.

import { early } from '../base/early.ts';
import { IndexedHeap } from '../base/heap.ts';
import { Field, type GprTable, indexOf, NO_TIMER, NONE, Real, ROW, rowAt } from './gpr.ts';
import { RowRing, WINDOWS } from './row-ring.ts';
import { recordOf, type WorkspaceTable } from './workspaces.ts';

const WINDOW_MS = 8192;
/** The sorted list has so many timers at most: to enter one more moves others. */
const LIST = 64;
/** In `timerPlace`: not a place of the ring; NO_TIMER is −1. */
const IN_LIST = -2;
const IN_CROWD = -3;
const IN_LATER = -4;
const IN_FIFO = -5;

export class GprTimers {
  size = 0;
  /** The present window. It may have been opened in advance: what is due before it counts as its own. */
  window = 0;
  /** Its timers, from place `first` to before `end`, by instant, then by setting; and those that find no place there. */
  readonly rows: Int32Array = new Int32Array(LIST);
  readonly instants: Float64Array = new Float64Array(LIST);
  first = 0;
  end = 0;
  readonly crowd: IndexedHeap = new IndexedHeap();
  /** When the first of the list is due, Infinity if there is none. */
  listAt = Infinity;
  /** No timer of the ring or later is due before this instant. */
  ringAt = Infinity;
  readonly ring: RowRing = new RowRing();
  readonly later: IndexedHeap = new IndexedHeap();
  /** The line: a ring whose length is a power of two, from place `fifoFirst` to before `fifoEnd`, which only grow. */
  fifoRows: Int32Array = new Int32Array(64);
  fifoSeqs: Float64Array = new Float64Array(64);
  fifoFirst = 0;
  fifoEnd = 0;
  /** When the first of the line is due, Infinity if there is none. */
  fifoAt = Infinity;
  /** Timers set so far. */
  settings = 0;
  readonly #gprs: GprTable;
  readonly #workspaces: WorkspaceTable;

  constructor(gprs: GprTable, workspaces: WorkspaceTable) {
    this.#gprs = gprs;
    this.#workspaces = workspaces;
  }

  /** Sets (or moves) the timer of a row. @param atMs not before the present instant, `nowMs` */
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

  /** Sets the timer of a row that has none, not before any other that was set in this way. */
  setInOrder(row: number, atMs: number): void {
    const { ints, reals } = this.#gprs;
    const { length } = this.fifoRows;
    if (this.fifoEnd - this.fifoFirst === length) this.#growFifo();
    const place = this.fifoEnd++ & (this.fifoRows.length - 1);
    this.fifoRows[place] = row;
    this.fifoSeqs[place] = this.settings;
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

  /** When the next timer is due, if that is not after `limitMs`; else some instant after `limitMs`. */
  next(limitMs: number): number {
    const { fifoAt } = this;
    const untilMs = Math.min(fifoAt, limitMs);
    if (this.ringAt <= untilMs) this.#lookUntil(untilMs);
    return Math.min(fifoAt, this.listAt, this.crowd.peekKey(), this.ringAt);
  }

  /** Takes out the first timer that is due at an instant, before which none is. Returns its row, NONE if there is none. */
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

  /** That of two rows whose timer was set first. @param row NONE = there is only the other */
  #firstSet(row: number, other: number): number {
    const { reals } = this.#gprs;
    return row === NONE || reals[other + Real.timerSeq] < reals[row + Real.timerSeq] ? other : row;
  }

  /** Whether the timer of the first of the line was set before the one of a row. */
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

  /** Opens windows that begin by `limitMs` until there is a timer of the present one. */
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

  /** Sets up the timers of a table that was loaded: all that are provisioned have one. There are none yet. */
  restore(nowMs: number): void {
    const { used, ints, reals } = this.#gprs;
    const rows: number[] = [];
    for (let row = 0; row < used; row += ROW) {
      ints[row + Field.timerPlace] = NO_TIMER;
      if (this.#gprs.isProvisioned(row)) rows.push(row);
    }
    rows.sort((a, b) => reals[a + Real.timerSeq] - reals[b + Real.timerSeq]);
    this.window = Math.floor(nowMs / WINDOW_MS);
    this.fifoFirst = this.fifoEnd;
    this.fifoAt = Infinity;
    this.size = rows.length;
    for (const row of rows) this.#enter(row, reals[row + Real.timerAt]);
  }

  /** Rows with timers, in the order in which those were set. */
  inOrderSet(): number[] {
    const { used, ints, reals } = this.#gprs;
    const rows: number[] = [];
    for (let row = 0; row < used; row += ROW) if (ints[row + Field.timerPlace] !== NO_TIMER) rows.push(row);
    return rows.sort((a, b) => reals[a + Real.timerSeq] - reals[b + Real.timerSeq]);
  }

  /** Those of the line whose timers were removed or set anew are passed over. */
  #skipGone(): void {
    const { ints, reals } = this.#gprs;
    const mask = this.fifoRows.length - 1;
    for (; this.fifoFirst < this.fifoEnd; this.fifoFirst++) {
      const place = this.fifoFirst & mask;
      const row = this.fifoRows[place];
      const stands = ints[row + Field.timerPlace] === IN_FIFO;
      if (stands && reals[row + Real.timerSeq] === this.fifoSeqs[place]) {
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

  /** A timer of the present window goes behind all of the list that are due before it or at the same instant. */
  #insert(row: number, atMs: number): void {
    const { rows, instants } = this;
    if (this.end === LIST) this.#moveUp();
    const { first, end } = this;
    if (end === LIST) {
      this.#gprs.ints[row + Field.timerPlace] = IN_CROWD;
      this.crowd.push(indexOf(row), atMs);
      return;
    }
    let place = end;
    for (; place > first && instants[place - 1] > atMs; place--) {
      rows[place] = rows[place - 1];
      instants[place] = instants[place - 1];
    }
    rows[place] = row;
    instants[place] = atMs;
    this.end = end + 1;
    this.listAt = instants[first];
    this.#gprs.ints[row + Field.timerPlace] = IN_LIST;
  }

  /** Takes the timer at a place out of the list. */
  #takeOut(place: number): void {
    const { rows, instants, first } = this;
    for (let at = place; at > first; at--) {
      rows[at] = rows[at - 1];
      instants[at] = instants[at - 1];
    }
    this.first = first + 1;
    this.listAt = this.first < this.end ? instants[this.first] : Infinity;
  }

  /** The list begins at place 0. */
  #moveUp(): void {
    this.rows.copyWithin(0, this.first, this.end);
    this.instants.copyWithin(0, this.first, this.end);
    this.end -= this.first;
    this.first = 0;
  }

  /** Makes a window the present one. What the events of its timers will need is read ahead. */
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

  /** Moves the ring on to a window: timers that waited for a place in it enter their slots. */
  #moveTo(window: number): void {
    const { later } = this;
    const { ints } = this.#gprs;
    const endMs = (window + WINDOWS) * WINDOW_MS;
    this.window = window;
    while (later.peekKey() < endMs) {
      const slot = slotOf(later.peekKey());
      const row = rowAt(later.pop());
      ints[row + Field.timerPlace] = this.ring.add(row, slot);
    }
  }

  /** The first window after the present one in which a timer may be due, Infinity if there is none. */
  #nextWindow(): number {
    const steps = this.ring.stepsToNext(this.window & (WINDOWS - 1));
    return steps > 0 ? this.window + steps : Math.floor(this.later.peekKey() / WINDOW_MS);
  }
}

/** The slot of the ring for an instant. */
function slotOf(atMs: number): number {
  return Math.floor(atMs / WINDOW_MS) & (WINDOWS - 1);
}
