// The recorded estimates of a GPR as lines over time, one for each wait. A line has only what was read: it ends at the start,
// or at the instant of the reading.

import type { EstimatePage, RecordedEstimate, RecordedWait } from '../../api/sim/answers.ts';

export interface Step {
  readonly number: number;
  /** When it was recorded, and the start that it names (null: none), in simulated ms since 1970. */
  readonly atMs: number;
  readonly startMs: number | null;
  readonly causes: readonly string[];
}

export interface Line {
  /** The first recording of the wait, and each change. */
  readonly steps: readonly Step[];
  /** When the wait ended in a start; null if it has not. */
  readonly startedMs: number | null;
  readonly endMs: number;
  /** The start, or the estimate at the reading; null if no start was foreseen. */
  readonly endStartMs: number | null;
}

/** What a line shows without a change: one estimate. */
export interface Level {
  readonly fromMs: number;
  readonly toMs: number;
  readonly startMs: number;
}

type Reading = Pick<EstimatePage, 'now' | 'estimatedStartTime' | 'waits'>;

export function linesOf({ now, estimatedStartTime, waits }: Reading): readonly Line[] {
  return waits.map(({ startedAt, estimates }) => {
    const steps = estimates.map(stepOf);
    const startedMs = startedAt === null ? null : Date.parse(startedAt);
    if (startedMs !== null) return { steps, startedMs, endMs: startedMs, endStartMs: startedMs };
    return { steps, startedMs, endMs: Date.parse(now), endStartMs: msOf(estimatedStartTime) };
  });
}

function stepOf({ number, at, estimatedStartTime, causes }: RecordedEstimate): Step {
  return { number, atMs: Date.parse(at), startMs: msOf(estimatedStartTime), causes };
}

function msOf(time: string): number | null {
  return time === '' ? null : Date.parse(time);
}

/** The levels of a line, in order. Between them are gaps where no start was foreseen. */
export function levelsOf({ steps, endMs }: Line): readonly Level[] {
  return steps.flatMap(({ atMs, startMs }, i) => {
    const toMs = steps[i + 1]?.atMs ?? endMs;
    return startMs === null ? [] : [{ fromMs: atMs, toMs, startMs }];
  });
}

/** Joins a page to the known waits. It begins at any known change, or right behind the last one. */
export function joined(
  known: readonly RecordedWait[],
  page: readonly RecordedWait[],
): readonly RecordedWait[] {
  const [begun, ...more] = page;
  if (begun === undefined) return known;
  const from = begun.estimates[0].number;
  const before = known
    .map((wait) => ({ ...wait, estimates: wait.estimates.filter(({ number }) => number < from) }))
    .filter(({ estimates }) => estimates.length > 0);
  if (begun.estimates[0].first || before.length === 0) return [...before, ...page];
  const open = before.pop()!;
  return [...before, { ...begun, estimates: [...open.estimates, ...begun.estimates] }, ...more];
}
