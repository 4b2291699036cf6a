// A ring of slots, each with a list of rows: the timers of one window of time (gpr-timers.ts). The rows of a slot are in a
// chain of blocks, in order of insertion. One bit per slot marks the slots that are not empty.

import { grown } from '../../base/collections/columns.ts';

/** Number of slots. */
export const WINDOWS = 8192;
/** Replaces a removed row; also ends the list of free blocks. */
const NONE = -1;
/** Words of a block: the index of the next block, then rows. */
const BLOCK = 8;
const ROWS_OF_BLOCK = BLOCK - 1;

const NO_ROWS = new Int32Array(0);

export class RowRing {
  /** Slot → its first and its last block. Allocated with the first row, because small worlds may add none. */
  firsts: Int32Array = NO_ROWS;
  lasts: Int32Array = NO_ROWS;
  /** Slot → number of places used in its blocks, including those of removed rows. */
  counts: Int32Array = NO_ROWS;
  /** The blocks. The first word of a free block is the next free block. */
  words: Int32Array = NO_ROWS;
  used = 0;
  free = NONE;
  /** Bit s of `filled`: slot s is not empty. Bit w of `summary`: word w of `filled` is not 0. */
  filled: Int32Array = NO_ROWS;
  summary: Int32Array = NO_ROWS;
  /** The rows of the slot emptied last. */
  emptied: Int32Array = new Int32Array(64);

  /** Adds a row to a slot. Returns its place, for `remove`. */
  add(row: number, slot: number): number {
    if (this.firsts.length === 0) this.#make();
    const count = this.counts[slot]++;
    const at = count % ROWS_OF_BLOCK;
    if (at === 0) this.#addBlock(slot, count);
    const place = this.lasts[slot] + 1 + at;
    this.words[place] = row;
    return place;
  }

  /** Removes the row at a place. The last place of a slot is reused, so that setting one timer repeatedly uses no space. */
  remove(place: number, slot: number): void {
    this.words[place] = NONE;
    const at = (this.counts[slot] - 1) % ROWS_OF_BLOCK;
    if (at > 0 && place === this.lasts[slot] + 1 + at) this.counts[slot]--;
  }

  /** Moves all rows of a slot to `emptied`, in order of insertion. Returns their number. */
  empty(slot: number): number {
    const places = this.counts[slot];
    if (places > this.emptied.length) this.emptied = new Int32Array(places * 2);
    const { emptied, words } = this;
    let block = this.firsts[slot];
    let count = 0;
    for (let left = places; left > 0; left -= ROWS_OF_BLOCK) {
      const end = block + Math.min(left, ROWS_OF_BLOCK);
      for (let place = block + 1; place <= end; place++) {
        const row = words[place];
        if (row !== NONE) emptied[count++] = row;
      }
      const next = words[block];
      words[block] = this.free;
      this.free = block;
      block = next;
    }
    this.counts[slot] = 0;
    const word = slot >> 5;
    this.filled[word] &= ~(1 << (slot & 31));
    if (this.filled[word] === 0) this.summary[word >> 5] &= ~(1 << (word & 31));
    return count;
  }

  /** Returns the distance from `slot` to the next slot that is not empty, around the ring; 0 if there is none. */
  stepsToNext(slot: number): number {
    const from = (slot + 1) & (WINDOWS - 1);
    let next = this.#nextFilled(from, WINDOWS);
    if (next < 0) next = this.#nextFilled(0, from);
    return next < 0 ? 0 : 1 + ((next - from) & (WINDOWS - 1));
  }

  #make(): void {
    this.firsts = new Int32Array(WINDOWS);
    this.lasts = new Int32Array(WINDOWS);
    this.counts = new Int32Array(WINDOWS);
    this.filled = new Int32Array(WINDOWS / 32);
    this.summary = new Int32Array(WINDOWS / 1024);
  }

  #addBlock(slot: number, count: number): void {
    const block = this.#freeBlock();
    if (count === 0) {
      this.firsts[slot] = block;
      this.filled[slot >> 5] |= 1 << (slot & 31);
      this.summary[slot >> 10] |= 1 << ((slot >> 5) & 31);
    } else this.words[this.lasts[slot]] = block;
    this.lasts[slot] = block;
  }

  #freeBlock(): number {
    const block = this.free;
    if (block !== NONE) {
      this.free = this.words[block];
      return block;
    }
    const { used } = this;
    this.used += BLOCK;
    if (this.used > this.words.length) this.words = grown(this.words, this.used * 2);
    return used;
  }

  /** Returns the first slot in `from … end)` that is not empty, −1 if there is none. */
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
