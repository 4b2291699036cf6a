// In which unit, and to how many digits, a row is shown: the same for all of its figures, so that they can be compared.

import type { Comparison } from '../../../compare/comparison.ts';
import type { Interval } from '../../../compare/interval.ts';

export interface Scale {
  readonly unit: string;
  /** From the metric's own unit to this one. */
  readonly factor: number;
  /** Behind the point. */
  readonly digits: number;
}

/** The largest of a row is shown in the first unit of which it has less than `below`. */
const timeUnits = [
  { unit: 's', ms: 1000, below: 120 },
  { unit: 'min', ms: 60_000, below: 120 },
  { unit: 'h', ms: 3_600_000, below: Number.POSITIVE_INFINITY },
];
const DIGITS_MAX = 4;

export function scaleOf({ metric, means }: Comparison): Scale {
  const largest = Math.max(...means.map(({ mean }) => mean));
  const { unit, factor } = unitOf(metric.kind, largest);
  return { unit, factor, digits: digitsOf(means, factor) };
}

/** Two digits of the narrowest interval count; where there is none, four of the largest mean. */
export function digitsOf(intervals: readonly Interval[], factor: number): number {
  const halfWidths = intervals.map(({ halfWidth }) => (halfWidth ?? 0) * factor);
  const narrowest = Math.min(...halfWidths.filter((halfWidth) => halfWidth > 0));
  if (Number.isFinite(narrowest)) return digitsFor(narrowest, 2);
  const means = intervals.map(({ mean }) => mean * factor);
  return means.every(Number.isInteger) ? 0 : digitsFor(Math.max(...means.map(Math.abs)), 4);
}

function unitOf(kind: 'time' | 'share' | 'number', largest: number): Omit<Scale, 'digits'> {
  if (kind === 'number') return { unit: '', factor: 1 };
  if (kind === 'share') return { unit: '%', factor: 100 };
  const { unit, ms } = timeUnits.find(({ ms, below }) => largest < ms * below)!;
  return { unit, factor: 1 / ms };
}

/** Digits behind the point so that so many digits of a value are shown. */
function digitsFor(value: number, count: number): number {
  return Math.max(0, Math.min(DIGITS_MAX, count - 1 - Math.floor(Math.log10(value))));
}
