// How good answers about starts were: errors of a point, and how often a range held, in all and by how far ahead they looked.

import { mean, percentile, ratio } from '../base/numbers/statistics.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, NEVER } from '../base/numbers/time.ts';
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

/** An answer about the start of a GPR that has started since. */
export interface Resolved {
  /** From the question to the foreseen start, ms. */
  readonly foreseenMs: number;
  /** From the question to the start, ms. */
  readonly actualMs: number;
  /** Whether the start was in the range; undefined = there was none. */
  readonly covered: boolean | undefined;
  /** The same of the recalibrated range; undefined = there was none. */
  readonly coveredRecalibrated: boolean | undefined;
}

/** Shares are 0 … 1; null = of no answers. */
export interface Accuracy {
  readonly answers: number;
  readonly medianErrorMs: number | null;
  readonly meanErrorMs: number | null;
  readonly within10m: number | null;
  /** Share of answers in which the time left was neither more than twice the foreseen one, nor less than half of it. */
  readonly withinFactor2: number | null;
  /** Shares of GPRs that started at the foreseen instant, before it and after it. */
  readonly exact: number | null;
  readonly earlier: number | null;
  readonly later: number | null;
  /** Share of ranges that contained the start. */
  readonly coverage: number | null;
  readonly coverageRecalibrated: number | null;
}

export function accuracyOf(answers: readonly Resolved[]): Accuracy {
  const errorMs = Float64Array.from(answers, (one) => Math.abs(one.foreseenMs - one.actualMs)).sort();
  const share = (holds: (one: Resolved) => boolean | undefined) => {
    const known = answers.map(holds).filter((held) => held !== undefined);
    return ratio(known.filter((held) => held).length, known.length);
  };
  return {
    answers: answers.length,
    medianErrorMs: percentile(errorMs, 50),
    meanErrorMs: mean(errorMs),
    within10m: share((one) => Math.abs(one.foreseenMs - one.actualMs) <= 10 * MINUTE_MS),
    withinFactor2: share(
      ({ foreseenMs, actualMs }) => actualMs <= 2 * foreseenMs && foreseenMs <= 2 * actualMs,
    ),
    exact: share((one) => one.actualMs === one.foreseenMs),
    earlier: share((one) => one.actualMs < one.foreseenMs),
    later: share((one) => one.actualMs > one.foreseenMs),
    coverage: share((one) => one.covered),
    coverageRecalibrated: share((one) => one.coveredRecalibrated),
  };
}

export interface HorizonAccuracy extends Accuracy {
  readonly horizon: Horizon;
}

/** The same by class, the nearest first. */
export function accuracyByHorizon(answers: readonly Resolved[]): HorizonAccuracy[] {
  return HORIZONS.map(({ horizon }) => ({
    horizon,
    ...accuracyOf(answers.filter(({ foreseenMs }) => horizonOf(foreseenMs) === horizon)),
  }));
}

export function horizonOf(foreseenMs: number): Horizon {
  return HORIZONS.find(({ upToMs }) => foreseenMs <= upToMs)!.horizon;
}

/** Whether a start lies between two levels of sampled ones. @param startMs in ascending order, NEVER = beyond the horizon */
export function isBetween({ low, high }: Levels, startMs: Float64Array, atMs: number): boolean {
  return quantile(startMs, low) <= atMs && atMs <= quantile(startMs, high);
}
