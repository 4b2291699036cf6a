// The provisioned GPRs of a pool, always sorted by the ends of their exit durations. Kept only if `Core.keepsEnds`.

import { firstFrom, grown } from '../../base/collections/columns.ts';

export class PlannedEnds {
  size = 0;
  /** Ascending; `rows[i]` ends at `at[i]`. The order of equal instants is arbitrary. */
  at: Float64Array = new Float64Array(16);
  rows: Int32Array = new Int32Array(16);

  add(row: number, atMs: number): void {
    if (this.size === this.at.length) this.#grow();
    const index = firstFrom(this.at, this.size, atMs);
    this.at.copyWithin(index + 1, index, this.size);
    this.rows.copyWithin(index + 1, index, this.size);
    this.at[index] = atMs;
    this.rows[index] = row;
    this.size++;
  }

  /** Removes a row that was added with this instant. @throws if it was not */
  remove(row: number, atMs: number): void {
    let index = firstFrom(this.at, this.size, atMs);
    while (index < this.size && this.rows[index] !== row) index++;
    if (index === this.size) throw new Error(`row ${row} has no planned end at ${atMs}`);
    this.at.copyWithin(index, index + 1, this.size);
    this.rows.copyWithin(index, index + 1, this.size);
    this.size--;
  }

  /** Replaces all entries. */
  fill(rows: readonly number[], endOf: (row: number) => number): void {
    const sorted = rows.map((row) => ({ row, atMs: endOf(row) })).sort((a, b) => a.atMs - b.atMs);
    while (this.at.length < rows.length) this.#grow();
    this.size = rows.length;
    sorted.forEach(({ row, atMs }, i) => {
      this.at[i] = atMs;
      this.rows[i] = row;
    });
  }

  #grow(): void {
    this.at = grown(this.at, this.at.length * 2);
    this.rows = grown(this.rows, this.rows.length * 2);
  }
}
