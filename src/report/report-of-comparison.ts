// The report of a comparison: the figures over all seeds, and pictures of the runs with the first seed.

import type { Grid } from '../studies/grid.ts';
import type { Judged } from '../studies/judged.ts';
import { hasTimes } from '../studies/meaning.ts';
import { picturedVariants } from '../studies/pictured.ts';
import type { Pictures } from '../studies/pictures.ts';
import { headOf, leadOf, markOf, meanText } from '../studies/table/cell-text.ts';
import { findingText } from '../studies/table/finding-text.ts';
import { scaleOf } from '../studies/table/row-scale.ts';
import type { TargetAnswer } from '../studies/targets/answer.ts';
import { cheapestText, targetRemarks, targetsTable } from '../studies/targets/target-texts.ts';
import type { Timeline } from '../wire/time/timestamps.ts';
import { valueSections } from './by-value.ts';
import { detailsOf, escaped, tableOf } from './page/html.ts';
import { type About, pageOf } from './page/page-frame.ts';
import { poolSections, workspaceFigures } from './part-tables.ts';
import { pictureSections } from './sections/picture-sections.ts';
import { axisOf } from './sections/shown-runs.ts';
import { byTargets, shownVariants } from './shown-variants.ts';
import { comparedWorkspaces, workspacesSection } from './workspace-tables.ts';

interface ReportedComparison extends Judged {
  readonly title: string;
  readonly about: readonly About[];
  /** The figures of all runs, as `compare --csv` prints them. */
  readonly csv: Iterable<string>;
  /** Of the run of each pictured variant with the first seed. */
  readonly pictures: readonly Pictures[];
  readonly timeline: Timeline;
}

/** An HTML file. The same comparison gives the same bytes. */
export function comparisonPage(reported: ReportedComparison): string {
  const { title, about, grid, meaning, comparisons, answer, pictures, timeline, parts } = reported;
  const { variantCount, seeds } = grid;
  const isMany = variantCount > 1;
  const pictured = new Map(
    picturedVariants(grid.settings.count, variantCount).map((variant, i) => [variant, pictures[i]]),
  );
  const order = answer === undefined ? pictured.keys() : byTargets(answer, grid, [...pictured.keys()]);
  const shown = Array.from(order, (variant) => ({
    name: isMany ? grid.shortName(variant) : '',
    pictures: pictured.get(variant)!,
  }));
  const axis = axisOf(shown, timeline);
  const withSeed = seeds.length === 1 ? '' : ` with seed ${seeds[0]}`;
  const which = shown.length < variantCount ? ` of ${shown.length} variants from the first to the last` : '';
  const first =
    answer !== undefined && isMany ? ', those that reach the most targets at the lowest cost first' : '';
  const note =
    withSeed + which === ''
      ? ''
      : `<p class="quiet note">The pictures over time show the runs${which}${withSeed}${first}.</p>\n`;
  const variants = shownVariants(grid, comparisons, answer);
  const rows = variants.indexes.map((i) => parts[i]);
  return pageOf({
    title,
    finding: findingText(comparisons, grid, reported.drawn),
    about,
    sections: [
      ...[...reported.workRemarks, variants.note].filter(Boolean).map(noteOf),
      ...(answer === undefined ? [] : [targetsSection(answer, grid, reported.drawn, variants.indexes)]),
      figuresSection(reported, variants.indexes),
      ...valueSections(grid, comparisons, answer, reported.work),
      ...poolSections(parts, meaning, rows),
      note,
      ...pictureSections(shown, axis, meaning),
      ...(hasTimes(meaning)
        ? [isMany ? comparedWorkspaces(shown) : workspacesSection(shown[0], meaning)]
        : []),
      workspaceFigures(rows, meaning),
    ],
  });
}

const noteOf = (text: string) => `<p class="note">${escaped(text)}</p>`;

function targetsSection(
  answer: TargetAnswer,
  grid: Grid,
  isDrawn: boolean,
  shown: readonly number[],
): string {
  const { header, rows, right } = targetsTable(answer, grid, isDrawn, shown);
  const notes = targetRemarks(answer, grid, isDrawn).map(
    (remark) => `<p class="quiet">${escaped(remark)}</p>`,
  );
  return `<section id="targets">\n<h2>Targets</h2>\n<p><strong>${escaped(cheapestText(answer, grid))}</strong></p>\n${tableOf(
    header,
    rows,
    right,
  )}\n${notes.join('\n')}\n</section>\n`;
}

/** Up to this number of variants, the table of figures has a column for each; of more, a row. */
const COLUMNS_MAX = 6;

function figuresSection(
  { grid, comparisons, workRows, remarks, csv }: ReportedComparison,
  shown: readonly number[],
): string {
  const isMany = grid.variantCount > 1;
  const names = shown.map((i) => (isMany ? grid.shortName(i) : 'mean'));
  const ofWork = workRows.map(({ label, cells }) => [
    label,
    '',
    ...shown.map((i) => cells[i]),
    ...(isMany ? [''] : []),
  ]);
  const ofFigures = comparisons.map((comparison) => {
    const scale = scaleOf(comparison);
    const { metric, means } = comparison;
    return [
      headOf(metric, scale),
      metric.better,
      ...shown.map((i) => `${meanText(means[i], scale)} ${markOf(i, comparison)}`.trimEnd()),
      ...(isMany ? [leadOf(comparison, scale, grid)] : []),
    ];
  });
  const rows = [...ofWork, ...ofFigures];
  const header = ['figure', 'better if', ...names, ...(isMany ? ['lead'] : [])];
  const table =
    grid.variantCount > COLUMNS_MAX
      ? tableOf(['variant', ...rows.map(([head]) => head)], turned([header, ...rows]), 1)
      : tableOf(header, rows, 2);
  const notes = remarks.map((remark) => `<p class="quiet">${escaped(remark)}</p>`);
  const details = detailsOf(csv, grid.runCount + 1, 'the command above prints all with --csv');
  return `<section id="figures">\n<h2>Figures</h2>\n${table}\n${notes.join('\n')}\n${details}\n</section>\n`;
}

/** Columns as rows, without the first one, which has the heads. */
function turned(rows: readonly (readonly string[])[]): string[][] {
  const [header] = rows;
  return header
    .slice(1)
    .map((_, i) => rows.map((row) => row[i + 1]))
    .map(([head, ...cells]) => [head, ...cells]);
}
