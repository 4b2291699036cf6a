import { sumOf } from '../../../sim/index.ts';
import { studentT } from './student.ts';

/** The probability that an interval contains the true mean, for roughly normal samples. */
export const CONFIDENCE = 0.95;

export interface Interval {
  readonly mean: number;
  /** Half of the interval's width; null for a single sample or equal samples, which give no interval. */
  readonly halfWidth: number | null;
}

export function intervalOf(samples: readonly number[]): Interval {
  const [first] = samples;
  // The rounded mean of equal samples can differ from them.
  if (samples.every((sample) => sample === first)) return { mean: first, halfWidth: null };
  const count = samples.length;
  const mean = sumOf(samples) / count;
  const squares = sumOf(samples.map((sample) => (sample - mean) ** 2));
  const standardError = Math.sqrt(squares / (count - 1) / count);
  return { mean, halfWidth: studentT(CONFIDENCE, count - 1) * standardError };
}

export function isAboveZero({ mean, halfWidth }: Interval): boolean {
  return halfWidth !== null && mean > halfWidth;
}
