// The bars of a Gantt chart in columns, sorted by row and start, so that a binary search finds those in a window.

import type { BarColumns } from './answer.ts';

export const Kind = { past: 0, running: 1, planned: 2 } as const;

export class Bars {
  readonly size: number;
  /** Row → index of its first bar; one more entry than rows. */
  readonly firstOfRow: Int32Array;
  readonly row: Int32Array;
  readonly lane: Uint16Array;
  readonly lanes: Uint16Array;
  readonly fromMs: Float64Array;
  /** Infinity while the attempt runs. */
  readonly toMs: Float64Array;
  /** The latest end among the bars of the row up to this one: it grows within a row. */
  readonly reachMs: Float64Array;
  /** −1 for a merged bar. */
  readonly gpr: Int32Array;
  readonly kind: Uint8Array;
  /** Index in `ends`. */
  readonly end: Uint8Array;
  readonly ends: readonly string[];
  readonly count: Int32Array;

  constructor(columns: BarColumns, rows: number) {
    const size = columns.row.length;
    const order = orderOf(columns, rows);
    const of = (i: number) => (order === undefined ? i : order[i]);
    this.size = size;
    this.firstOfRow = new Int32Array(rows + 1);
    this.row = new Int32Array(size);
    this.lane = new Uint16Array(size);
    this.lanes = new Uint16Array(size);
    this.fromMs = new Float64Array(size);
    this.toMs = new Float64Array(size);
    this.reachMs = new Float64Array(size);
    this.gpr = new Int32Array(size);
    this.kind = new Uint8Array(size);
    this.end = new Uint8Array(size);
    this.count = new Int32Array(size);
    const ends = new Map<string, number>();
    for (let i = 0; i < size; i++) {
      const from = of(i);
      const row = columns.row[from];
      const toMs = columns.toMs[from] ?? Number.POSITIVE_INFINITY;
      const word = columns.end[from];
      if (!ends.has(word)) ends.set(word, ends.size);
      this.firstOfRow[row + 1]++;
      this.row[i] = row;
      this.lane[i] = columns.lane[from];
      this.lanes[i] = columns.lanes[from];
      this.fromMs[i] = columns.fromMs[from];
      this.toMs[i] = toMs;
      this.reachMs[i] = i > 0 && this.row[i - 1] === row ? Math.max(this.reachMs[i - 1], toMs) : toMs;
      this.gpr[i] = columns.gpr[from];
      this.kind[i] =
        columns.planned[from] === 1 ? Kind.planned : Number.isFinite(toMs) ? Kind.past : Kind.running;
      this.end[i] = ends.get(word)!;
      this.count[i] = columns.count[from];
    }
    for (let row = 0; row < rows; row++) this.firstOfRow[row + 1] += this.firstOfRow[row];
    this.ends = [...ends.keys()];
  }

  /** The first bar of a row that ends after an instant, or the end of the row; bars behind it may end before. */
  firstEndingAfter(row: number, atMs: number): number {
    return this.#search(this.reachMs, row, (reachMs) => reachMs > atMs);
  }

  /** The first bar of a row that starts at or after an instant, or the end of the row. */
  firstStartingFrom(row: number, atMs: number): number {
    return this.#search(this.fromMs, row, (fromMs) => fromMs >= atMs);
  }

  #search(column: Float64Array, row: number, isBehind: (value: number) => boolean): number {
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

/** The order of the bars by row and start; undefined if they already have it. */
function orderOf({ row, fromMs }: BarColumns, rows: number): Int32Array | undefined {
  const size = row.length;
  let isSorted = true;
  for (let i = 1; i < size && isSorted; i++)
    isSorted = row[i - 1] < row[i] || (row[i - 1] === row[i] && fromMs[i - 1] <= fromMs[i]);
  if (isSorted) return undefined;
  const next = new Int32Array(rows + 1);
  for (let i = 0; i < size; i++) next[row[i] + 1]++;
  for (let i = 0; i < rows; i++) next[i + 1] += next[i];
  const ends = next.slice(1);
  const order = new Int32Array(size);
  for (let i = 0; i < size; i++) order[next[row[i]]++] = i;
  for (let i = 0, from = 0; i < rows; i++) {
    order.subarray(from, ends[i]).sort((a, b) => fromMs[a] - fromMs[b] || a - b);
    from = ends[i];
  }
  return order;
}
