// The mean of samples, and how far from it the true mean may be.

import { studentT } from './student.ts';

/** Probability that an interval holds the true mean, if samples are about normal. */
export const CONFIDENCE = 0.95;

export interface Interval {
  readonly mean: number;
  /** The interval reaches this far below the mean and above it; null where samples tell of none: one, or equal ones. */
  readonly halfWidth: number | null;
}

export function intervalOf(samples: readonly number[]): Interval {
  const count = samples.length;
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / count;
  const squares = samples.reduce((sum, sample) => sum + (sample - mean) ** 2, 0);
  if (squares === 0) return { mean, halfWidth: null };
  const standardError = Math.sqrt(squares / (count - 1) / count);
  return { mean, halfWidth: studentT(CONFIDENCE, count - 1) * standardError };
}

/** Whether all of an interval lies above 0. */
export function isAboveZero({ mean, halfWidth }: Interval): boolean {
  return halfWidth !== null && mean > halfWidth;
}
