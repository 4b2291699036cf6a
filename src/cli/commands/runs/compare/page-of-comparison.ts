// The HTML report of a comparison.

import { ENGINE_VERSION, type TraceReport } from '../../../../../sim/index.ts';
import { policyWord } from '../../../../modules/given.ts';
import { comparisonPage } from '../../../../report/report-of-comparison.ts';
import type { Figures } from '../../../../studies/figure-catalogue.ts';
import { ofWholeRun } from '../../../../studies/figures.ts';
import type { Grid } from '../../../../studies/grid.ts';
import type { Judged } from '../../../../studies/judged.ts';
import type { Pictures } from '../../../../studies/pictures.ts';
import type { SettingsWork } from '../../../../studies/settings-work.ts';
import { valueText } from '../../../../studies/varied/varied-values.ts';
import { clip } from '../../../../wire/text/clip.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { csvLine } from '../../../../wire/text/csv.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import { repeatingCommand } from '../../../support/runs/repeating-command.ts';
import { tracesAbout } from '../../../support/runs/trace-reports.ts';
import { windowText } from '../../../support/runs/window.ts';
import { VERSION } from '../../../support/version.ts';
import { seedsText } from './list-flags.ts';
import { namesText } from './names-text.ts';
import { optionsOf, type RepeatFlags } from './repeat-command.ts';

interface PagedComparison extends Judged {
  /** The scenarios as given; none with --trace. */
  readonly given: readonly string[];
  readonly flags: RepeatFlags;
  readonly traces: readonly TraceReport[];
  /** Of the first run of each pictured variant. */
  readonly pictures: readonly Pictures[];
}

export function pageOfComparison(paged: PagedComparison): string {
  const { names, start, grid, figures, window, work, hash, given, flags, traces } = paged;
  const timeline = new Timeline(start);
  const measured = windowText(window, timeline);
  const options: readonly (readonly [string, string | undefined])[] = optionsOf(flags, grid);
  const command = repeatingCommand('compare', given, [...options, ['--report', flags.report]]);
  const scenarios = namesText(names);
  return comparisonPage({
    ...paged,
    title: `${scenarios}: ${counted(grid.variantCount, 'variant')} compared`,
    about: [
      [names.length === 1 ? 'scenario' : 'scenarios', scenarios],
      ...tracesAbout(traces, grid.settings.members.length > 0),
      ...options
        .filter(([option]) => option === '--vary')
        .map(([, text]) => ['varied', clip(text!)] as const),
      ['policies', policiesText(grid)],
      ['seeds', seedsText(grid.seeds)],
      ...(flags.load === undefined
        ? []
        : [['load', `${flags.load} × the arrivals of the scenario`] as const]),
      ['start', timeline.iso(0)],
      ...(flags.until === undefined ? [] : [['until', flags.until] as const]),
      ...(measured === undefined ? [] : [['window', measured] as const]),
      ['hash', `${hash}, of ${counted(grid.runCount, 'run')}`],
      ['by', `gprsim ${VERSION}, engine ${ENGINE_VERSION}`],
      ['again', command, true],
    ],
    csv: csvOf(grid, figures, work),
    timeline,
  });
}

function policiesText(grid: Grid): string {
  const { queue: queues, placement: placements, order: orders, backfillOrder: behind } = grid.policies();
  const own = (kind: string) => [`each scenario's own ${kind}`];
  const pairs = (queues ?? own('queue policy')).flatMap((queue) =>
    (placements ?? own('placement policy')).map((placement) => `${queue} with ${policyWord(placement)}`),
  );
  return [
    pairs.join(', '),
    ...(orders === undefined ? [] : [`order ${orders.map(policyWord).join(', ')}`]),
    ...(behind === undefined ? [] : [`behind a blocked GPR ${behind.map(policyWord).join(', ')}`]),
  ].join('; ');
}

/** A header, and a line with the figures of each run. */
function* csvOf(grid: Grid, figures: readonly Figures[], work: SettingsWork): Generator<string> {
  for (const [i, ofRun] of figures.entries()) {
    const [header, line] = runLines(runColumns(grid, i, work), ofRun);
    if (i === 0) yield header;
    yield line;
  }
}

/** A header, and a line with the figures of a run. @param run its columns */
export function runLines(run: object, figures: Figures): [header: string, line: string] {
  const row = { ...run, ...ofWholeRun(figures) };
  return [csvLine(Object.keys(row)), csvLine(Object.values(row))];
}

/** A run by column: each varied member is one, and what the run leaves out of its traces. @param index in the grid */
export function runColumns(grid: Grid, index: number, work: SettingsWork): object {
  const { scenario, varied = {}, ...run } = grid.run(index);
  const members = Object.entries(varied).map(([pointer, value]) => [pointer, valueText(value)]);
  const { jobs, share } = work.leftOut(grid.settingOf(Math.floor(index / grid.seeds.length)));
  return {
    ...(scenario === undefined ? {} : { scenario }),
    ...Object.fromEntries(members),
    ...run,
    ...(work.hasTraces ? { leftOutJobs: jobs, leftOutShare: share } : {}),
  };
}
