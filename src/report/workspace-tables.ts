// The waits of each workspace as dots and as a table.

import type { PartFigures } from '../studies/figure-catalogue.ts';
import type { Meaning } from '../studies/meaning.ts';
import { type DotRow, waitDots } from './charts/wait-curves.ts';
import { colorClass } from './page/color-classes.ts';
import { detailsOf, legend } from './page/html.ts';
import { type PartRow, partLines, partTable } from './part-tables.ts';
import type { ShownRun } from './sections/shown-runs.ts';

/** Rows of the picture and of the table. */
const ROWS_MAX = 60;

export function workspacesSection({ pictures: { workspaces } }: ShownRun, meaning: Meaning): string {
  const shown = longestFirst(workspaces, ({ waitMsMean }) => waitMsMean).slice(0, ROWS_MAX);
  const rows = shown.map((row) => ({ name: row.name, waitMs: [row.waitMsP50, row.waitMsP95] }));
  const table = partTable('workspaces', rowsOf('', shown), meaning);
  return sectionOf(
    'From the median (full dot) to the 95th percentile (hollow dot), the workspace with the longest mean wait first. The axis is logarithmic.',
    `${waitDots(rows, true)}${table}`,
    workspaces.length,
    partLines('workspaces', rowsOf('', workspaces)),
  );
}

const rowsOf = (variant: string, parts: readonly PartFigures[]): PartRow[] =>
  parts.map((part) => ({ variant, part }));

/** For several runs: a dot for the mean wait in each. */
export function comparedWorkspaces(shown: readonly ShownRun[]): string {
  const names = [...new Set(shown.flatMap(({ pictures }) => pictures.workspaces.map(({ name }) => name)))];
  const means = shown.map(
    ({ pictures }) => new Map(pictures.workspaces.map(({ name, waitMsMean }) => [name, waitMsMean])),
  );
  const rows = names.map(
    (name): DotRow => ({ name, waitMs: means.map((ofVariant) => ofVariant.get(name) ?? null) }),
  );
  const sorted = longestFirst(rows, ({ waitMs }) => waitMs[0]).slice(0, ROWS_MAX);
  const colors = legend(shown.map(({ name }, i) => [colorClass(i), name]));
  return sectionOf(
    'Mean wait of the GPRs of each workspace that started, the longest under the first variant first. The axis is logarithmic.',
    `${colors}${waitDots(sorted, false)}`,
    names.length,
    partLines(
      'workspaces',
      shown.flatMap(({ name, pictures }) => rowsOf(name, pictures.workspaces)),
    ),
  );
}

function sectionOf(caption: string, picture: string, count: number, csv: readonly string[]): string {
  const note = count > ROWS_MAX ? ` ${count - ROWS_MAX} further workspaces are not drawn.` : '';
  return `<section id="workspaces">
<h2>Waits of the workspaces</h2>
<p class="quiet">${caption}${note}</p>
${count === 0 ? '' : picture}
${detailsOf(csv, csv.length, 'gprsim run prints all of one run with --csv --by workspace')}
</section>`;
}

/** Rows without a value come last; equal ones keep their order. */
function longestFirst<T>(rows: readonly T[], waitOf: (row: T) => number | null): T[] {
  return [...rows].sort((a, b) => (waitOf(b) ?? -1) - (waitOf(a) ?? -1));
}
