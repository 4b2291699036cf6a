import { studentT } from './student.ts';

/** The probability that an interval contains the true mean, for roughly normal samples. */
export const CONFIDENCE = 0.95;

export interface Interval {
  readonly mean: number;
  /** Half of the interval's width; null for a single sample or equal samples, which give no interval. */
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

export function isAboveZero({ mean, halfWidth }: Interval): boolean {
  return halfWidth !== null && mean > halfWidth;
}
