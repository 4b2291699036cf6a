// The table of a comparison: a row for each metric, a column for each variant. Columns that do not fit the width go
// into further tables.

import type { Grid } from '../../../../studies/grid.ts';
import type { Comparison } from '../../../../studies/statistics/comparison.ts';
import { headOf, leadOf, markOf, meanText } from '../../../../studies/table/cell-text.ts';
import { scaleOf } from '../../../../studies/table/row-scale.ts';
import type { WorkRow } from '../../../../studies/table/work-rows.ts';
import { linesOf as lay, naturalWidths, outputWidth, widthOf } from '../../../support/output/text-table.ts';

const INDENT = 2;

export function linesOf(
  comparisons: readonly Comparison[],
  grid: Grid,
  ofWork: readonly WorkRow[],
): string[] {
  const isMany = grid.variantCount > 1;
  const variants = grid.variants();
  const header = grid.differing.map((trait, row) => [
    trait.name.startsWith('/') ? trait.name : '',
    row === 0 ? 'better if' : '',
    ...variants.map((variant) => unmarked(trait.of(variant))),
    ...(isMany && row === 0 ? ['lead'] : []),
  ]);
  const rows = ofWork.map(({ label, cells }) => [label, '', ...cells.map(unmarked)]);
  for (const comparison of comparisons) {
    const { metric, means } = comparison;
    const scale = scaleOf(comparison);
    rows.push([
      headOf(metric, scale),
      metric.better,
      ...means.map((mean, i) => `${meanText(mean, scale)} ${markOf(i, comparison)}`),
      ...(isMany ? [leadOf(comparison, scale, grid)] : []),
    ]);
  }
  return tables([...header, ...rows], variants.length);
}

/** The first columns of every table: metric and direction. */
const LABELS = 2;

/** Lines of all tables, with an empty line between two of them. */
export function tables(rows: readonly (readonly string[])[], variants: number): string[] {
  const widths = naturalWidths(rows);
  const room = outputWidth() - INDENT;
  const shown: number[][] = [];
  for (let column = LABELS; column < widths.length; column++) {
    const beside = [...(shown.at(-1) ?? []), column];
    const labels = [...widths.slice(0, LABELS), ...beside.map((at) => widths[at])];
    if (shown.length > 0 && widthOf(labels) <= room) shown[shown.length - 1] = beside;
    else shown.push([column]);
  }
  const lines: string[] = [];
  for (const columns of shown) {
    const all = [0, 1, ...columns];
    const cells = rows
      .map((row) => all.map((at) => row[at] ?? ''))
      .filter((row) => row.some((cell) => cell !== ''));
    const right = all.flatMap((at, index) => (at >= LABELS && at < LABELS + variants ? [index] : []));
    const ofTable = lay(
      cells,
      all.map((at) => widths[at]),
      { right, indent: INDENT },
    );
    if (lines.length > 0) lines.push('');
    lines.push(...ofTable);
  }
  return lines;
}

/** Pads a cell to the width of a cell with a mark. */
const unmarked = (text: string) => `${text}  `;
