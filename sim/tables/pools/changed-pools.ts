// The pools that the next cycle must examine: a set with one bit per pool.

import { grown } from '../../base/collections/columns.ts';

export class ChangedPools {
  bits: Int32Array = new Int32Array(1);
  /** Number of changes so far. A reader that remembers it can see whether anything has changed since. */
  touches = 0;

  add(pool: number): void {
    this.touches++;
    if (pool >= this.bits.length * 32)
      this.bits = grown(this.bits, Math.max(this.bits.length * 2, (pool >> 5) + 1));
    this.bits[pool >> 5] |= 1 << (pool & 31);
  }

  remove(pool: number): void {
    this.bits[pool >> 5] &= ~(1 << (pool & 31));
  }

  get isEmpty(): boolean {
    return this.bits.every((bits) => bits === 0);
  }

  /** Removes and returns the lowest pool above `after`; returns −1 if there is none. */
  takeAbove(after: number): number {
    const from = after + 1;
    let mask = -1 << (from & 31);
    for (let word = from >> 5; word < this.bits.length; word++, mask = -1) {
      const pools = this.bits[word] & mask;
      if (pools === 0) continue;
      const lowest = pools & -pools;
      this.bits[word] &= ~lowest;
      return word * 32 + 31 - Math.clz32(lowest);
    }
    return -1;
  }
}
