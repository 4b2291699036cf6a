// The report of one run.

import type { Parts } from '../studies/figure-catalogue.ts';
import { hasTimes, type Meaning } from '../studies/meaning.ts';
import type { Pictures } from '../studies/pictures.ts';
import type { Timeline } from '../wire/time/timestamps.ts';
import { figuresTable, type Members } from './figures-table.ts';
import { type About, pageOf } from './page/page-frame.ts';
import { poolSections } from './part-tables.ts';
import { pictureSections } from './sections/picture-sections.ts';
import { axisOf, type ShownRun } from './sections/shown-runs.ts';
import { workspacesSection } from './workspace-tables.ts';

interface ReportedRun {
  readonly title: string;
  readonly about: readonly About[];
  readonly meaning: Meaning;
  /** The figures, equal in every repetition of the run. */
  readonly summary: Members;
  readonly parts: Parts;
  readonly pictures: Pictures;
  readonly timeline: Timeline;
}

/** An HTML file. The same run gives the same bytes. */
export function runPage({ title, about, meaning, summary, parts, pictures, timeline }: ReportedRun): string {
  const shown: ShownRun = { name: '', pictures };
  const axis = axisOf([shown], timeline);
  const sections = [
    `<section id="figures">\n<h2>Figures</h2>\n${figuresTable(summary, meaning)}\n</section>`,
    ...poolSections([{ name: '', parts }], meaning),
    ...pictureSections([shown], axis, meaning),
    ...(hasTimes(meaning) ? [workspacesSection(shown, meaning)] : []),
  ];
  return pageOf({ title, about, sections });
}
