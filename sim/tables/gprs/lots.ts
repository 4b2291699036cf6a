// Blocks of node slots, for GPRs with many nodes. Sizes are powers of two, so that other GPRs can reuse freed blocks.

import { grown } from '../../base/collections/columns.ts';

const SIZES = 31;
const NONE = -1;

export class Lots {
  words: Int32Array = new Int32Array(64);
  used = 0;
  /** log2 of the size → first free block. The first word of a free block is the next free block. */
  readonly free: Int32Array = new Int32Array(SIZES).fill(NONE);

  /** Returns the index of a block of at least `count` words. */
  take(count: number): number {
    const size = sizeOf(count);
    const first = this.free[size];
    if (first !== NONE) {
      this.free[size] = this.words[first];
      return first;
    }
    const at = this.used;
    this.used += 1 << size;
    if (this.used > this.words.length)
      this.words = grown(this.words, Math.max(this.words.length * 2, this.used));
    return at;
  }

  give(at: number, count: number): void {
    const size = sizeOf(count);
    this.words[at] = this.free[size];
    this.free[size] = at;
  }
}

function sizeOf(count: number): number {
  return 32 - Math.clz32(count - 1);
}
