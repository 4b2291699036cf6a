// What a comparison shows, in a sentence: the best variants by the mean wait, and whether chance can explain their lead.

import type { Grid } from '../grid.ts';
import type { Comparison } from '../statistics/comparison.ts';
import type { Interval } from '../statistics/interval.ts';
import { meanText } from './cell-text.ts';
import { digitsOf, scaleOf } from './row-scale.ts';

/** More names are only counted. */
const NAMED_MAX = 3;

/** '' for a single variant. @param drawn whether the figures depend on the seed */
export function findingText(comparisons: readonly Comparison[], grid: Grid, drawn: boolean): string {
  const comparison = comparisons.find(({ metric }) => metric.metric === 'waitMsMean') ?? comparisons[0];
  if (comparison === undefined || grid.variantCount < 2) return '';
  const { metric, best, differences, worse } = comparison;
  const names = (indexes: readonly number[]) =>
    indexes.length > NAMED_MAX
      ? `${indexes.length} variants`
      : indexes.map((i) => grid.shortName(i)).join(' and ');
  const by = `By ${metric.label}`;
  const [next] = differences;
  const { unit, factor } = scaleOf(comparison);
  const leadTo = (difference: Interval) =>
    `${meanText(difference, { factor, digits: digitsOf([difference], factor) })} ${unit}`.trimEnd();
  if (next.halfWidth === null && next.mean !== 0) {
    const sentence = `${by}, ${grid.shortName(best)} is the best, ${leadTo(next)} before ${grid.shortName(next.to)}`;
    return drawn ? `${sentence}: one seed cannot show whether that is chance.` : `${sentence}.`;
  }
  if (worse.size === 0) return `${by}, no difference between the ${grid.variantCount} variants is shown.`;
  const equals = [best, ...differences.map(({ to }) => to).filter((to) => !worse.has(to))];
  const leads = differences.filter(({ to }) => worse.has(to));
  const [least] = leads;
  const others = names(leads.map(({ to }) => to));
  const better = `${by}, ${names(equals)} ${equals.length > 1 ? 'are' : 'is'} better than ${others}`;
  const from = equals.length > 1 ? `from ${grid.shortName(best)} ` : '';
  const to = leads.length > 1 || equals.length > 1 ? `${from}to ${grid.shortName(least.to)}` : '';
  const how = ` (${leadTo(least)}${to === '' ? '' : ` ${to}`})`;
  const between = equals.length > 1 ? '; between them no difference is shown' : '';
  return `${better}${how}${between}.`;
}
