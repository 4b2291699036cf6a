// The report of a comparison: the figures over all seeds, and pictures of the runs with the first seed.

import type { Grid } from '../studies/grid.ts';
import type { Pictures } from '../studies/pictures.ts';
import type { Comparison } from '../studies/statistics/comparison.ts';
import type { VariantParts } from '../studies/statistics/part-means.ts';
import { headOf, leadOf, markOf, meanText, nameOf } from '../studies/table/cell-text.ts';
import { scaleOf } from '../studies/table/row-scale.ts';
import type { Timeline } from '../wire/time/timestamps.ts';
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
  /** What the signs in the table mean, and what is left out. */
  readonly remarks: readonly string[];
  readonly parts: readonly VariantParts[];
  /** The figures of all runs, as `compare --csv` prints them. */
  readonly csv: readonly string[];
  /** Of the run of each variant with the first seed. */
  readonly pictures: readonly Pictures[];
  readonly timeline: Timeline;
}

/** An HTML file. The same comparison gives the same bytes. */
export function comparisonPage(reported: ReportedComparison): string {
  const { title, about, grid, pictures, timeline } = reported;
  const { variants, seeds } = grid;
  const isMany = variants.length > 1;
  const shown = pictures.map((ofVariant, i) => ({
    name: isMany ? nameOf(variants[i], variants) : '',
    pictures: ofVariant,
  }));
  const axis = axisOf(shown, timeline);
  const note =
    seeds.length === 1 ? '' : `<p class="quiet note">All pictures show the runs with seed ${seeds[0]}.</p>\n`;
  return pageOf({
    title,
    about,
    sections: [
      figuresSection(reported),
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

function figuresSection({ grid: { variants }, comparisons, remarks, csv }: ReportedComparison): string {
  const isMany = variants.length > 1;
  const names = variants.map((variant) => (isMany ? nameOf(variant, variants) : 'mean'));
  const rows = comparisons.map((comparison) => {
    const scale = scaleOf(comparison);
    return [
      headOf(comparison.metric, scale),
      comparison.metric.better,
      ...comparison.means.map((mean, i) => `${meanText(mean, scale)} ${markOf(i, comparison)}`.trimEnd()),
      ...(isMany ? [leadOf(comparison, scale, variants)] : []),
    ];
  });
  const header = ['figure', 'better if', ...names, ...(isMany ? ['lead'] : [])];
  const notes = remarks.map((remark) => `<p class="quiet">${escaped(remark)}</p>`);
  return `<section id="figures">\n<h2>Figures</h2>\n${tableOf(header, rows, 2)}\n${notes.join('\n')}\n${detailsOf(csv)}\n</section>\n`;
}
