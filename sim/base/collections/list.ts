// A growable list of 32-bit integers.

import { grown } from './columns.ts';

export class List {
  count = 0;
  list: Int32Array = new Int32Array(16);

  push(value: number): void {
    const at = this.reserve(1);
    this.list[at] = value;
  }

  /** Appends `count` values, which the caller must write. Returns the index of the first. */
  reserve(count: number): number {
    const at = this.count;
    this.count += count;
    if (this.count > this.list.length)
      this.list = grown(this.list, Math.max(this.count, this.list.length * 2));
    return at;
  }

  keep(isKept: (value: number) => boolean): void {
    const kept = this.list.subarray(0, this.count).filter(isKept);
    this.list.set(kept);
    this.count = kept.length;
  }
}
