// The unit and the number of digits of a row, equal for all of its figures.

import type { Comparison } from '../statistics/comparison.ts';
import type { Interval } from '../statistics/interval.ts';

export interface Scale {
  readonly unit: string;
  /** Multiplies values in the metric's unit. */
  readonly factor: number;
  readonly digits: number;
}

/** A row has the first unit in which its largest value is less than `below`. */
const timeUnits = [
  { unit: 's', ms: 1000, below: 120 },
  { unit: 'min', ms: 60_000, below: 120 },
  { unit: 'h', ms: 3_600_000, below: Number.POSITIVE_INFINITY },
];
const DIGITS_MAX = 4;

export function scaleOf({ metric, means }: Comparison): Scale {
  return scaleOfValues(metric.kind, means);
}

/** @param largest the value that decides on the unit */
export function scaleOfValues(
  kind: 'time' | 'share' | 'number',
  means: readonly Interval[],
  largest: number = means.reduce((most, { mean }) => Math.max(most, mean), 0),
): Scale {
  const { unit, factor } = unitOf(kind, largest);
  return { unit, factor, digits: digitsOf(means, factor) };
}

/** Shows two significant digits of the narrowest interval, or four of the largest mean if there is no interval. */
export function digitsOf(intervals: readonly Interval[], factor: number): number {
  const halfWidths = intervals.map(({ halfWidth }) => (halfWidth ?? 0) * factor);
  const narrowest = halfWidths.reduce(
    (least, halfWidth) => (halfWidth > 0 ? Math.min(least, halfWidth) : least),
    Number.POSITIVE_INFINITY,
  );
  if (Number.isFinite(narrowest)) return digitsFor(narrowest, 2);
  const means = intervals.map(({ mean }) => mean * factor);
  return means.every(Number.isInteger)
    ? 0
    : digitsFor(
        means.reduce((most, mean) => Math.max(most, Math.abs(mean)), 0),
        4,
      );
}

function unitOf(kind: 'time' | 'share' | 'number', largest: number): Omit<Scale, 'digits'> {
  if (kind === 'number') return { unit: '', factor: 1 };
  if (kind === 'share') return { unit: '%', factor: 100 };
  const { unit, ms } = timeUnits.find(({ ms, below }) => largest < ms * below)!;
  return { unit, factor: 1 / ms };
}

/** Digits after the decimal point that show `count` significant digits of a value. */
function digitsFor(value: number, count: number): number {
  return Math.max(0, Math.min(DIGITS_MAX, count - 1 - Math.floor(Math.log10(value))));
}
