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
  /** All spans of its wait, by time; a merged span is alone. */
  readonly whole: readonly WaitSpan[];
}

/** What is shown of a span. */
interface Piece {
  readonly span: WaitSpan;
  readonly fromMs: number;
}

export class Waits {
  /** Row → what is shown, by lane and time; pieces of a lane do not overlap. */
  readonly ofRow: readonly (readonly Piece[])[];
  /** By time. */
  readonly #ofGpr: ReadonlyMap<number, readonly WaitSpan[]>;

  constructor({ row, lane, gpr, fromMs, toMs, reason }: WaitColumns, rows: number) {
    const order = row.map((_, i) => i).sort((a, b) => gpr[a] - gpr[b] || fromMs[a] - fromMs[b]);
    let last: WaitSpan | undefined;
    const spans = order.map((i) => {
      const goesOn = gpr[i] >= 0 && last?.gpr === gpr[i] && last.toMs === fromMs[i];
      const whole = goesOn ? (last!.whole as WaitSpan[]) : [];
      last = {
        row: row[i],
        lane: lane[i],
        gpr: gpr[i],
        fromMs: fromMs[i],
        toMs: toMs[i],
        reason: WAIT_REASONS.indexOf(reason[i]),
        whole,
      };
      whole.push(last);
      return last;
    });
    this.#ofGpr = Map.groupBy(spans, (span) => span.gpr);
    const ofRow: WaitSpan[][] = Array.from({ length: rows }, () => []);
    for (const span of spans) ofRow[span.row].push(span);
    this.ofRow = ofRow.map(piecesOf);
  }

  /** The wait of a GPR that ends at an instant, or contains it; empty without one. */
  waitOf(gpr: number, atMs: number): readonly WaitSpan[] {
    const spans = gpr < 0 ? undefined : this.#ofGpr.get(gpr);
    return spans?.find(({ fromMs, toMs }) => fromMs < atMs && atMs <= toMs)?.whole ?? [];
  }
}

function piecesOf(spans: WaitSpan[]): readonly Piece[] {
  const endOf = ({ whole }: WaitSpan) => whole.at(-1)!.toMs;
  spans.sort((a, b) => a.lane - b.lane || endOf(a) - endOf(b) || a.fromMs - b.fromMs || a.toMs - b.toMs);
  const pieces: Piece[] = [];
  for (const span of spans) {
    const before = pieces.at(-1)?.span;
    const fromMs = before?.lane === span.lane ? Math.max(span.fromMs, before.toMs) : span.fromMs;
    if (fromMs < span.toMs) pieces.push({ span, fromMs });
  }
  return pieces;
}
