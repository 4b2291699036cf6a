// The next event of each provisioned GPR. Time is cut into windows. Timers of the present window stand in order; those of
// each window to come stand in blocks, in the order in which they were set; what is due beyond the windows of the ring is
// in a heap, of equal instants the one set first, and enters a window before a timer can be set there directly. So timers of
// one instant come in the order in which they were set.
//
// Every provisioning takes as long as the next, so provisionings are over in the order in which they began: their timers
// stand in a line beside the windows, at hardly any cost. Where both have one for an instant, the number of its setting
// decides.

import { early } from '../base/early.ts';
import { IndexedHeap } from '../base/heap.ts';
import { Field, type GprTable, indexOf, NO_TIMER, NONE, Real, ROW, rowAt } from './gpr.ts';
import { Lots } from './lots.ts';
import { recordOf, type WorkspaceTable } from './workspaces.ts';

const WINDOW_MS = 8192;
/** Windows in the ring. */
const WINDOWS = 8192;
/** Up to so many timers of a window are put in order by insertion. */
const FEW = 32;
/** A block has the place of the next one, then rows. */
const BLOCK = 8;
const ROWS_OF_BLOCK = BLOCK - 1;
/** In `timerPlace`: not the place of a row in a block; NO_TIMER is −1. */
const IN_HEAP = -2;
const IN_LINE = -3;
const IN_PRESENT = -4;

const NO_ROWS = new Int32Array(0);

export class GprTimers {
  size = 0;
  /** The present window. */
  window = 0;
  /** Its timers, from place `first` to before `end`, by instant and by setting. */
  rows: Int32Array = new Int32Array(16);
  instants: Float64Array = new Float64Array(16);
  first = 0;
  end = 0;
  /** No timer outside the line is due before this instant; if that is exact, one is due then. */
  quietUntil = Infinity;
  isExact = true;
  /** The ring: slot → its first and its last block. Made with the first timer: a small world may never set one. */
  firsts: Int32Array = NO_ROWS;
  lasts: Int32Array = NO_ROWS;
  /** Slot → places taken in its blocks, those of timers that were removed among them: NONE stands there. */
  counts: Int32Array = NO_ROWS;
  readonly blocks: Lots = new Lots();
  /** One bit a slot that is not empty, and one bit a word of those that is not 0. */
  filled: Int32Array = NO_ROWS;
  summary: Int32Array = NO_ROWS;
  readonly beyond: IndexedHeap = new IndexedHeap();
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
  readonly #workspaces: WorkspaceTable;
  /** Rows of a slot that is being looked at. */
  #collected = new Int32Array(FEW);

  constructor(gprs: GprTable, workspaces: WorkspaceTable) {
    this.#gprs = gprs;
    this.#workspaces = workspaces;
  }

  /** Sets (or moves) the timer of a row. @param atMs not before the present instant, `nowMs` */
  set(row: number, atMs: number, nowMs: number): void {
    const { ints, reals } = this.#gprs;
    if (ints[row + Field.timerPlace] !== NO_TIMER) this.remove(row);
    if (this.size++ === 0) this.window = Math.floor(nowMs / WINDOW_MS);
    reals[row + Real.timerAt] = atMs;
    reals[row + Real.timerSeq] = this.settings++;
    this.#enter(row, atMs);
  }

  /** Sets the timer of a row that has none, not before any other that was set in this way. */
  setLast(row: number, atMs: number): void {
    const { ints, reals } = this.#gprs;
    const { length } = this.lineRows;
    if (this.lineEnd - this.lineFirst === length) this.#growLine();
    const place = this.lineEnd++ & (this.lineRows.length - 1);
    this.lineRows[place] = row;
    this.lineSeqs[place] = this.settings;
    ints[row + Field.timerPlace] = IN_LINE;
    reals[row + Real.timerAt] = atMs;
    reals[row + Real.timerSeq] = this.settings++;
    if (this.lineAt === Infinity) this.lineAt = atMs;
    this.size++;
  }

  remove(row: number): void {
    const { ints } = this.#gprs;
    const place = ints[row + Field.timerPlace];
    if (place === NO_TIMER) return;
    ints[row + Field.timerPlace] = NO_TIMER;
    this.size--;
    const atMs = this.#gprs.reals[row + Real.timerAt];
    if (atMs === this.quietUntil) this.isExact = false;
    if (place === IN_HEAP) this.beyond.remove(indexOf(row));
    else if (place === IN_LINE) this.#skipGone();
    else if (place === IN_PRESENT) this.#takeOut(row);
    else this.#clear(place, slotOf(atMs));
  }

  /** The next instant at which a timer is due if that is `limitMs` or before, else a later one. */
  next(limitMs: number): number {
    const { lineAt } = this;
    const limit = Math.min(lineAt, limitMs);
    if (!this.isExact && this.quietUntil <= limit) this.#look(limit);
    return Math.min(lineAt, this.quietUntil);
  }

  /** Whether a timer may be due at an instant, before which none is. */
  mayBeDue(atMs: number): boolean {
    return this.lineAt <= atMs || this.quietUntil <= atMs;
  }

  /** Takes out the first timer that is due at an instant, before which none is. Returns its row, NONE if there is none. */
  take(atMs: number): number {
    const isLine = this.lineAt === atMs;
    if (!this.isExact && this.quietUntil <= atMs) this.#look(atMs);
    if (this.quietUntil !== atMs) return isLine ? this.#takeLine() : NONE;
    if (this.first === this.end) this.#open(Math.floor(atMs / WINDOW_MS));
    const { first } = this;
    const row = this.rows[first];
    if (isLine && this.#lineIsBefore(row)) return this.#takeLine();
    this.#gprs.ints[row + Field.timerPlace] = NO_TIMER;
    this.size--;
    this.first = first + 1;
    this.isExact = first + 1 < this.end;
    if (this.isExact) this.quietUntil = this.instants[first + 1];
    return row;
  }

  /** Whether the timer of the first of the line was set before the one of a row. */
  #lineIsBefore(row: number): boolean {
    return this.lineSeqs[this.lineFirst & (this.lineSeqs.length - 1)] < this.#gprs.reals[row + Real.timerSeq];
  }

  #takeLine(): number {
    const row = this.lineRows[this.lineFirst & (this.lineRows.length - 1)];
    this.#gprs.ints[row + Field.timerPlace] = NO_TIMER;
    this.lineFirst++;
    this.size--;
    this.#skipGone();
    return row;
  }

  /** Looks for the first timer outside the line, as far as it may be due by `limitMs`. */
  #look(limitMs: number): void {
    let at = this.first < this.end ? this.instants[this.first] : Infinity;
    for (let window = 0; at === Infinity && window < Infinity; ) {
      window = this.#nextWindow();
      this.quietUntil = window * WINDOW_MS;
      if (window < Infinity && this.quietUntil > limitMs) return;
      at = window < Infinity ? this.#firstOf(window & (WINDOWS - 1)) : this.beyond.peekKey();
    }
    this.quietUntil = at;
    this.isExact = true;
  }

  /** Sets up the timers of a table that was loaded: all that are provisioned have one. */
  restore(nowMs: number): void {
    const { used, ints, reals } = this.#gprs;
    const rows: number[] = [];
    for (let row = 0; row < used; row += ROW) {
      ints[row + Field.timerPlace] = NO_TIMER;
      if (this.#gprs.isProvisioned(row)) rows.push(row);
    }
    rows.sort((a, b) => reals[a + Real.timerSeq] - reals[b + Real.timerSeq]);
    this.window = Math.floor(nowMs / WINDOW_MS);
    this.quietUntil = Infinity;
    this.isExact = true;
    this.lineFirst = this.lineEnd;
    this.lineAt = Infinity;
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
    const mask = this.lineRows.length - 1;
    for (; this.lineFirst < this.lineEnd; this.lineFirst++) {
      const place = this.lineFirst & mask;
      const row = this.lineRows[place];
      const stands = ints[row + Field.timerPlace] === IN_LINE;
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

  #enter(row: number, atMs: number): void {
    if (atMs < this.quietUntil) {
      this.quietUntil = atMs;
      this.isExact = true;
    }
    const window = Math.floor(atMs / WINDOW_MS);
    if (window === this.window) this.#insert(row, atMs);
    else if (window < this.window + WINDOWS) this.#append(row, window & (WINDOWS - 1));
    else {
      this.#gprs.ints[row + Field.timerPlace] = IN_HEAP;
      this.beyond.push(indexOf(row), atMs);
    }
  }

  /** A timer of the present window stands behind those that are due no later. */
  #insert(row: number, atMs: number): void {
    if (this.end === this.rows.length) this.#makeRoom(this.end - this.first + 1);
    const { rows, instants, first } = this;
    let place = this.end++;
    for (; place > first && instants[place - 1] > atMs; place--) {
      rows[place] = rows[place - 1];
      instants[place] = instants[place - 1];
    }
    rows[place] = row;
    instants[place] = atMs;
    this.#gprs.ints[row + Field.timerPlace] = IN_PRESENT;
  }

  #takeOut(row: number): void {
    const place = this.rows.indexOf(row, this.first);
    this.rows.copyWithin(place, place + 1, this.end);
    this.instants.copyWithin(place, place + 1, this.end);
    this.end--;
  }

  /** The timers of the present window stand from place 0 on, with room for `count`. */
  #makeRoom(count: number): void {
    const rows = this.rows.slice(this.first, this.end);
    const instants = this.instants.slice(this.first, this.end);
    if (count * 2 > this.rows.length) {
      this.rows = new Int32Array(count * 2);
      this.instants = new Float64Array(count * 2);
    }
    this.rows.set(rows);
    this.instants.set(instants);
    this.first = 0;
    this.end = rows.length;
  }

  #append(row: number, slot: number): void {
    if (this.firsts.length === 0) this.#makeRing();
    const count = this.counts[slot]++;
    const at = count % ROWS_OF_BLOCK;
    if (at === 0) this.#addBlock(slot, count);
    const place = this.lasts[slot] + 1 + at;
    this.blocks.words[place] = row;
    this.#gprs.ints[row + Field.timerPlace] = place;
  }

  #addBlock(slot: number, count: number): void {
    const block = this.blocks.take(BLOCK);
    if (count === 0) {
      this.firsts[slot] = block;
      this.filled[slot >> 5] |= 1 << (slot & 31);
      this.summary[slot >> 10] |= 1 << ((slot >> 5) & 31);
    } else this.blocks.words[this.lasts[slot]] = block;
    this.lasts[slot] = block;
  }

  /** Clears a place in a block; the last one of a slot can be taken again, so that a timer set over and over costs nothing. */
  #clear(place: number, slot: number): void {
    this.blocks.words[place] = NONE;
    const at = (this.counts[slot] - 1) % ROWS_OF_BLOCK;
    if (at > 0 && place === this.lasts[slot] + 1 + at) this.counts[slot]--;
  }

  #makeRing(): void {
    this.firsts = new Int32Array(WINDOWS);
    this.lasts = new Int32Array(WINDOWS);
    this.counts = new Int32Array(WINDOWS);
    this.filled = new Int32Array(WINDOWS / 32);
    this.summary = new Int32Array(WINDOWS / 1024);
  }

  /** Makes a window the present one and puts its timers in order. */
  #open(window: number): void {
    this.#settle(window);
    const slot = window & (WINDOWS - 1);
    const count = this.#collect(slot);
    this.#empty(slot);
    if (count > FEW) this.#sort(count);
    const { reals } = this.#gprs;
    this.first = 0;
    this.end = 0;
    for (let i = 0; i < count; i++) {
      const row = this.#collected[i];
      this.#insert(row, reals[row + Real.timerAt]);
    }
  }

  /** Collects the rows of a slot, in the order in which they came. Returns how many they are. */
  #collect(slot: number): number {
    const places = this.counts[slot];
    if (places > this.#collected.length) this.#collected = new Int32Array(places * 2);
    const collected = this.#collected;
    const { words } = this.blocks;
    let count = 0;
    for (
      let left = places, block = this.firsts[slot];
      left > 0;
      left -= ROWS_OF_BLOCK, block = words[block]
    ) {
      const end = block + Math.min(left, ROWS_OF_BLOCK);
      for (let place = block + 1; place <= end; place++) {
        const row = words[place];
        if (row !== NONE) collected[count++] = row;
      }
    }
    return count;
  }

  /** Gives back the blocks of a slot. */
  #empty(slot: number): void {
    let block = this.firsts[slot];
    for (let left = this.counts[slot]; left > 0; left -= ROWS_OF_BLOCK) {
      const next = this.blocks.words[block];
      this.blocks.give(block, BLOCK);
      block = next;
    }
    this.counts[slot] = 0;
    const word = slot >> 5;
    this.filled[word] &= ~(1 << (slot & 31));
    if (this.filled[word] === 0) this.summary[word >> 5] &= ~(1 << (word & 31));
  }

  /**
   * When the first timer of a slot is due; Infinity if all were removed, and then it is empty. What the events of its rows
   * will need is read ahead.
   */
  #firstOf(slot: number): number {
    const { ints, reals } = this.#gprs;
    const { records } = this.#workspaces;
    const count = this.#collect(slot);
    const collected = this.#collected;
    let first = Infinity;
    for (let i = 0; i < count; i++) {
      const row = collected[i];
      first = Math.min(first, reals[row + Real.timerAt]);
      early[0] = reals[row + Real.createdAt] + records[recordOf(ints[row + Field.workspace])];
    }
    if (count === 0) this.#empty(slot);
    return first;
  }

  /** Puts the collected rows in order; those of one instant stay in theirs. */
  #sort(count: number): void {
    const { reals } = this.#gprs;
    const rows = this.#collected.slice(0, count);
    const keys = Float64Array.from(
      rows,
      (row, i) => (reals[row + Real.timerAt] % WINDOW_MS) * 2 ** 32 + i,
    ).sort();
    for (let i = 0; i < count; i++) this.#collected[i] = rows[keys[i] % 2 ** 32];
  }

  /** What the heap has for the windows of the ring enters them, before a timer is set there directly. */
  #settle(window: number): void {
    const { beyond } = this;
    const endMs = (window + WINDOWS) * WINDOW_MS;
    this.window = window;
    while (beyond.peekKey() < endMs) {
      const slot = slotOf(beyond.peekKey());
      this.#append(rowAt(beyond.pop()), slot);
    }
  }

  /** The first window of the ring after the present one in which a timer may be due, Infinity if there is none. */
  #nextWindow(): number {
    const from = (this.window + 1) & (WINDOWS - 1);
    let slot = this.#nextFilled(from, WINDOWS);
    if (slot < 0) slot = this.#nextFilled(0, from);
    if (slot < 0) return Infinity;
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

/** The slot of the ring for an instant. */
function slotOf(atMs: number): number {
  return Math.floor(atMs / WINDOW_MS) & (WINDOWS - 1);
}

function within(slot: number, end: number): number {
  return slot < end ? slot : -1;
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
