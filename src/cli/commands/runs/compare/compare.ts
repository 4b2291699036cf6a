// Compares variants: runs each with every seed, on several threads.

import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { loadedOrFail } from '../../../../arguments/values.ts';
import type { Figures } from '../../../../studies/figures.ts';
import { Grid, type GridRun } from '../../../../studies/grid.ts';
import { judged } from '../../../../studies/judged.ts';
import { answerOf } from '../../../../studies/targets/answer.ts';
import type { Threads } from '../../../../studies/threads/threads.ts';
import { type Output, print } from '../../../support/output/output.ts';
import { openOutputs } from '../../../support/output/output-files.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import { checkBy, type PartKind, partLines } from '../../../support/runs/by-part.ts';
import { commandText } from '../../../support/runs/repeating-command.ts';
import { inputFiles } from '../../../support/runs/what-runs.ts';
import { RUNS_MAX } from './list-flags.ts';
import { csvOf, pageOfComparison, runColumns } from './page-of-comparison.ts';
import { report } from './printed-comparison.ts';
import { optionsOf } from './repeat-command.ts';
import { checkedStudy, reportsOf, type StudyFlags, studyOf } from './study.ts';
import { askingOf, type TargetFlags } from './target-flags.ts';

interface CompareFlags extends StudyFlags, TargetFlags {
  readonly queue?: readonly string[];
  readonly placement?: readonly string[];
  readonly seeds: readonly number[];
  readonly jobs?: number;
  readonly csv?: boolean;
  readonly report?: string;
}

const JOBS_MAX = 256;
/** The most variants whose runs a report shows as pictures. */
const PICTURED_MAX = 12;
/** Real time between two checks of the threads' progress and of signals. */
const LOOK_MS = 50;

export function parseJobs(text: string): number {
  const jobs = Number(text);
  if (/^[0-9]{1,3}$/.test(text) && jobs >= 1 && jobs <= JOBS_MAX) return jobs;
  throw badUsage(`--jobs takes an integer from 1 to ${JOBS_MAX}, not ${JSON.stringify(text)}`);
}

export async function compare(names: readonly string[], flags: CompareFlags, output: Output): Promise<void> {
  const startedAt = performance.now();
  const isCsv = flags.csv === true;
  if (isCsv && output.json) throw badUsage('give --csv or --json, not both');
  checkBy(flags);
  const asking = askingOf(flags);
  const study = studyOf(names, flags);
  const { scenarios, sources } = study;
  const own = sources.map(({ loaded }) => loaded.scenario.scheduler);
  const policies = { queues: flags.queue, placements: flags.placement, own };
  const asked = new Grid(scenarios.settings, policies, flags.seeds);
  if (asked.runCount > RUNS_MAX) {
    throw badUsage(
      `${asked.variantCount} variants with ${flags.seeds.length} seeds each are ${asked.runCount} runs; give fewer, at most ${RUNS_MAX}`,
    );
  }
  const { '--report': page } = openOutputs({ '--report': flags.report }, { read: inputFiles(names, flags) });
  const work = new LongWork(output);
  const { isDrawn, ...span } = await checkedStudy(study, flags, asking, work).catch((error: unknown) => {
    work.end();
    throw error;
  });
  // Without a dependence on seeds, all runs of a variant are the same run.
  const grid = isDrawn ? asked : new Grid(scenarios.settings, policies, flags.seeds.slice(0, 1));
  // Imported here: other commands need not load the code of the threads.
  const { Threads } = await import('../../../../studies/threads/threads.ts');
  const jobs = Math.min(flags.jobs ?? availableParallelism(), grid.runCount);
  const picturedVariants = page === undefined ? 0 : PICTURED_MAX;
  const scenarioOf = (setting: number) => loadedOrFail(scenarios.load(setting)).scenario;
  const threads = new Threads({ ...span, grid, scenarioOf, picturedVariants }, jobs);
  const figures = await allOf(threads, grid, work, isCsv ? rowPrinter(flags.by) : () => {});
  const fixed = isDrawn ? undefined : fixedRemark(flags.seeds);
  const scenarioNames = sources.map(({ loaded }) => loaded.scenario.name);
  const { start } = sources[0].loaded.scenario;
  const compared = judged({ names: scenarioNames, start, grid, fixed, figures, ...span });
  const answer = asking === undefined ? undefined : answerOf(asking.asked(), grid, figures, compared.drawn);
  if (page !== undefined) {
    const pictures = [...threads.pictures].sort(([a], [b]) => a - b).map(([, ofRun]) => ofRun);
    page.write(pageOfComparison({ ...compared, answer, given: names, flags, pictures }));
    page.close();
  }
  if (isCsv) {
    if (fixed !== undefined) output.remark(`gprsim: ${fixed}`);
    return;
  }
  const { count: events } = threads.progress();
  const wallMs = performance.now() - startedAt;
  const command = commandText('compare', names, optionsOf(flags, grid));
  report(
    {
      ...compared,
      answer,
      load: flags.load ?? 1,
      traces: reportsOf(study),
      command,
      jobs,
      events,
      wallMs,
      page: flags.report,
    },
    output,
  );
}

function fixedRemark(seeds: readonly number[]): string {
  const instead = seeds.length === 1 ? '' : ` instead of ${seeds.length} times`;
  return `Nothing depends on the seed here: each variant was run once${instead}.`;
}

/**
 * Waits for all runs; returns their figures in the order of the grid.
 * @param each receives the figures of each run in that order, as early as possible
 */
async function allOf(
  threads: Threads,
  grid: Grid,
  work: LongWork,
  each: (run: GridRun, figures: Figures) => void,
): Promise<Figures[]> {
  const all: Figures[] = [];
  work.begin({ what: 'comparing', counts: 'events' });
  try {
    while (all.length < grid.runCount) {
      await Promise.race([threads.finished, sleep(LOOK_MS, undefined, { ref: false })]);
      for (let next = threads.figures[all.length]; next !== undefined; next = threads.figures[all.length]) {
        each(grid.run(all.length), next);
        all.push(next);
      }
      await work.show(threads.progress());
    }
    return all;
  } finally {
    work.end();
    await threads.end();
  }
}

function rowPrinter(by: PartKind | undefined): (run: GridRun, figures: Figures) => void {
  let isFirst = true;
  return (run, figures) => {
    const [header, ...rows] =
      by === undefined ? csvOf([run], [figures]) : partLines(by, figures.parts, runColumns(run));
    const lines = isFirst ? [header, ...rows] : rows;
    isFirst = false;
    print(lines.map((line) => `${line}\n`).join(''), 'csv');
  };
}
