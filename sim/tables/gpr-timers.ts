// The next event of each provisioned GPR: a wheel of two levels. The near one has a slot for each millisecond of the
// present window, the far one a slot for each window to come, a ring; what is due beyond that is in a heap. A slot is a
// list linked through the rows, in the order in which timers were set: at one instant they come in that order. The heap
// fills a window before a timer can be set there directly, so that the order holds across all three.
//
// Every provisioning takes as long as the next, so provisionings are over in the order in which they began: their timers
// stand in a line beside the wheel, at hardly any cost. Where both have one for an instant, the number of its setting decides.

import { IndexedHeap } from '../base/heap.ts';
import { Field, type GprTable, indexOf, NO_TIMER, NONE, Real, ROW, rowAt } from './gpr.ts';

const WINDOW_MS = 8192;
/** Windows in the ring; the slots of milliseconds lie behind them. */
const WINDOWS = 8192;
const SLOTS = WINDOWS + WINDOW_MS;
/** In `timerPrevious`: the first of slot s has −2 − s; NO_TIMER is −1. */
const FIRST = -2;
const IN_HEAP = -1_048_576;
const IN_LINE = IN_HEAP - 1;

const EMPTY = new Int32Array(0);

export class GprTimers {
  size = 0;
  /** Slot → its first and its last row. Made with the first timer: a small world may never set one. */
  firsts: Int32Array = EMPTY;
  lasts: Int32Array = EMPTY;
  /** One bit a slot that is not empty, and one bit a word of those that is not 0. */
  filled: Int32Array = EMPTY;
  summary: Int32Array = EMPTY;
  readonly beyond: IndexedHeap = new IndexedHeap();
  /** The present window. */
  window = 0;
  /** Nothing is due before this instant. */
  quietUntil = Infinity;
  /** The line: a ring whose length is a power of two, from place `lineFirst` to before `lineEnd`, which only grow. */
  lineRows: Int32Array = new Int32Array(64);
  lineSeqs: Float64Array = new Float64Array(64);
  lineFirst = 0;
  lineEnd = 0;
  /** When the first of the line is due, Infinity if there is none. */
  lineAt = Infinity;
  /** Timers set so far. */
  settings = 0;
  readonly #gprs: GprTable;

  constructor(gprs: GprTable) {
    this.#gprs = gprs;
  }

  /** Sets (or moves) the timer of a row. @param atMs not before the present instant, `nowMs` */
  set(row: number, atMs: number, nowMs: number): void {
    const { ints, reals } = this.#gprs;
    if (ints[row + Field.timerPrevious] !== NO_TIMER) this.remove(row);
    if (this.size++ === 0) this.window = Math.floor(nowMs / WINDOW_MS);
    reals[row + Real.timerAt] = atMs;
    reals[row + Real.timerSeq] = this.settings++;
    if (atMs < this.quietUntil) this.quietUntil = atMs;
    const window = Math.floor(atMs / WINDOW_MS);
    if (window < this.window) this.#rewind(Math.floor(nowMs / WINDOW_MS));
    this.#enter(row, atMs, window);
  }

  /** Sets the timer of a row that has none, not before any other that was set in this way. */
  setLast(row: number, atMs: number): void {
    const { ints, reals } = this.#gprs;
    const { length } = this.lineRows;
    if (this.lineEnd - this.lineFirst === length) this.#growLine();
    const place = this.lineEnd++ & (this.lineRows.length - 1);
    this.lineRows[place] = row;
    this.lineSeqs[place] = this.settings;
    ints[row + Field.timerPrevious] = IN_LINE;
    reals[row + Real.timerAt] = atMs;
    reals[row + Real.timerSeq] = this.settings++;
    if (this.lineAt === Infinity) this.lineAt = atMs;
    this.size++;
  }

  remove(row: number): void {
    const { ints } = this.#gprs;
    const previous = ints[row + Field.timerPrevious];
    if (previous === NO_TIMER) return;
    ints[row + Field.timerPrevious] = NO_TIMER;
    this.size--;
    if (previous <= IN_HEAP) {
      if (previous === IN_HEAP) this.beyond.remove(indexOf(row));
      else this.#skipGone();
      return;
    }
    const next = ints[row + Field.timerNext];
    if (next !== NONE) ints[next + Field.timerPrevious] = previous;
    else if (previous >= 0) this.lasts[this.#slotOf(row)] = previous;
    if (previous >= 0) ints[previous + Field.timerNext] = next;
    else {
      const slot = FIRST - previous;
      this.firsts[slot] = next;
      if (next === NONE) this.#empty(slot);
    }
  }

  /** The next instant at which a timer is due if that is `limitMs` or before, else a later one. */
  next(limitMs: number): number {
    const { lineAt, quietUntil } = this;
    const limit = Math.min(limitMs, lineAt);
    return Math.min(lineAt, quietUntil > limit ? quietUntil : this.#nextOfWheel(limit));
  }

  /** Whether a timer may be due at an instant, before which none is. */
  mayBeDue(atMs: number): boolean {
    return this.lineAt <= atMs || this.quietUntil <= atMs;
  }

  /** Takes out the first timer that is due at an instant, before which none is. Returns its row, NONE if there is none. */
  take(atMs: number): number {
    const isLine = this.lineAt === atMs;
    if (this.quietUntil > atMs || this.#nextOfWheel(atMs) !== atMs) return isLine ? this.#takeLine() : NONE;
    const { ints } = this.#gprs;
    const slot = WINDOWS + atMs - this.window * WINDOW_MS;
    const row = this.firsts[slot];
    if (isLine && this.#lineIsBefore(row)) return this.#takeLine();
    const next = ints[row + Field.timerNext];
    ints[row + Field.timerPrevious] = NO_TIMER;
    this.firsts[slot] = next;
    if (next === NONE) {
      this.#empty(slot);
      this.quietUntil = atMs + 1;
    } else ints[next + Field.timerPrevious] = FIRST - slot;
    this.size--;
    return row;
  }

  /** Whether the timer of the first of the line was set before the one of a row. */
  #lineIsBefore(row: number): boolean {
    return this.lineSeqs[this.lineFirst & (this.lineSeqs.length - 1)] < this.#gprs.reals[row + Real.timerSeq];
  }

  #takeLine(): number {
    const row = this.lineRows[this.lineFirst & (this.lineRows.length - 1)];
    this.#gprs.ints[row + Field.timerPrevious] = NO_TIMER;
    this.lineFirst++;
    this.size--;
    this.#skipGone();
    return row;
  }

  #nextOfWheel(limitMs: number): number {
    while (this.quietUntil <= limitMs) {
      this.quietUntil = Math.max(this.quietUntil, this.window * WINDOW_MS);
      const from = WINDOWS + this.quietUntil - this.window * WINDOW_MS;
      if (from < this.firsts.length && this.firsts[from] !== NONE) break;
      const slot = this.#nextFilled(from, SLOTS);
      if (slot >= 0) {
        this.quietUntil = this.window * WINDOW_MS + slot - WINDOWS;
        break;
      }
      const window = this.#nextWindow();
      this.quietUntil = window * WINDOW_MS;
      if (this.quietUntil > limitMs || window === Infinity) break;
      this.#open(window);
    }
    return this.quietUntil;
  }

  /** Sets up the timers of a table that was loaded: all that are provisioned have one. */
  restore(nowMs: number): void {
    const { used, ints, reals } = this.#gprs;
    const rows: number[] = [];
    for (let row = 0; row < used; row += ROW) {
      ints[row + Field.timerPrevious] = NO_TIMER;
      if (this.#gprs.isProvisioned(row)) rows.push(row);
    }
    rows.sort((a, b) => reals[a + Real.timerSeq] - reals[b + Real.timerSeq]);
    this.window = Math.floor(nowMs / WINDOW_MS);
    this.quietUntil = 0;
    this.lineFirst = this.lineEnd;
    this.lineAt = Infinity;
    this.size = rows.length;
    for (const row of rows) {
      const atMs = reals[row + Real.timerAt];
      this.#enter(row, atMs, Math.floor(atMs / WINDOW_MS));
    }
  }

  /** Rows with timers, in the order in which those were set. */
  inOrderSet(): number[] {
    const { used, ints, reals } = this.#gprs;
    const rows: number[] = [];
    for (let row = 0; row < used; row += ROW)
      if (ints[row + Field.timerPrevious] !== NO_TIMER) rows.push(row);
    return rows.sort((a, b) => reals[a + Real.timerSeq] - reals[b + Real.timerSeq]);
  }

  /** Those of the line whose timers were removed or set anew are passed over. */
  #skipGone(): void {
    const { ints, reals } = this.#gprs;
    const mask = this.lineRows.length - 1;
    for (; this.lineFirst < this.lineEnd; this.lineFirst++) {
      const place = this.lineFirst & mask;
      const row = this.lineRows[place];
      const stands = ints[row + Field.timerPrevious] === IN_LINE;
      if (stands && reals[row + Real.timerSeq] === this.lineSeqs[place]) {
        this.lineAt = reals[row + Real.timerAt];
        return;
      }
    }
    this.lineAt = Infinity;
  }

  #growLine(): void {
    const { lineRows, lineSeqs } = this;
    const { length } = lineRows;
    this.lineRows = new Int32Array(length * 2);
    this.lineSeqs = new Float64Array(length * 2);
    for (let from = this.lineFirst; from < this.lineEnd; from++) {
      const to = from & (length * 2 - 1);
      this.lineRows[to] = lineRows[from & (length - 1)];
      this.lineSeqs[to] = lineSeqs[from & (length - 1)];
    }
  }

  #enter(row: number, atMs: number, window: number): void {
    if (this.firsts.length === 0) this.#make();
    if (window === this.window) this.#append(row, WINDOWS + atMs - window * WINDOW_MS);
    else if (window < this.window + WINDOWS) this.#append(row, window & (WINDOWS - 1));
    else {
      this.#gprs.ints[row + Field.timerPrevious] = IN_HEAP;
      this.beyond.push(indexOf(row), atMs);
    }
  }

  #make(): void {
    this.firsts = new Int32Array(SLOTS).fill(NONE);
    this.lasts = new Int32Array(SLOTS);
    this.filled = new Int32Array(SLOTS / 32);
    this.summary = new Int32Array(SLOTS / 1024);
  }

  #append(row: number, slot: number): void {
    const { ints } = this.#gprs;
    ints[row + Field.timerNext] = NONE;
    if (this.firsts[slot] === NONE) {
      this.firsts[slot] = row;
      ints[row + Field.timerPrevious] = FIRST - slot;
      this.filled[slot >> 5] |= 1 << (slot & 31);
      this.summary[slot >> 10] |= 1 << ((slot >> 5) & 31);
    } else {
      const last = this.lasts[slot];
      ints[last + Field.timerNext] = row;
      ints[row + Field.timerPrevious] = last;
    }
    this.lasts[slot] = row;
  }

  /** The slot of a row that is in one. */
  #slotOf(row: number): number {
    const atMs = this.#gprs.reals[row + Real.timerAt];
    const window = Math.floor(atMs / WINDOW_MS);
    return window === this.window ? WINDOWS + atMs - window * WINDOW_MS : window & (WINDOWS - 1);
  }

  #empty(slot: number): void {
    const word = slot >> 5;
    this.filled[word] &= ~(1 << (slot & 31));
    if (this.filled[word] === 0) this.summary[word >> 5] &= ~(1 << (word & 31));
  }

  /** Makes a window the present one, and deals its timers out by millisecond. */
  #open(window: number): void {
    this.#settle(window);
    const slot = window & (WINDOWS - 1);
    const { ints, reals } = this.#gprs;
    let row = this.firsts[slot];
    this.firsts[slot] = NONE;
    this.#empty(slot);
    while (row !== NONE) {
      const next = ints[row + Field.timerNext];
      this.#append(row, WINDOWS + reals[row + Real.timerAt] - window * WINDOW_MS);
      row = next;
    }
  }

  /**
   * A timer is set before the present window, which had been opened in advance: its timers go back to the ring, and those
   * of the windows that are beyond the ring now to the heap.
   */
  #rewind(window: number): void {
    const left = this.window;
    const rows: number[] = [];
    for (let slot = this.#nextFilled(WINDOWS, SLOTS); slot >= 0; slot = this.#nextFilled(slot + 1, SLOTS)) {
      this.#clear(slot, rows);
    }
    const end = Math.min(left, window + WINDOWS);
    for (let far = window; far < end; far++) this.#clear(far & (WINDOWS - 1), rows);
    this.window = window;
    for (const row of rows) {
      const atMs = this.#gprs.reals[row + Real.timerAt];
      this.#enter(row, atMs, Math.floor(atMs / WINDOW_MS));
    }
  }

  /** Empties a slot and appends its rows to `rows`. */
  #clear(slot: number, rows: number[]): void {
    const { ints } = this.#gprs;
    for (let row = this.firsts[slot]; row !== NONE; row = ints[row + Field.timerNext]) rows.push(row);
    this.firsts[slot] = NONE;
    this.#empty(slot);
  }

  /** What the heap has for the windows of the ring enters them, before a timer is set there directly. */
  #settle(window: number): void {
    const { beyond } = this;
    const endMs = (window + WINDOWS) * WINDOW_MS;
    this.window = window;
    while (beyond.peekKey() < endMs) {
      const atMs = beyond.peekKey();
      this.#append(rowAt(beyond.pop()), Math.floor(atMs / WINDOW_MS) & (WINDOWS - 1));
    }
  }

  /** The first window after the present one in which a timer is due, Infinity if there is none. */
  #nextWindow(): number {
    const from = (this.window + 1) & (WINDOWS - 1);
    let slot = this.#nextFilled(from, WINDOWS);
    if (slot < 0) slot = this.#nextFilled(0, from);
    if (slot < 0) return Math.floor(this.beyond.peekKey() / WINDOW_MS);
    return this.window + 1 + ((slot - from) & (WINDOWS - 1));
  }

  /** The first slot from `from` to before `end` that is not empty, −1 if there is none. */
  #nextFilled(from: number, end: number): number {
    if (from >= end) return -1;
    const { filled, summary } = this;
    let word = from >> 5;
    const here = filled[word] & (-1 << (from & 31));
    if (here !== 0) return within(word * 32 + lowestBit(here), end);
    word++;
    let mask = -1 << (word & 31);
    for (let group = word >> 5; group < summary.length; group++, mask = -1) {
      const words = summary[group] & mask;
      if (words === 0) continue;
      const first = group * 32 + lowestBit(words);
      return within(first * 32 + lowestBit(filled[first]), end);
    }
    return -1;
  }
}

function within(slot: number, end: number): number {
  return slot < end ? slot : -1;
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
