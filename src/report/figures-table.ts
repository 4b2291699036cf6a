// The figures of a run as a table and as lines of CSV.

import { leastText, NONE, spanOrNone } from '../looks/span.ts';
import { shareText } from '../studies/figure-catalogue.ts';
import type { Meaning } from '../studies/meaning.ts';
import { type FigureKind, RUN_FIGURE_NAMES, RUN_FIGURES } from '../wire/run-figures.ts';
import { csvLine } from '../wire/text/csv.ts';
import { inUnit } from '../wire/text/unit.ts';
import { detailsOf, tableOf } from './page/html.ts';

/** The members of a summary. */
export type Members = Readonly<Record<string, unknown>>;

/** @param summary with `estimates`, if it is of a run */
export function figuresTable(summary: Members, { unit, without }: Meaning): string {
  const isLeast = atLeast(summary.estimates as Estimates | undefined);
  const rows = RUN_FIGURE_NAMES.filter((name) => summary[name] !== undefined && !without.has(name)).map(
    (name) => {
      const { label, kind } = RUN_FIGURES[name];
      const value = summary[name] as number | null;
      const text = isLeast.has(name) ? leastText(value, true) : TEXTS[kind](value);
      return [inUnit(label, unit), text, exact(summary[name])];
    },
  );
  const lines = metricLines(summary);
  return (
    tableOf(['figure', 'value', 'exact'], rows, 1) +
    detailsOf(lines, lines.length, 'the command above prints all with --csv')
  );
}

type Estimates = { readonly overdue: number; readonly medianIsLowerBound: boolean };

/** The figures of which the true ones are perhaps greater. */
function atLeast(estimates: Estimates | undefined): ReadonlySet<string> {
  return new Set([
    ...(estimates?.medianIsLowerBound ? ['estimateErrorMsP50'] : []),
    ...(estimates && estimates.overdue > 0 ? ['estimateErrorMsMean'] : []),
  ]);
}

/** A header and a line `metric,value` for each number and text, `estimates.overdue` for that of an object; lists have none. */
export function metricLines(summary: Members): string[] {
  return [csvLine(['metric', 'value']), ...valuesIn(summary).map(csvLine)];
}

function valuesIn(summary: Members, prefix = ''): [string, unknown][] {
  return Object.entries(summary).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [];
    const isMembers = typeof value === 'object' && value !== null;
    return isMembers ? valuesIn(value as Members, `${prefix}${name}.`) : [[prefix + name, value]];
  });
}

const TEXTS: Readonly<Record<FigureKind, (value: number | null) => string>> = {
  time: spanOrNone,
  share: shareText,
  number: (value) => (value === null || Number.isInteger(value) ? `${value ?? NONE}` : value.toFixed(2)),
};

function exact(value: unknown): string {
  return value === null ? NONE : String(value);
}
