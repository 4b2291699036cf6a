// The HTML report of a comparison.

import { ENGINE_VERSION } from '../../../../../sim/index.ts';
import { comparisonPage } from '../../../../report/report-of-comparison.ts';
import type { Figures } from '../../../../studies/figures.ts';
import type { GridRun } from '../../../../studies/grid.ts';
import type { Judged } from '../../../../studies/judged.ts';
import type { Pictures } from '../../../../studies/pictures.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { csvLine } from '../../../../wire/text/csv.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import { repeatingCommand } from '../../../support/runs/repeating-command.ts';
import { windowText } from '../../../support/runs/window.ts';
import { VERSION } from '../../setup/version/version.ts';
import { seedsText } from './list-flags.ts';
import { type Given, optionsOf } from './repeat-command.ts';

interface PagedComparison extends Judged {
  /** The scenario's name as given; undefined with --trace. */
  readonly name: string | undefined;
  readonly flags: Given;
  /** Of the first run of each variant. */
  readonly pictures: readonly Pictures[];
}

export function pageOfComparison(paged: PagedComparison): string {
  const { scenario, grid, figures, window, comparisons, remarks, parts, hash, name, flags, pictures } = paged;
  const timeline = new Timeline(scenario.start);
  const measured = windowText(window, timeline);
  const policies = grid.variants.map(({ queue, placement }) => `${queue} with ${placement}`);
  const command = repeatingCommand('compare', name, [...optionsOf(flags, grid), ['--report', 'report.html']]);
  return comparisonPage({
    title: `${scenario.name}: ${counted(grid.variants.length, 'variant')} compared`,
    about: [
      ['scenario', scenario.name],
      ['policies', policies.join(', ')],
      ['seeds', seedsText(grid.seeds)],
      ['start', timeline.iso(0)],
      ...(flags.until === undefined ? [] : [['until', flags.until] as const]),
      ...(measured === undefined ? [] : [['window', measured] as const]),
      ['hash', `${hash}, of ${counted(grid.runs.length, 'run')}`],
      ['by', `gprsim ${VERSION}, engine ${ENGINE_VERSION}`],
      ['again', command, true],
    ],
    grid,
    comparisons,
    remarks,
    parts,
    csv: csvOf(grid.runs, figures),
    pictures,
    timeline,
  });
}

/** A header, and a line with the figures of each run. */
export function csvOf(runs: readonly GridRun[], figures: readonly Figures[]): string[] {
  const rows = runs.map((run, i) => {
    const { parts: _, ...ofRun } = figures[i];
    return { ...run, ...ofRun };
  });
  return [csvLine(Object.keys(rows[0])), ...rows.map((row) => csvLine(Object.values(row)))];
}
