// The texts of the table of a comparison: a row for each metric, a column for each variant.

import type { Grid } from '../grid.ts';
import type { Metric } from '../statistics/compared-metrics.ts';
import type { Comparison } from '../statistics/comparison.ts';
import type { Interval } from '../statistics/interval.ts';
import { digitsOf, type Scale } from './row-scale.ts';

/** The head of a row: the metric with its unit. */
export function headOf({ label }: Metric, { unit }: Scale): string {
  return unit === '' ? label : `${label}, ${unit}`;
}

/** `*` for the winner. Without a winner, `=` for the best and those not shown to be worse, if some variant is shown to be worse. */
export function markOf(variant: number, { winner, worse }: Comparison): string {
  if (winner !== null) return variant === winner ? '*' : ' ';
  return worse.size > 0 && !worse.has(variant) ? '=' : ' ';
}

/** A mean and half of its interval. */
export function meanText({ mean, halfWidth }: Interval, { factor, digits }: Omit<Scale, 'unit'>): string {
  const text = (value: number) => (value * factor).toFixed(digits);
  return halfWidth === null ? text(mean) : `${text(mean)} ± ${text(halfWidth)}`;
}

/** Whether the lead of the best variant over the second best has no interval. */
export const hasNoLead = ({ differences }: Comparison): boolean => differences[0].halfWidth === null;

/** The lead of the winner over the second best; –, if it has no interval. */
export function leadOf(comparison: Comparison, { factor }: Scale, grid: Grid): string {
  if (hasNoLead(comparison)) return '–';
  const { winner, differences, worse } = comparison;
  const [next] = differences;
  if (winner === null) return `no winner${worse.size > 0 ? ' among =' : ''}`;
  const lead = meanText(next, { factor, digits: digitsOf([next], factor) });
  return grid.variantCount > 2 ? `${lead} before ${grid.shortName(next.to)}` : lead;
}
