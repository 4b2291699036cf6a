// The figures of a run as a table and as lines of CSV.

import { NONE, spanOrNone } from '../looks/span.ts';
import { type FigureKind, RUN_FIGURE_NAMES, RUN_FIGURES, shareText } from '../studies/figure-catalogue.ts';
import type { Meaning } from '../studies/meaning.ts';
import { csvLine } from '../wire/text/csv.ts';
import { inUnit } from '../wire/text/unit.ts';
import { detailsOf, tableOf } from './page/html.ts';

/** The members of a summary. */
export type Members = Readonly<Record<string, unknown>>;

export function figuresTable(summary: Members, { unit, without }: Meaning): string {
  const rows = RUN_FIGURE_NAMES.filter((name) => summary[name] !== undefined && !without.has(name)).map(
    (name) => {
      const { label, kind } = RUN_FIGURES[name];
      return [inUnit(label, unit), TEXTS[kind](summary[name] as number | null), exact(summary[name])];
    },
  );
  const lines = metricLines(summary);
  return (
    tableOf(['figure', 'value', 'exact'], rows, 1) +
    detailsOf(lines, lines.length, 'the command above prints all with --csv')
  );
}

/** A header and a line `metric,value` for each number and text; lists and objects have none. */
export function metricLines(summary: Members): string[] {
  const values = Object.entries(summary).filter(([, value]) => value === null || typeof value !== 'object');
  return [csvLine(['metric', 'value']), ...values.map(csvLine)];
}

const TEXTS: Readonly<Record<FigureKind, (value: number | null) => string>> = {
  time: spanOrNone,
  share: shareText,
  number: (value) => (value === null || Number.isInteger(value) ? `${value ?? NONE}` : value.toFixed(2)),
};

function exact(value: unknown): string {
  return value === null ? NONE : String(value);
}
