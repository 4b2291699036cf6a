// The provisioned GPRs of a pool, always sorted by the ends of their exit durations. For queue policies with `readsEnds`.

export class PlannedEnds {
  size = 0;
  /** Ascending; `rows[i]` ends at `at[i]`. The order of equal instants is arbitrary. */
  at: Float64Array = new Float64Array(16);
  rows: Int32Array = new Int32Array(16);

  add(row: number, atMs: number): void {
    if (this.size === this.at.length) this.#grow();
    const index = this.#firstFrom(atMs);
    this.at.copyWithin(index + 1, index, this.size);
    this.rows.copyWithin(index + 1, index, this.size);
    this.at[index] = atMs;
    this.rows[index] = row;
    this.size++;
  }

  /** Removes a row that was added with this instant. @throws if it was not */
  remove(row: number, atMs: number): void {
    let index = this.#firstFrom(atMs);
    while (index < this.size && this.rows[index] !== row) index++;
    if (index === this.size) throw new Error(`row ${row} has no planned end at ${atMs}`);
    this.at.copyWithin(index, index + 1, this.size);
    this.rows.copyWithin(index, index + 1, this.size);
    this.size--;
  }

  /** Returns the first index whose instant is not before `atMs`. */
  #firstFrom(atMs: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle] < atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const at = new Float64Array(this.at.length * 2);
    const rows = new Int32Array(at.length);
    at.set(this.at);
    rows.set(this.rows);
    this.at = at;
    this.rows = rows;
  }
}
