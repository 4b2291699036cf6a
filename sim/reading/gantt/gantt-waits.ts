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

export class GanttWaits {
  readonly #waits: Waits;
  readonly #window: Window;
  readonly #nowMs: number;
  readonly #pixelMs: number;
  readonly #bars: WaitBar[] = [];
  /** Row → lane → the last narrow bar. */
  readonly #narrow: (WaitBar | undefined)[][] = [];
  /** The last bar of the present wait. */
  #last: WaitBar | undefined;

  constructor(waits: Waits, window: Window, nowMs: number, pixelMs: number) {
    this.#waits = waits;
    this.#window = window;
    this.#nowMs = nowMs;
    this.#pixelMs = pixelMs;
  }

  get size(): number {
    return this.#bars.length;
  }

  /** Adds a wait that overlaps the window. In each lane, waits must be added in the order of their ends. */
  add(wait: NewWait): void {
    this.#last = undefined;
    const isCut = this.#pixelMs >= this.#window.toMs - this.#window.fromMs;
    const fromMs = isCut ? Math.max(wait.fromMs, this.#window.fromMs) : wait.fromMs;
    const toMs = isCut ? Math.min(wait.toMs, this.#window.toMs) : wait.toMs;
    const pastMs = Math.min(toMs, this.#nowMs);
    const { spans } = this.#waits;
    const mine: number[] = [];
    for (let span = wait.span; span !== NONE && spans.toMs[span] > fromMs; span = spans.before[span])
      if (spans.fromMs[span] < pastMs) mine.push(span);
    let atMs = fromMs;
    for (const span of mine.reverse()) {
      this.#show(wait, atMs, Math.min(spans.fromMs[span], pastMs), WaitReason.workspace);
      atMs = Math.max(atMs, spans.fromMs[span]);
      const endMs = Math.min(spans.toMs[span], pastMs);
      while (atMs < endMs) {
        const { reason, untilMs } = this.#waits.tracks.at(spans.track[span], atMs);
        const nextMs = Math.min(endMs, Math.max(untilMs, atMs + Math.ceil(this.#stepAt(atMs, fromMs, toMs))));
        this.#show(wait, atMs, nextMs, reason);
        atMs = nextMs;
      }
    }
    this.#show(wait, atMs, pastMs, WaitReason.workspace);
    this.#show(wait, Math.max(fromMs, this.#nowMs), toMs, wait.presentReason);
  }

  columns(gprOf: (gpr: GanttGpr) => number): WaitColumns {
    const bars = this.#bars;
    return {
      row: bars.map(({ row }) => row),
      lane: bars.map(({ lane }) => lane),
      gpr: bars.map(({ of }) => (of === undefined ? -1 : gprOf(of))),
      fromMs: bars.map(({ fromMs }) => fromMs),
      toMs: bars.map(({ toMs }) => toMs),
      reason: bars.map(({ reason }) => WAIT_REASONS[reason]),
    };
  }

  /** The shortest span that is looked at from an instant on, so that a wait with many changes takes bounded time. */
  #stepAt(atMs: number, fromMs: number, toMs: number): number {
    const window = this.#window;
    if (atMs >= window.toMs) return Math.max(this.#pixelMs, (toMs - window.toMs) / SPANS_OUTSIDE);
    if (atMs >= window.fromMs) return this.#pixelMs;
    const step = Math.max(this.#pixelMs, (window.fromMs - fromMs) / SPANS_OUTSIDE);
    return Math.min(step, Math.max(this.#pixelMs, window.fromMs - atMs));
  }

  #show(wait: NewWait, fromMs: number, toMs: number, reason: number): void {
    if (toMs <= fromMs) return;
    const { row, lane } = wait;
    const last = this.#last;
    if (last?.reason === reason && last.of !== undefined) {
      last.toMs = toMs;
      last.longestMs = Math.max(last.longestMs, toMs - last.fromMs);
      return;
    }
    const longestMs = toMs - fromMs;
    const isNarrow = longestMs < this.#pixelMs;
    this.#narrow[row] ??= [];
    const before = this.#narrow[row][lane];
    if (isNarrow && before !== undefined && fromMs - before.toMs < this.#pixelMs) {
      before.toMs = Math.max(before.toMs, toMs);
      if (before.of?.uid !== wait.uid) before.of = undefined;
      if (longestMs > before.longestMs) {
        before.longestMs = longestMs;
        before.reason = reason;
      }
      this.#last = before;
      return;
    }
    const bar: WaitBar = { row, lane, fromMs, toMs, of: wait, reason, longestMs };
    this.#bars.push(bar);
    if (isNarrow) this.#narrow[row][lane] = bar;
    this.#last = bar;
  }
}
