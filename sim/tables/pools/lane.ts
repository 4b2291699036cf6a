// A lane: the heads with one demand, in a binary heap by score, then by rank (ranks are distinct). `Field.headAt` is a head's index.

import { grown } from '../../base/collections/columns.ts';
import { Field, type GprTable, NONE, Real } from '../gprs/gpr-table.ts';

export class Lane {
  /** With the last lane, V8 would discard the code that it compiled for lanes: each world would compile it again. */
  static readonly kept: Lane = new Lane();

  size = 0;
  scores: Float64Array = new Float64Array(4);
  rows: Int32Array = new Int32Array(4);

  add(row: number, score: number, gprs: GprTable): void {
    if (this.size === this.rows.length) this.#grow();
    this.#up(this.size++, row, score, gprs);
  }

  remove(row: number, gprs: GprTable): void {
    const { ints } = gprs;
    const at = ints[row + Field.headAt];
    ints[row + Field.headAt] = NONE;
    const last = --this.size;
    if (at === last) return;
    const { scores, rows } = this;
    const score = scores[last];
    if (at > 0 && this.#before(rows[last], score, (at - 1) >> 1, gprs)) this.#up(at, rows[last], score, gprs);
    else this.#down(at, rows[last], score, gprs);
  }

  /** Gives all heads new scores. */
  score(scoreOf: (row: number) => number, gprs: GprTable): void {
    const { scores, rows, size } = this;
    for (let at = 0; at < size; at++) scores[at] = scoreOf(rows[at]);
    for (let at = (size >> 1) - 1; at >= 0; at--) this.#down(at, rows[at], scores[at], gprs);
  }

  /** Whether a row with this score goes before the head at an index. */
  #before(row: number, score: number, other: number, { reals }: GprTable): boolean {
    const otherScore = this.scores[other];
    return (
      score < otherScore ||
      (score === otherScore && reals[row + Real.rank] < reals[this.rows[other] + Real.rank])
    );
  }

  #up(start: number, row: number, score: number, gprs: GprTable): void {
    const { scores, rows } = this;
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(row, score, parent, gprs)) break;
      this.#put(at, rows[parent], scores[parent], gprs.ints);
      at = parent;
    }
    this.#put(at, row, score, gprs.ints);
  }

  #down(start: number, row: number, score: number, gprs: GprTable): void {
    const { scores, rows, size } = this;
    let at = start;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.#before(rows[child + 1], scores[child + 1], child, gprs)) child++;
      if (this.#before(row, score, child, gprs)) break;
      this.#put(at, rows[child], scores[child], gprs.ints);
      at = child;
    }
    this.#put(at, row, score, gprs.ints);
  }

  #put(at: number, row: number, score: number, ints: Int32Array): void {
    this.scores[at] = score;
    this.rows[at] = row;
    ints[row + Field.headAt] = at;
  }

  #grow(): void {
    this.scores = grown(this.scores, this.size * 2);
    this.rows = grown(this.rows, this.size * 2);
  }
}
