// How good answers about starts were: errors of a point, and how often a range held, in all and by how far ahead they looked.

import { mean, percentile, ratio } from '../base/numbers/statistics.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, NEVER } from '../base/numbers/time.ts';
import type { PendingAnswer } from '../base/pending.ts';
import type { Levels } from './samples/ranks.ts';
import { quantile } from './samples/sampled-starts.ts';

/** Classes of answers, by the time that was foreseen to be left: up to this, and more than the class before. */
export const HORIZONS = [
  { horizon: '1m', upToMs: MINUTE_MS },
  { horizon: '5m', upToMs: 5 * MINUTE_MS },
  { horizon: '15m', upToMs: 15 * MINUTE_MS },
  { horizon: '1h', upToMs: HOUR_MS },
  { horizon: '4h', upToMs: 4 * HOUR_MS },
  { horizon: '1d', upToMs: DAY_MS },
  { horizon: 'more', upToMs: NEVER },
] as const;

export type Horizon = (typeof HORIZONS)[number]['horizon'];

/** An answer about the start of a GPR that has started since, or is overdue: it waits still, and was to have started by now. */
export interface Compared {
  /** From the question to the foreseen start, ms. */
  readonly foreseenMs: number;
  /** From the question to the start, ms; if the GPR is overdue, to now. */
  readonly actualMs: number;
  readonly isOverdue: boolean;
}

export interface ComparedRange extends Compared {
  /** Whether the start was in the range; undefined = there was none, or it is not known yet. */
  readonly covered: boolean | undefined;
  /** The same of the recalibrated range. */
  readonly coveredRecalibrated: boolean | undefined;
}

/** Shares are 0 … 1; null = of no answers. GPRs that are overdue count as if they started now: errors are at least these. */
export interface Accuracy {
  readonly answers: number;
  /** How many of them are about GPRs that are overdue. */
  readonly overdue: number;
  readonly medianErrorMs: number | null;
  readonly meanErrorMs: number | null;
  readonly within10m: number | null;
  /** Share of answers in which the time left was neither more than twice the foreseen one, nor less than half of it. */
  readonly withinFactor2: number | null;
  /** Shares of GPRs that started at the foreseen instant, before it and after it. */
  readonly exact: number | null;
  readonly earlier: number | null;
  readonly later: number | null;
}

export interface RangeAccuracy extends Accuracy {
  /** Share of ranges that contained the start, among those of which it is known. */
  readonly coverage: number | null;
  readonly ranges: number;
  /** The same of recalibrated ranges. */
  readonly coverageRecalibrated: number | null;
  readonly recalibrated: number;
}

export function accuracyOf(answers: readonly Compared[]): Accuracy {
  const errorMs = Float64Array.from(answers, (one) => Math.abs(one.foreseenMs - one.actualMs)).sort();
  const share = (holds: (one: Compared) => boolean) => ratio(answers.filter(holds).length, answers.length);
  return {
    answers: answers.length,
    overdue: answers.filter(({ isOverdue }) => isOverdue).length,
    medianErrorMs: percentile(errorMs, 50),
    meanErrorMs: mean(errorMs),
    within10m: share((one) => Math.abs(one.foreseenMs - one.actualMs) <= 10 * MINUTE_MS),
    withinFactor2: share(
      ({ foreseenMs, actualMs }) => actualMs <= 2 * foreseenMs && foreseenMs <= 2 * actualMs,
    ),
    exact: share((one) => one.actualMs === one.foreseenMs),
    earlier: share((one) => one.actualMs < one.foreseenMs),
    later: share((one) => one.actualMs > one.foreseenMs),
  };
}

export function rangeAccuracyOf(answers: readonly ComparedRange[]): RangeAccuracy {
  const share = (covered: readonly (boolean | undefined)[]) => {
    const known = covered.filter((held) => held !== undefined);
    return { held: ratio(known.filter((held) => held).length, known.length), known: known.length };
  };
  const raw = share(answers.map(({ covered }) => covered));
  const recalibrated = share(answers.map(({ coveredRecalibrated }) => coveredRecalibrated));
  return {
    ...accuracyOf(answers),
    coverage: raw.held,
    ranges: raw.known,
    coverageRecalibrated: recalibrated.held,
    recalibrated: recalibrated.known,
  };
}

/** An accuracy, and the same by class, the nearest first. */
export type ByHorizon<A> = A & { readonly horizons: (A & { readonly horizon: Horizon })[] };

export function byHorizon<T extends Compared, A>(
  answers: readonly T[],
  accuracyOf: (answers: readonly T[]) => A,
): PendingAnswer<ByHorizon<A>> {
  let all: A | undefined;
  const horizons: (A & { horizon: Horizon })[] = [];
  return {
    run() {
      if (all === undefined) all = accuracyOf(answers);
      else {
        const { horizon } = HORIZONS[horizons.length];
        const ofHorizon = answers.filter(({ foreseenMs }) => horizonOf(foreseenMs) === horizon);
        horizons.push({ horizon, ...accuracyOf(ofHorizon) });
      }
      return horizons.length === HORIZONS.length;
    },
    answer: () => ({ ...all!, horizons }),
  };
}

export function horizonOf(foreseenMs: number): Horizon {
  return HORIZONS.find(({ upToMs }) => foreseenMs <= upToMs)!.horizon;
}

/**
 * Whether a start lies between two levels of sampled ones; undefined = it is not known yet. @param startMs in ascending order, NEVER =
 * beyond the horizon @param atMs the true start, NEVER as above; if the GPR is overdue, now
 */
export function isBetween(
  { low, high }: Levels,
  startMs: Float64Array,
  atMs: number,
  isOverdue: boolean,
): boolean | undefined {
  const [from, to] = [quantile(startMs, low), quantile(startMs, high)];
  if (isOverdue && atMs <= to && atMs < NEVER) return undefined;
  return from <= atMs && atMs <= to;
}
