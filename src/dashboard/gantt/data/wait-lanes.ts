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
  /** Of the whole wait. A merged span is alone. */
  readonly endMs: number;
  /** Index in `WAIT_REASONS`. */
  readonly reason: number;
}

/** What is shown of a span. */
interface Piece {
  readonly span: WaitSpan;
  readonly fromMs: number;
}

export class Waits {
  /** Row → what is shown, by lane and time; pieces of a lane do not overlap. */
  readonly ofRow: readonly (readonly Piece[])[];
  /** By time, the last one first. */
  readonly #ofGpr = new Map<number, readonly WaitSpan[]>();

  constructor({ row, lane, gpr, fromMs, toMs, reason }: WaitColumns, rows: number) {
    const ofRow: WaitSpan[][] = Array.from({ length: rows }, () => []);
    for (const [of, indexes] of Map.groupBy(row.keys(), (i) => gpr[i])) {
      let next: WaitSpan | undefined;
      const spans = indexes
        .sort((a, b) => fromMs[b] - fromMs[a])
        .map((i) => {
          const goesOn = of >= 0 && next?.fromMs === toMs[i];
          next = {
            row: row[i],
            lane: lane[i],
            gpr: of,
            fromMs: fromMs[i],
            toMs: toMs[i],
            endMs: goesOn ? next!.endMs : toMs[i],
            reason: WAIT_REASONS.indexOf(reason[i]),
          };
          ofRow[row[i]].push(next);
          return next;
        });
      this.#ofGpr.set(of, spans);
    }
    this.ofRow = ofRow.map(piecesOf);
  }

  /** The spans of the wait that has this span, by time. */
  wholeOf(span: WaitSpan): readonly WaitSpan[] {
    if (span.gpr < 0) return [span];
    return this.#ofGpr
      .get(span.gpr)!
      .filter(({ endMs }) => endMs === span.endMs)
      .toReversed();
  }

  /** The wait of a GPR that ends at an instant, or contains it; empty without one. */
  waitOf(gpr: number, atMs: number): readonly WaitSpan[] {
    const spans = gpr < 0 ? undefined : this.#ofGpr.get(gpr);
    const found = spans?.find(({ fromMs, toMs }) => fromMs < atMs && atMs <= toMs);
    return found === undefined ? [] : this.wholeOf(found);
  }
}

function piecesOf(spans: WaitSpan[]): readonly Piece[] {
  spans.sort((a, b) => a.lane - b.lane || a.endMs - b.endMs || a.fromMs - b.fromMs || a.toMs - b.toMs);
  const pieces: Piece[] = [];
  for (const span of spans) {
    const before = pieces.at(-1)?.span;
    const fromMs = before?.lane === span.lane ? Math.max(span.fromMs, before.toMs) : span.fromMs;
    if (fromMs < span.toMs) pieces.push({ span, fromMs });
  }
  return pieces;
}
