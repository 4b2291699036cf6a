// The bars of a Gantt chart. A bar narrower than a pixel is merged with the narrow bars less than a pixel before it in the
// same lanes. A merged bar has no GPR, but a count.

import { Reason, State } from '../../facts/numbered.ts';
import type { History } from '../../followers/history/history.ts';

/** How the attempts of a bar ended. */
export const BAR_ENDS = [
  'running',
  'complete',
  'released',
  'idle-time-out',
  'node-failure',
  'evicted',
  'failed',
  'workspace-deleted',
  'mixed',
] as const;

export type BarEnd = (typeof BAR_ENDS)[number];

const END_OF_REASON: Readonly<Record<number, BarEnd>> = {
  [Reason.none]: 'running',
  [Reason.exitDuration]: 'complete',
  [Reason.runTime]: 'complete',
  [Reason.earlyRelease]: 'released',
  [Reason.idleTimeOut]: 'idle-time-out',
  [Reason.nodeFailure]: 'node-failure',
  [Reason.eviction]: 'evicted',
  [Reason.provisioningFailure]: 'failed',
  [Reason.workspaceDeleted]: 'workspace-deleted',
};

/** A new bar. `endMs`: of the drawn bar, also while the attempt runs. */
interface NewBar {
  readonly history: History;
  readonly attempt: number;
  readonly row: number;
  readonly lane: number;
  readonly lanes: number;
  readonly fromMs: number;
  /** null = the attempt runs. */
  readonly toMs: number | null;
  readonly endMs: number;
  readonly planned: boolean;
}

interface Bar {
  readonly row: number;
  readonly lane: number;
  lanes: number;
  readonly fromMs: number;
  toMs: number | null;
  endMs: number;
  readonly planned: boolean;
  end: BarEnd;
  /** undefined = merged. */
  of: { readonly history: History; readonly attempt: number } | undefined;
  count: number;
}

/** Columns of equal length. */
export interface BarColumns {
  readonly row: number[];
  readonly lane: number[];
  readonly lanes: number[];
  readonly fromMs: number[];
  readonly toMs: (number | null)[];
  /** Index of the GPR, −1 for a merged bar. */
  readonly gpr: number[];
  readonly end: BarEnd[];
  /** 1 = the forecast's future. */
  readonly planned: number[];
  readonly count: number[];
}

export class GanttBars {
  readonly #pixelMs: number;
  readonly #bars: Bar[] = [];
  /** Row → lane → the last narrow bar. */
  readonly #narrow: (Bar | undefined)[][] = [];

  constructor(pixelMs: number) {
    this.#pixelMs = pixelMs;
  }

  get size(): number {
    return this.#bars.length;
  }

  /** Adds a bar. In each lane, bars must be added in the order of time. */
  add(given: NewBar): void {
    const { fromMs, endMs } = given;
    if (endMs - fromMs >= this.#pixelMs) this.#push(given, given.lane, given.lanes);
    else this.#addNarrow(given);
  }

  columns(gprOf: (history: History, attempt: number) => number): BarColumns {
    const bars = this.#bars;
    return {
      row: bars.map(({ row }) => row),
      lane: bars.map(({ lane }) => lane),
      lanes: bars.map(({ lanes }) => lanes),
      fromMs: bars.map(({ fromMs }) => fromMs),
      toMs: bars.map(({ toMs }) => toMs),
      gpr: bars.map(({ of }) => (of === undefined ? -1 : gprOf(of.history, of.attempt))),
      end: bars.map(({ end }) => end),
      planned: bars.map(({ planned }) => (planned ? 1 : 0)),
      count: bars.map(({ count }) => count),
    };
  }

  #push({ history, attempt, row, fromMs, toMs, endMs, planned }: NewBar, lane: number, lanes: number): Bar {
    const end = endOf(history, attempt, toMs);
    const of = { history, attempt };
    const bar: Bar = { row, lane, lanes, fromMs, toMs, endMs, planned, end, of, count: 1 };
    this.#bars.push(bar);
    return bar;
  }

  #addNarrow(given: NewBar): void {
    const { row, lane, lanes } = given;
    this.#narrow[row] ??= [];
    const last = this.#narrow[row];
    const before = last[lane];
    if (
      before !== undefined &&
      this.#joins(before, given) &&
      before.lane === lane &&
      before.lanes === lanes
    ) {
      merge(before, given);
      return;
    }
    let isAlone = true;
    for (let at = lane; at < lane + lanes; at++) if (this.#joins(last[at], given)) isAlone = false;
    if (isAlone) {
      const bar = this.#push(given, lane, lanes);
      for (let at = lane; at < lane + lanes; at++) last[at] = bar;
      return;
    }
    for (let at = lane; at < lane + lanes; at++) {
      const joined = last[at];
      if (!this.#joins(joined, given)) {
        last[at] = this.#push(given, at, 1);
        continue;
      }
      this.#split(joined!, last);
      merge(last[at]!, given);
    }
  }

  /** Whether a narrow bar is merged with the one before it. */
  #joins(before: Bar | undefined, { fromMs, planned }: NewBar): boolean {
    return before !== undefined && before.planned === planned && fromMs - before.endMs < this.#pixelMs;
  }

  /** Divides a merged bar of several lanes into bars of one lane. */
  #split(bar: Bar, last: (Bar | undefined)[]): void {
    for (let lane = bar.lane + 1; lane < bar.lane + bar.lanes; lane++) {
      const part = { ...bar, lane, lanes: 1 };
      this.#bars.push(part);
      last[lane] = part;
    }
    bar.lanes = 1;
  }
}

function merge(bar: Bar, { history, attempt, toMs, endMs }: NewBar): void {
  const end = endOf(history, attempt, toMs);
  bar.toMs = toMs;
  bar.endMs = Math.max(bar.endMs, endMs);
  bar.end = bar.end === end ? end : 'mixed';
  bar.of = undefined;
  bar.count++;
}

/** @param toMs null = the attempt runs */
export function endOf({ attempts }: History, attempt: number, toMs: number | null): BarEnd {
  if (toMs === null || attempts.state[attempt] === State.none) return 'running';
  return END_OF_REASON[attempts.reason[attempt]];
}
