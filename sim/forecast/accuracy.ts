// How good answers about starts were: errors of a point, and how often a range held, in all and by how far ahead they looked.

import { mean, percentile, ratio } from '../base/numbers/statistics.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, NEVER } from '../base/numbers/time.ts';
import type { PendingAnswer } from '../base/pending.ts';
import { instantOf, type Levels, type Ranged } from './samples/ranks.ts';

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

/** An answer about the start of a GPR that has started since, or waits still. */
export interface Compared {
  /** From the question to the foreseen start, ms. */
  readonly foreseenMs: number;
  /** From the question to the start, ms; if the GPR waits, to now. */
  readonly actualMs: number;
  readonly waits: boolean;
}

export interface ComparedRange extends Compared {
  /** Whether the start was in the range; undefined = there was none, or it is not known yet. */
  readonly covered: boolean | undefined;
  /** The same of the recalibrated range. */
  readonly coveredRecalibrated: boolean | undefined;
}

/**
 * Shares are 0 … 1, of the answers of which it is known; null = of none. Errors of answers about GPRs that wait are at least the time
 * by which these are overdue, which is what counts.
 */
export interface Accuracy {
  readonly answers: number;
  /** How many of them are about GPRs that wait, though they were to have started by now, if only by another answer. */
  readonly overdue: number;
  readonly medianErrorMs: number | null;
  /** Whether the median will be greater if the GPRs that wait start late enough. */
  readonly medianIsLowerBound: boolean;
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
  const errorMs = Float64Array.from(answers, errorOf).sort();
  const medianErrorMs = percentile(errorMs, 50);
  const latestMs = Float64Array.from(answers, (one) => (one.waits ? NEVER : errorOf(one))).sort();
  const share = (holds: (one: Compared) => boolean | undefined) => shareOf(answers.map(holds)).held;
  return {
    answers: answers.length,
    overdue: answers.filter(({ waits }) => waits).length,
    medianErrorMs,
    medianIsLowerBound: percentile(latestMs, 50) !== medianErrorMs,
    meanErrorMs: mean(errorMs),
    within10m: share(({ waits, foreseenMs, actualMs }) =>
      knownOf(
        Math.abs(foreseenMs - actualMs) <= 10 * MINUTE_MS,
        waits && actualMs - foreseenMs <= 10 * MINUTE_MS,
      ),
    ),
    withinFactor2: share(({ waits, foreseenMs, actualMs }) =>
      knownOf(actualMs <= 2 * foreseenMs && foreseenMs <= 2 * actualMs, waits && actualMs <= 2 * foreseenMs),
    ),
    exact: share((one) => knownOf(one.actualMs === one.foreseenMs, isAhead(one))),
    earlier: share((one) => knownOf(one.actualMs < one.foreseenMs, isAhead(one))),
    later: share((one) => knownOf(one.actualMs > one.foreseenMs, isAhead(one))),
  };
}

/** Of an answer, ms; at least, if the GPR waits. */
export function errorOf({ foreseenMs, actualMs, waits }: Compared): number {
  return waits ? Math.max(0, actualMs - foreseenMs) : Math.abs(foreseenMs - actualMs);
}

/** Whether the GPR waits, and may start when it was foreseen, or before. */
function isAhead({ waits, foreseenMs, actualMs }: Compared): boolean {
  return waits && actualMs <= foreseenMs;
}

function knownOf(holds: boolean, isOpen: boolean): boolean | undefined {
  return isOpen ? undefined : holds;
}

/** The share of those that hold, of those of which it is known. */
function shareOf(hold: readonly (boolean | undefined)[]): { held: number | null; known: number } {
  const known = hold.filter((holds) => holds !== undefined);
  return { held: ratio(known.filter((holds) => holds).length, known.length), known: known.length };
}

export function rangeAccuracyOf(answers: readonly ComparedRange[]): RangeAccuracy {
  const raw = shareOf(answers.map(({ covered }) => covered));
  const recalibrated = shareOf(answers.map(({ coveredRecalibrated }) => coveredRecalibrated));
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
 * Whether a start lies between two levels of an answer; undefined = it is not known yet. @param atMs the true start, NEVER = beyond the
 * horizon; if the GPR waits, now
 */
export function isBetween(
  { low, high }: Levels,
  answer: Ranged,
  atMs: number,
  waits: boolean,
): boolean | undefined {
  const [from, to] = [instantOf(answer, low), instantOf(answer, high)];
  if (waits && atMs <= to && atMs < NEVER) return undefined;
  return from <= atMs && atMs <= to;
}
