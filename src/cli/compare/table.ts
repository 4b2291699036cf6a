// The table of a comparison: a row a metric, a column a variant.

import type { Comparison } from '../../compare/comparison.ts';
import type { Grid, Variant } from '../../compare/grid.ts';
import { type Interval, isAboveZero } from '../../compare/interval.ts';
import { table } from '../output.ts';
import { digitsOf, type Scale, scaleOf } from './scale.ts';
import { varying } from './varying.ts';

export function linesOf(comparisons: readonly Comparison[], grid: Grid): string[] {
  const { variants } = grid;
  const isMany = variants.length > 1;
  const header = varying(variants).map((policy, row) => [
    '',
    row === 0 ? 'better' : '',
    ...variants.map((variant) => unmarked(variant[policy])),
    ...(isMany && row === 0 ? ['winner'] : []),
  ]);
  const rows = comparisons.map((comparison) => {
    const { metric, means } = comparison;
    const scale = scaleOf(comparison);
    return [
      scale.unit === '' ? metric.label : `${metric.label}, ${scale.unit}`,
      metric.better,
      ...means.map((mean, i) => `${shown(mean, scale)} ${markOf(i, comparison)}`),
      ...(isMany ? [verdictOf(comparison, scale, variants)] : []),
    ];
  });
  const columns = variants.map((_, i) => i + 2);
  return table([...header, ...rows], columns);
}

/** A cell as wide as one with a mark. */
const unmarked = (text: string) => `${text}  `;

/** Where there is no winner, but some are worse than the best beyond chance, the others have a mark of their own. */
function markOf(variant: number, { winner, best, differences }: Comparison): string {
  if (winner !== null) return variant === winner ? '*' : ' ';
  const isLevel = variant === best || !isAboveZero(differences.find(({ to }) => to === variant)!);
  return isLevel && differences.some(isAboveZero) ? '=' : ' ';
}

function shown({ mean, halfWidth }: Interval, { factor, digits }: Omit<Scale, 'unit'>): string {
  const text = (value: number) => (value * factor).toFixed(digits);
  return halfWidth === null ? text(mean) : `${text(mean)} ± ${text(halfWidth)}`;
}

function verdictOf(
  { winner, differences }: Comparison,
  { factor }: Scale,
  variants: readonly Variant[],
): string {
  const [next] = differences;
  if (next.halfWidth === null) return '–';
  if (winner === null) return `no difference shown${differences.some(isAboveZero) ? ' among =' : ''}`;
  const lead = shown(next, { factor, digits: digitsOf([next], factor) });
  const before = variants.length > 2 ? ` before ${nameOf(variants[next.to], variants)}` : '';
  return `${nameOf(variants[winner], variants)}, by ${lead}${before}`;
}

/** What tells a variant from the others. */
function nameOf(variant: Variant, variants: readonly Variant[]): string {
  return varying(variants)
    .map((policy) => variant[policy])
    .join(' ');
}
