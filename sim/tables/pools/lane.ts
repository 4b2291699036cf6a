// A lane: the heads with one demand, in a binary heap by rank (ranks are distinct). `Field.headAt` is a head's index.

import { grown } from '../../base/collections/columns.ts';
import { Field, NONE } from '../gprs/gpr-table.ts';

export class Lane {
  size = 0;
  ranks: Float64Array = new Float64Array(4);
  rows: Int32Array = new Int32Array(4);

  /** @param ints of the GPR table */
  add(row: number, rank: number, ints: Int32Array): void {
    if (this.size === this.rows.length) this.#grow();
    this.#up(this.size++, row, rank, ints);
  }

  remove(row: number, ints: Int32Array): void {
    const at = ints[row + Field.headAt];
    ints[row + Field.headAt] = NONE;
    const last = --this.size;
    if (at === last) return;
    const { ranks, rows } = this;
    const rank = ranks[last];
    if (at > 0 && rank < ranks[(at - 1) >> 1]) this.#up(at, rows[last], rank, ints);
    else this.#down(at, rows[last], rank, ints);
  }

  #up(start: number, row: number, rank: number, ints: Int32Array): void {
    const { ranks, rows } = this;
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (rank > ranks[parent]) break;
      this.#put(at, rows[parent], ranks[parent], ints);
      at = parent;
    }
    this.#put(at, row, rank, ints);
  }

  #down(start: number, row: number, rank: number, ints: Int32Array): void {
    const { ranks, rows, size } = this;
    let at = start;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && ranks[child + 1] < ranks[child]) child++;
      if (rank < ranks[child]) break;
      this.#put(at, rows[child], ranks[child], ints);
      at = child;
    }
    this.#put(at, row, rank, ints);
  }

  #put(at: number, row: number, rank: number, ints: Int32Array): void {
    this.ranks[at] = rank;
    this.rows[at] = row;
    ints[row + Field.headAt] = at;
  }

  #grow(): void {
    this.ranks = grown(this.ranks, this.size * 2);
    this.rows = grown(this.rows, this.size * 2);
  }
}
