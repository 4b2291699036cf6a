// The table of a comparison: a row for each metric, a column for each variant. Columns that do not fit the width go
// into further tables.

import type { Comparison } from '../../../compare/comparison.ts';
import type { Grid, Variant } from '../../../compare/grid.ts';
import { type Interval, isAboveZero } from '../../../compare/interval.ts';
import { linesOf as lay, naturalWidths, outputWidth, widthOf } from '../../support/table.ts';
import { digitsOf, type Scale, scaleOf } from '../../../compare/scale.ts';
import { varying } from '../../../compare/varying.ts';

const INDENT = 2;

export function linesOf(comparisons: readonly Comparison[], grid: Grid): string[] {
  const { variants } = grid;
  const isMany = variants.length > 1;
  const header = varying(variants).map((policy, row) => [
    '',
    row === 0 ? 'better if' : '',
    ...variants.map((variant) => unmarked(variant[policy])),
    ...(isMany && row === 0 ? ['lead'] : []),
  ]);
  const rows = comparisons.map((comparison) => {
    const { metric, means } = comparison;
    const scale = scaleOf(comparison);
    return [
      scale.unit === '' ? metric.label : `${metric.label}, ${scale.unit}`,
      metric.better,
      ...means.map((mean, i) => `${shown(mean, scale)} ${markOf(i, comparison)}`),
      ...(isMany ? [leadOf(comparison, scale, variants)] : []),
    ];
  });
  return tables([...header, ...rows], variants.length);
}

/** The first columns of every table: metric and direction. */
const LABELS = 2;

/** Lines of all tables, with an empty line between two of them. */
function tables(rows: readonly (readonly string[])[], variants: number): string[] {
  const widths = naturalWidths(rows);
  const room = outputWidth() - INDENT;
  const shown: number[][] = [];
  for (let column = LABELS; column < widths.length; column++) {
    const beside = [...(shown.at(-1) ?? []), column];
    const labels = [...widths.slice(0, LABELS), ...beside.map((at) => widths[at])];
    if (shown.length > 0 && widthOf(labels) <= room) shown[shown.length - 1] = beside;
    else shown.push([column]);
  }
  return shown.flatMap((columns, i) => {
    const all = [0, 1, ...columns];
    const cells = rows
      .map((row) => all.map((at) => row[at] ?? ''))
      .filter((row) => row.some((cell) => cell !== ''));
    const right = all.flatMap((at, index) => (at >= LABELS && at < LABELS + variants ? [index] : []));
    const lines = lay(
      cells,
      all.map((at) => widths[at]),
      { right, indent: INDENT },
    );
    return i === 0 ? lines : ['', ...lines];
  });
}

/** Pads a cell to the width of a cell with a mark. */
const unmarked = (text: string) => `${text}  `;

/** `*` for the winner. Without a winner, `=` for the best and those not shown to be worse, if some variant is shown to be worse. */
function markOf(variant: number, { winner, best, differences }: Comparison): string {
  if (winner !== null) return variant === winner ? '*' : ' ';
  const isLevel = variant === best || !isAboveZero(differences.find(({ to }) => to === variant)!);
  return isLevel && differences.some(isAboveZero) ? '=' : ' ';
}

function shown({ mean, halfWidth }: Interval, { factor, digits }: Omit<Scale, 'unit'>): string {
  const text = (value: number) => (value * factor).toFixed(digits);
  return halfWidth === null ? text(mean) : `${text(mean)} ± ${text(halfWidth)}`;
}

function leadOf(
  { winner, differences }: Comparison,
  { factor }: Scale,
  variants: readonly Variant[],
): string {
  const [next] = differences;
  if (next.halfWidth === null) return '–';
  if (winner === null) return `no winner${differences.some(isAboveZero) ? ' among =' : ''}`;
  const lead = shown(next, { factor, digits: digitsOf([next], factor) });
  return variants.length > 2 ? `${lead} before ${nameOf(variants[next.to], variants)}` : lead;
}

/** The policies in which a variant differs from others. */
function nameOf(variant: Variant, variants: readonly Variant[]): string {
  return varying(variants)
    .map((policy) => variant[policy])
    .join(' ');
}
