// uid → row: a hash table with linear probing in typed arrays, so that lookups allocate nothing and copies are cheap.

import { HIGH_WORD, mix32 } from '../numbers/random.ts';

const EMPTY = -1;

export class UidMap {
  size = 0;
  keys: Float64Array;
  rows: Int32Array;

  /** @param expected number of uids that it takes without growing */
  constructor(expected = 0) {
    let slots = 64;
    while (slots < expected * 2) slots *= 2;
    this.keys = new Float64Array(slots).fill(EMPTY);
    this.rows = new Int32Array(slots);
  }

  /** Returns the row of a uid, −1 if the map does not hold it. */
  get(uid: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    for (let at = this.#home(uid); ; at = (at + 1) & mask) {
      const key = keys[at];
      if (key === uid) return this.rows[at];
      if (key === EMPTY) return -1;
    }
  }

  /** Adds a uid that the map does not hold. */
  set(uid: number, row: number): void {
    if (this.size * 2 >= this.keys.length) this.#grow();
    this.#insert(uid, row);
    this.size++;
  }

  delete(uid: number): void {
    const { keys, rows } = this;
    const mask = keys.length - 1;
    let hole = this.#home(uid);
    while (keys[hole] !== uid) {
      if (keys[hole] === EMPTY) return;
      hole = (hole + 1) & mask;
    }
    // Move each later entry of the run into the hole, unless its home lies between the hole and the entry.
    for (let at = (hole + 1) & mask; keys[at] !== EMPTY; at = (at + 1) & mask) {
      const home = this.#home(keys[at]);
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        keys[hole] = keys[at];
        rows[hole] = rows[at];
        hole = at;
      }
    }
    keys[hole] = EMPTY;
    this.size--;
  }

  /**
   * Returns the first slot to probe. Eight consecutive uids share a block of sixteen slots and use every second one: GPRs
   * come and go roughly in the order of their uids, so the cache has their slots. The hash spreads the blocks.
   */
  #home(uid: number): number {
    const block = mix32((uid >>> 3) ^ Math.imul((uid * HIGH_WORD) | 0, 0x9e3779b1));
    return ((block << 4) | ((uid & 7) << 1)) & (this.keys.length - 1);
  }

  #insert(uid: number, row: number): void {
    const { keys } = this;
    const mask = keys.length - 1;
    let at = this.#home(uid);
    while (keys[at] !== EMPTY) at = (at + 1) & mask;
    keys[at] = uid;
    this.rows[at] = row;
  }

  #grow(): void {
    const { keys, rows } = this;
    this.keys = new Float64Array(keys.length * 2).fill(EMPTY);
    this.rows = new Int32Array(rows.length * 2);
    for (let i = 0; i < keys.length; i++) if (keys[i] !== EMPTY) this.#insert(keys[i], rows[i]);
  }
}
