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
  readonly span: readonly WaitSpan[];
}

export class Waits {
  readonly pieces: Pieces;
  /** Row → index of its first piece; one more entry than rows. */
  readonly firstOfRow: readonly number[];
  /** GPR → its spans by time. */
  readonly #ofGpr = new Map<number, WaitSpan[]>();

  constructor(columns: WaitColumns, rows: number) {
    const spans = columns.row.map((row, i) => ({
      ...{ row, lane: columns.lane[i], gpr: columns.gpr[i] },
      ...{ fromMs: columns.fromMs[i], toMs: columns.toMs[i] },
      reason: WAIT_REASONS.indexOf(columns.reason[i]),
    }));
    for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
      const known = this.#ofGpr.get(span.gpr);
      if (known === undefined) this.#ofGpr.set(span.gpr, [span]);
      else known.push(span);
    }
    const ends = new Map(spans.map((span) => [span, this.wholeOf(span).at(-1)!.toMs]));
    const ordered = spans.sort(
      (a, b) =>
        a.row - b.row ||
        a.lane - b.lane ||
        ends.get(a)! - ends.get(b)! ||
        a.fromMs - b.fromMs ||
        a.toMs - b.toMs,
    );
    const pieces: WaitSpan[] = [];
    const fromMs: number[] = [];
    let reachMs = 0;
    ordered.forEach((span, i) => {
      const before = ordered[i - 1];
      if (before?.row !== span.row || before.lane !== span.lane) reachMs = Number.NEGATIVE_INFINITY;
      const begin = Math.max(span.fromMs, reachMs);
      if (begin >= span.toMs) return;
      reachMs = span.toMs;
      pieces.push(span);
      fromMs.push(begin);
    });
    this.pieces = {
      lane: Int32Array.from(pieces, ({ lane }) => lane),
      fromMs: Float64Array.from(fromMs),
      toMs: Float64Array.from(pieces, ({ toMs }) => toMs),
      reason: Uint8Array.from(pieces, ({ reason }) => reason),
      span: pieces,
    };
    const firstOfRow = Array.from({ length: rows + 1 }, () => 0);
    for (const { row } of pieces) firstOfRow[row + 1]++;
    for (let row = 0; row < rows; row++) firstOfRow[row + 1] += firstOfRow[row];
    this.firstOfRow = firstOfRow;
  }

  /** The spans of the wait that has this span; merged spans stand alone. */
  wholeOf(span: WaitSpan): readonly WaitSpan[] {
    if (span.gpr < 0) return [span];
    const all = this.#ofGpr.get(span.gpr)!;
    const at = all.findIndex(({ fromMs, toMs }) => fromMs <= span.fromMs && span.toMs <= toMs);
    let [first, last] = [at, at];
    while (first > 0 && all[first - 1].toMs === all[first].fromMs) first--;
    while (last + 1 < all.length && all[last].toMs === all[last + 1].fromMs) last++;
    return all.slice(first, last + 1);
  }

  /** The wait of a GPR that ends at an instant, or contains it; empty without one. */
  waitOf(gpr: number, atMs: number): readonly WaitSpan[] {
    const found =
      gpr < 0 ? undefined : this.#ofGpr.get(gpr)?.find(({ fromMs, toMs }) => fromMs < atMs && atMs <= toMs);
    return found === undefined ? [] : this.wholeOf(found);
  }
}
