// The waits of a Gantt chart: spans of one reason before the starts of GPRs. A span narrower than a pixel is merged with the
// narrow span less than a pixel before it in the same lane; the longest decides the reason of a merged span.

import type { Waits } from '../../followers/history/waits/waits.ts';
import { WaitReason } from '../../kernel/queue/wait-reason.ts';
import { WAIT_REASONS, type WaitReasonName } from '../../language/views.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import type { GanttGpr } from './gantt-gprs.ts';

/** A wait. `span`: the latest of its spans as a head, NONE = it was none. */
export interface NewWait extends GanttGpr {
  readonly span: number;
  readonly row: number;
  readonly lane: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Its reason from `nowMs` on, of `WaitReason`. */
  readonly presentReason: number;
}

interface WaitBar {
  readonly row: number;
  readonly lane: number;
  readonly fromMs: number;
  toMs: number;
  /** undefined = of several GPRs. */
  of: GanttGpr | undefined;
  reason: number;
  /** Length of the longest merged span. */
  longestMs: number;
}

/** A GPR that is queued at the instant of the chart. `span`, `presentReason`: as in NewWait. */
export interface QueuedGpr extends GanttGpr {
  readonly cluster: number;
  readonly sinceMs: number;
  readonly span: number;
  readonly presentReason: number;
}

/** Columns of equal length. */
export interface WaitColumns {
  readonly row: number[];
  readonly lane: number[];
  /** Index of the GPR, −1 for a merged span of several. */
  readonly gpr: number[];
  readonly fromMs: number[];
  readonly toMs: number[];
  readonly reason: WaitReasonName[];
}

interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A part of a wait outside the window has at most about this number of spans. */
const SPANS_OUTSIDE = 50;

export type GanttWaits = ReturnType<typeof newGanttWaits>;

export function newGanttWaits(waits: Waits, window: Window, nowMs: number, pixelMs: number) {
  const bars: WaitBar[] = [];
  /** Row → lane → the last narrow bar. */
  const narrow: (WaitBar | undefined)[][] = [];
  /** The last bar of the present wait. */
  let last: WaitBar | undefined;

  /** The shortest span that is looked at from an instant on, so that a wait with many changes takes bounded time. */
  function stepAt(atMs: number, fromMs: number, toMs: number): number {
    if (atMs >= window.toMs) return Math.max(pixelMs, (toMs - window.toMs) / SPANS_OUTSIDE);
    if (atMs >= window.fromMs) return pixelMs;
    const step = Math.max(pixelMs, (window.fromMs - fromMs) / SPANS_OUTSIDE);
    return Math.min(step, Math.max(pixelMs, window.fromMs - atMs));
  }

  function show(wait: NewWait, fromMs: number, toMs: number, reason: number): void {
    if (toMs <= fromMs) return;
    const { row, lane } = wait;
    if (last?.reason === reason && last.of !== undefined) {
      last.toMs = toMs;
      last.longestMs = Math.max(last.longestMs, toMs - last.fromMs);
      return;
    }
    const longestMs = toMs - fromMs;
    const isNarrow = longestMs < pixelMs;
    narrow[row] ??= [];
    const before = narrow[row][lane];
    if (isNarrow && before !== undefined && fromMs - before.toMs < pixelMs) {
      before.toMs = Math.max(before.toMs, toMs);
      if (before.of?.uid !== wait.uid) before.of = undefined;
      if (longestMs > before.longestMs) {
        before.longestMs = longestMs;
        before.reason = reason;
      }
      last = before;
      return;
    }
    const bar: WaitBar = { row, lane, fromMs, toMs, of: wait, reason, longestMs };
    bars.push(bar);
    if (isNarrow) narrow[row][lane] = bar;
    last = bar;
  }

  return {
    get size(): number {
      return bars.length;
    },
    /** Adds a wait that overlaps the window. In each lane, waits must be added in the order of their ends. */
    add(wait: NewWait): void {
      last = undefined;
      const isCut = pixelMs >= window.toMs - window.fromMs;
      const fromMs = isCut ? Math.max(wait.fromMs, window.fromMs) : wait.fromMs;
      const toMs = isCut ? Math.min(wait.toMs, window.toMs) : wait.toMs;
      const pastMs = Math.min(toMs, nowMs);
      const { spans } = waits;
      const mine: number[] = [];
      for (let span = wait.span; span !== NONE && spans.toMs[span] > fromMs; span = spans.before[span])
        if (spans.fromMs[span] < pastMs) mine.push(span);
      let atMs = fromMs;
      for (const span of mine.reverse()) {
        show(wait, atMs, Math.min(spans.fromMs[span], pastMs), WaitReason.workspace);
        atMs = Math.max(atMs, spans.fromMs[span]);
        const endMs = Math.min(spans.toMs[span], pastMs);
        while (atMs < endMs) {
          const { reason, untilMs } = waits.tracks.at(spans.track[span], atMs);
          const nextMs = Math.min(endMs, Math.max(untilMs, atMs + Math.ceil(stepAt(atMs, fromMs, toMs))));
          show(wait, atMs, nextMs, reason);
          atMs = nextMs;
        }
      }
      show(wait, atMs, pastMs, WaitReason.workspace);
      show(wait, Math.max(fromMs, nowMs), toMs, wait.presentReason);
    },
    columns(gprOf: (gpr: GanttGpr) => number): WaitColumns {
      return {
        row: bars.map(({ row }) => row),
        lane: bars.map(({ lane }) => lane),
        gpr: bars.map(({ of }) => (of === undefined ? -1 : gprOf(of))),
        fromMs: bars.map(({ fromMs }) => fromMs),
        toMs: bars.map(({ toMs }) => toMs),
        reason: bars.map(({ reason }) => WAIT_REASONS[reason]),
      };
    },
  };
}
