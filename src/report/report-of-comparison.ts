// The report of a comparison: the figures over all seeds, and pictures of the runs with the first seed.

import type { Grid } from '../studies/grid.ts';
import type { Pictures } from '../studies/pictures.ts';
import type { Comparison } from '../studies/statistics/comparison.ts';
import type { VariantParts } from '../studies/statistics/part-means.ts';
import { headOf, leadOf, markOf, meanText } from '../studies/table/cell-text.ts';
import { scaleOf } from '../studies/table/row-scale.ts';
import type { TargetAnswer } from '../studies/targets/answer.ts';
import { cheapestText, targetRemarks, targetsTable } from '../studies/targets/target-texts.ts';
import type { Timeline } from '../wire/time/timestamps.ts';
import { valueSections } from './by-value.ts';
import { detailsOf, escaped, tableOf } from './page/html.ts';
import { type About, pageOf } from './page/page-frame.ts';
import { poolSections, workspaceFigures } from './part-tables.ts';
import {
  axisOf,
  evictionsSection,
  ganttSection,
  queueSection,
  utilizationSection,
  waitsSection,
} from './sections.ts';
import { comparedWorkspaces, workspacesSection } from './workspace-tables.ts';

interface ReportedComparison {
  readonly title: string;
  readonly about: readonly About[];
  readonly grid: Grid;
  readonly comparisons: readonly Comparison[];
  /** Whether the figures depend on the seed. */
  readonly drawn: boolean;
  /** What the signs in the table mean, and what is left out. */
  readonly remarks: readonly string[];
  readonly parts: readonly VariantParts[];
  readonly answer: TargetAnswer | undefined;
  /** The figures of all runs, as `compare --csv` prints them. */
  readonly csv: readonly string[];
  /** Of the run of each variant with the first seed. */
  readonly pictures: readonly Pictures[];
  readonly timeline: Timeline;
}

/** An HTML file. The same comparison gives the same bytes. */
export function comparisonPage(reported: ReportedComparison): string {
  const { title, about, grid, answer, pictures, timeline } = reported;
  const { variantCount, seeds } = grid;
  const isMany = variantCount > 1;
  const shown = pictures.map((ofVariant, i) => ({
    name: isMany ? grid.shortName(i) : '',
    pictures: ofVariant,
  }));
  const axis = axisOf(shown, timeline);
  const withSeed = seeds.length === 1 ? '' : ` with seed ${seeds[0]}`;
  const which = shown.length < variantCount ? ` of the first ${shown.length} variants` : '';
  const note =
    withSeed + which === ''
      ? ''
      : `<p class="quiet note">The pictures over time show the runs${which}${withSeed}.</p>\n`;
  return pageOf({
    title,
    about,
    sections: [
      ...(answer === undefined ? [] : [targetsSection(answer, grid, reported.drawn)]),
      figuresSection(reported),
      ...valueSections(grid, reported.comparisons, answer),
      ...poolSections(reported.parts),
      note,
      utilizationSection(shown, axis),
      queueSection(shown, axis),
      evictionsSection(shown, axis),
      ganttSection(shown, axis),
      waitsSection(shown),
      isMany ? comparedWorkspaces(shown) : workspacesSection(shown[0]),
      workspaceFigures(reported.parts),
    ],
  });
}

function targetsSection(answer: TargetAnswer, grid: Grid, isDrawn: boolean): string {
  const { header, rows, right } = targetsTable(answer, grid);
  const notes = targetRemarks(answer, grid, isDrawn).map(
    (remark) => `<p class="quiet">${escaped(remark)}</p>`,
  );
  return `<section id="targets">\n<h2>Targets</h2>\n<p><strong>${escaped(cheapestText(answer, grid))}</strong></p>\n${tableOf(header, rows, right)}\n${notes.join('\n')}\n</section>\n`;
}

/** Up to this number of variants, the table of figures has a column for each; of more, a row. */
const COLUMNS_MAX = 6;

function figuresSection({ grid, comparisons, remarks, csv }: ReportedComparison): string {
  const isMany = grid.variantCount > 1;
  const names = Array.from({ length: grid.variantCount }, (_, i) => (isMany ? grid.shortName(i) : 'mean'));
  const rows = comparisons.map((comparison) => {
    const scale = scaleOf(comparison);
    return [
      headOf(comparison.metric, scale),
      comparison.metric.better,
      ...comparison.means.map((mean, i) => `${meanText(mean, scale)} ${markOf(i, comparison)}`.trimEnd()),
      ...(isMany ? [leadOf(comparison, scale, grid)] : []),
    ];
  });
  const header = ['figure', 'better if', ...names, ...(isMany ? ['lead'] : [])];
  const table =
    grid.variantCount > COLUMNS_MAX
      ? tableOf(['variant', ...rows.map(([head]) => head)], turned([header, ...rows]), 1)
      : tableOf(header, rows, 2);
  const notes = remarks.map((remark) => `<p class="quiet">${escaped(remark)}</p>`);
  return `<section id="figures">\n<h2>Figures</h2>\n${table}\n${notes.join('\n')}\n${detailsOf(csv)}\n</section>\n`;
}

/** Columns as rows, without the first one, which has the heads. */
function turned(rows: readonly (readonly string[])[]): string[][] {
  const [header] = rows;
  return header
    .slice(1)
    .map((_, i) => rows.map((row) => row[i + 1]))
    .map(([head, ...cells]) => [head, ...cells]);
}
