// A growing list of integers.

/** Numbers in the order they came, taken out all at once. */
export class List {
  count = 0;
  list: Int32Array = new Int32Array(16);

  push(value: number): void {
    if (this.count === this.list.length) {
      const list = new Int32Array(this.count * 2);
      list.set(this.list);
      this.list = list;
    }
    this.list[this.count++] = value;
  }

  /** Leaves out whatever is not to be kept. */
  keep(isKept: (value: number) => boolean): void {
    const kept = this.list.subarray(0, this.count).filter(isKept);
    this.list.set(kept);
    this.count = kept.length;
  }
}
