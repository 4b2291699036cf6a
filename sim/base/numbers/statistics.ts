// Figures of many values.

import { sumOf } from './compensated-sum.ts';

/** Nearest-rank percentile of ascending values; null if there are none. */
export function percentile(values: Float64Array, percent: number): number | null {
  if (values.length === 0) return null;
  return values[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)];
}

/** null if there are no values. */
export function mean(values: Float64Array): number | null {
  return ratio(sumOf(values), values.length);
}

/** null if `whole` is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
