// The bars of a Gantt chart in columns, sorted by row and start, so that a binary search finds those in a window.

import type { GanttAnswer } from '../../../api/sim/answers.ts';

type Columns = GanttAnswer['bars'];

export const Kind = { past: 0, running: 1, planned: 2 } as const;

export class Bars {
  readonly size: number;
  /** Row → index of its first bar; one more entry than rows. */
  readonly firstOfRow: readonly number[];
  readonly row: readonly number[];
  readonly lane: readonly number[];
  readonly lanes: readonly number[];
  readonly fromMs: readonly number[];
  /** Infinity while the attempt runs. */
  readonly toMs: readonly number[];
  /** The latest end among the bars of the row up to this one: it grows within a row. */
  readonly reachMs: readonly number[];
  /** −1 for a merged bar. */
  readonly gpr: readonly number[];
  readonly kind: readonly (typeof Kind)[keyof typeof Kind][];
  readonly end: Columns['end'];
  readonly count: readonly number[];

  constructor(columns: Columns, rows: number) {
    const { row, fromMs, toMs, planned } = columns;
    const order = row.map((_, i) => i).sort((a, b) => row[a] - row[b] || fromMs[a] - fromMs[b]);
    const ordered = <T>(column: readonly T[]) => order.map((i) => column[i]);
    this.size = order.length;
    this.row = ordered(row);
    this.lane = ordered(columns.lane);
    this.lanes = ordered(columns.lanes);
    this.fromMs = ordered(fromMs);
    this.toMs = order.map((i) => toMs[i] ?? Number.POSITIVE_INFINITY);
    this.gpr = ordered(columns.gpr);
    this.kind = order.map((i) =>
      planned[i] === 1 ? Kind.planned : toMs[i] === null ? Kind.running : Kind.past,
    );
    this.end = ordered(columns.end);
    this.count = ordered(columns.count);
    let reachMs = 0;
    this.reachMs = this.toMs.map((endMs, i) => {
      reachMs = this.row[i] === this.row[i - 1] ? Math.max(reachMs, endMs) : endMs;
      return reachMs;
    });
    const firstOfRow = Array.from({ length: rows + 1 }, () => 0);
    for (const of of row) firstOfRow[of + 1]++;
    for (let of = 0; of < rows; of++) firstOfRow[of + 1] += firstOfRow[of];
    this.firstOfRow = firstOfRow;
  }

  /** The first bar of a row that ends after an instant, or the end of the row; bars behind it may end before. */
  firstEndingAfter(row: number, atMs: number): number {
    return this.#search(this.reachMs, row, (reachMs) => reachMs > atMs);
  }

  /** The first bar of a row that starts at or after an instant, or the end of the row. */
  firstStartingFrom(row: number, atMs: number): number {
    return this.#search(this.fromMs, row, (fromMs) => fromMs >= atMs);
  }

  #search(column: readonly number[], row: number, isBehind: (value: number) => boolean): number {
    let from = this.firstOfRow[row];
    let to = this.firstOfRow[row + 1];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isBehind(column[middle])) to = middle;
      else from = middle + 1;
    }
    return from;
  }
}
