// The waits of a Gantt chart. Of waits on one lane, the one that ends first is shown: before each start is the wait that it ended.

import { WAIT_REASONS, type WaitReason } from '../../../looks/wait-reasons.ts';

/** Spans of one reason, in columns, as the chart's answer has them. */
export interface WaitColumns {
  readonly row: readonly number[];
  readonly lane: readonly number[];
  /** −1 for merged spans. */
  readonly gpr: readonly number[];
  readonly fromMs: readonly number[];
  readonly toMs: readonly number[];
  readonly reason: readonly WaitReason[];
}

/** A span of a wait with one reason. */
export interface WaitSpan {
  readonly index: number;
  readonly row: number;
  readonly lane: number;
  readonly gpr: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Index in `WAIT_REASONS`. */
  readonly reason: number;
}

/** What is shown, in columns by row, lane and time; pieces of a lane do not overlap. */
interface Pieces {
  readonly lane: Int32Array;
  readonly fromMs: Float64Array;
  readonly toMs: Float64Array;
  readonly reason: Uint8Array;
  /** Index of its span. */
  readonly span: Int32Array;
}

export class Waits {
  readonly pieces: Pieces;
  /** Row → index of its first piece; one more entry than rows. */
  readonly firstOfRow: Int32Array;
  readonly #columns: WaitColumns;
  readonly #reasons: Uint8Array;
  /** The spans by GPR and time, and GPR + 1 → position of its first span. */
  readonly #byGpr: Int32Array;
  readonly #firstOfGpr: Int32Array;
  /** Span → its position in `#byGpr`. */
  readonly #at: Int32Array;

  /** Columns and numbers only: an object or a comparison for each of 2e4 spans takes as long as many frames. */
  constructor(columns: WaitColumns, rows: number) {
    const { row, lane, gpr, fromMs, toMs } = columns;
    const size = row.length;
    this.#columns = columns;
    this.#reasons = Uint8Array.from(columns.reason, (reason) => WAIT_REASONS.indexOf(reason));
    const gprs = gpr.reduce((most, one) => Math.max(most, one + 1), 0) + 1;
    const byGpr = grouped(size, gprs, (span) => gpr[span] + 1);
    sortWithin(byGpr, (a, b) => fromMs[a] - fromMs[b]);
    this.#byGpr = byGpr.order;
    this.#firstOfGpr = byGpr.first;
    this.#at = new Int32Array(size);
    const endsMs = new Float64Array(size);
    for (let at = size - 1; at >= 0; at--) {
      const span = this.#byGpr[at];
      this.#at[span] = at;
      endsMs[span] = this.#isGoingOn(at) ? endsMs[this.#byGpr[at + 1]] : toMs[span];
    }
    const byRow = grouped(size, rows, (span) => row[span]);
    sortWithin(
      byRow,
      (a, b) => lane[a] - lane[b] || endsMs[a] - endsMs[b] || fromMs[a] - fromMs[b] || toMs[a] - toMs[b],
    );
    const shown = new Int32Array(size);
    const beginMs = new Float64Array(size);
    this.firstOfRow = byRow.first.slice();
    let count = 0;
    for (let of = 0; of < rows; of++) {
      let reachMs = Number.NEGATIVE_INFINITY;
      for (let at = byRow.first[of]; at < byRow.first[of + 1]; at++) {
        const span = byRow.order[at];
        if (at > byRow.first[of] && lane[byRow.order[at - 1]] !== lane[span])
          reachMs = Number.NEGATIVE_INFINITY;
        const begin = Math.max(fromMs[span], reachMs);
        if (begin >= toMs[span]) continue;
        reachMs = toMs[span];
        beginMs[count] = begin;
        shown[count++] = span;
      }
      this.firstOfRow[of + 1] = count;
    }
    const span = shown.subarray(0, count);
    this.pieces = {
      lane: span.map((one) => lane[one]),
      fromMs: beginMs.subarray(0, count),
      toMs: Float64Array.from(span, (one) => toMs[one]),
      reason: Uint8Array.from(span, (one) => this.#reasons[one]),
      span,
    };
  }

  spanOf(index: number): WaitSpan {
    const { row, lane, gpr, fromMs, toMs } = this.#columns;
    return {
      index,
      row: row[index],
      lane: lane[index],
      gpr: gpr[index],
      fromMs: fromMs[index],
      toMs: toMs[index],
      reason: this.#reasons[index],
    };
  }

  /** The spans of the wait that has this span; merged spans stand alone. */
  wholeOf(span: WaitSpan): readonly WaitSpan[] {
    if (span.gpr < 0) return [span];
    let first = this.#at[span.index];
    let last = first;
    while (this.#isGoingOn(first - 1)) first--;
    while (this.#isGoingOn(last)) last++;
    return Array.from(this.#byGpr.subarray(first, last + 1), (one) => this.spanOf(one));
  }

  /** The wait of a GPR that ends at an instant, or contains it; empty without one. */
  waitOf(gpr: number, atMs: number): readonly WaitSpan[] {
    const { fromMs, toMs } = this.#columns;
    const [first, end] = gpr < 0 ? [0, 0] : [this.#firstOfGpr[gpr + 1], this.#firstOfGpr[gpr + 2]];
    for (let at = first; at < end; at++) {
      const span = this.#byGpr[at];
      if (fromMs[span] < atMs && atMs <= toMs[span]) return this.wholeOf(this.spanOf(span));
    }
    return [];
  }

  /** Whether the next span goes on with the wait of the one at a position. */
  #isGoingOn(at: number): boolean {
    const { gpr, fromMs, toMs } = this.#columns;
    const span = this.#byGpr[at];
    const next = this.#byGpr[at + 1];
    return span !== undefined && gpr[span] >= 0 && gpr[next] === gpr[span] && toMs[span] === fromMs[next];
  }
}

/** Indices by group; group → position of its first index, and one more entry. */
interface Groups {
  readonly order: Int32Array;
  readonly first: Int32Array;
}

function grouped(size: number, groups: number, groupOf: (index: number) => number): Groups {
  const first = new Int32Array(groups + 1);
  for (let i = 0; i < size; i++) first[groupOf(i) + 1]++;
  for (let of = 0; of < groups; of++) first[of + 1] += first[of];
  const next = first.slice();
  const order = new Int32Array(size);
  for (let i = 0; i < size; i++) order[next[groupOf(i)]++] = i;
  return { order, first };
}

function sortWithin({ order, first }: Groups, compare: (a: number, b: number) => number): void {
  for (let of = 0; of + 1 < first.length; of++)
    if (first[of + 1] - first[of] > 1) order.subarray(first[of], first[of + 1]).sort(compare);
}
