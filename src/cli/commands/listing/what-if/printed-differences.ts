// Prints how two futures or branches differ: counts by effect, the GPRs, and the figures side by side.

import type { DifferencesAnswer } from '../../../../api/sim/answers.ts';
import { NONE, span } from '../../../../looks/span.ts';
import { shareText } from '../../../../studies/figure-catalogue.ts';
import { type FigureKind, FUTURE_FIGURE_NAMES, RUN_FIGURES } from '../../../../wire/run-figures.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { inUnit, type Unit } from '../../../../wire/text/unit.ts';
import { msBetween } from '../../../support/output/cells.ts';
import type { Output } from '../../../support/output/output.ts';
import { type Column, tableLayout } from '../../../support/output/table-columns.ts';
import { table } from '../../../support/output/text-table.ts';

type Row = DifferencesAnswer['rows'][number];
type Sides = readonly [without: string, changed: string];

/** @param sides the names of the columns @param unit what the nodes have */
export function printDifferences(answer: DifferencesAnswer, sides: Sides, unit: Unit, output: Output): void {
  const { counts, rows, rowsTotal, figures } = answer;
  const effects = Object.entries(counts).filter(([, count]) => count > 0);
  const listed = effects.map(([effect, count]) => `${count} ${effect}`).join(', ');
  output.text(
    `${counted(rowsTotal, 'GPR')} ${rowsTotal === 1 ? 'differs' : 'differ'}${listed && `: ${listed}`}`,
  );
  if (rows.length > 0) for (const line of tableLayout(columnsOf(sides))(rows, true)) output.text(line);
  if (rowsTotal > rows.length) output.text(`and ${rowsTotal - rows.length} more`);
  const lines = FIGURES.map(([name, member, text]) => [
    inUnit(name, unit),
    ...[figures.without[member], figures.with[member]].map((value) => (value === null ? NONE : text(value))),
  ]);
  for (const line of table([['figure', ...sides], ...lines], { right: [1, 2] })) output.text(line);
}

function columnsOf([without, changed]: Sides): readonly Column<Row>[] {
  return [
    { name: 'GPR', value: ({ gprId }) => gprId },
    { name: 'name', value: ({ gprName }) => gprName, least: 8, spare: 3 },
    { name: 'workspace', value: ({ workspace }) => workspace, least: 8, spare: 2 },
    { name: 'effect', value: ({ effect }) => effect },
    { name: `start ${without}`, value: (row) => row.without?.startTime ?? null },
    { name: `start ${changed}`, value: (row) => row.with?.startTime ?? null },
    { name: 'shift', value: shiftOf, text: (ms) => `${ms > 0 ? '+' : ''}${span(ms)}` },
    { name: `end ${without}`, value: (row) => endOf(row.without), spare: 1 },
    { name: `end ${changed}`, value: (row) => endOf(row.with), spare: 1 },
  ];
}

function shiftOf(row: Row): number | null {
  const before = row.without?.startTime;
  const after = row.with?.startTime;
  return before == null || after == null ? null : msBetween(before, after);
}

function endOf(side: Row['without']): string | null {
  if (side === null) return null;
  return side.endTime === null ? side.state : `${side.endTime} ${side.state}`;
}

const TEXTS: Readonly<Record<FigureKind, (value: number) => string>> = {
  number: (value) => `${Math.round(value)}`,
  time: span,
  share: shareText,
};

export const FIGURES = FUTURE_FIGURE_NAMES.map((member) => {
  const { label, kind } = RUN_FIGURES[member];
  return [label, member, TEXTS[kind]] as const;
});
