// Compares policies: runs every pair of policies with every seed, on several threads.

import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { badUsage } from '../../../../arguments/command-failure.ts';
import type { Figures } from '../../../../studies/figures.ts';
import { dependsOnSeed, type GridRun, gridOf } from '../../../../studies/grid.ts';
import { judged } from '../../../../studies/judged.ts';
import type { Threads } from '../../../../studies/threads/threads.ts';
import { type Output, print } from '../../../support/output/output.ts';
import { openOutputs } from '../../../support/output/output-files.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import { checkBy, checkFewWorkspaces, type PartKind, partLines } from '../../../support/runs/by-part.ts';
import { endOf, inputFiles, scenarioOrTrace, type TraceFlags } from '../../../support/runs/what-runs.ts';
import { type WindowFlags, windowOf } from '../../../support/runs/window.ts';
import { RUNS_MAX } from './list-flags.ts';
import { csvOf, pageOfComparison } from './page-of-comparison.ts';
import { report } from './printed-comparison.ts';
import { commandOf } from './repeat-command.ts';

interface CompareFlags extends TraceFlags, WindowFlags {
  readonly queue?: readonly string[];
  readonly placement?: readonly string[];
  readonly seeds: readonly number[];
  readonly until?: string;
  readonly jobs?: number;
  readonly csv?: boolean;
  readonly by?: PartKind;
  readonly report?: string;
}

const JOBS_MAX = 256;
/** Real time between two checks of the threads' progress and of signals. */
const LOOK_MS = 50;

export function parseJobs(text: string): number {
  const jobs = Number(text);
  if (/^[0-9]{1,3}$/.test(text) && jobs >= 1 && jobs <= JOBS_MAX) return jobs;
  throw badUsage(`--jobs takes an integer from 1 to ${JOBS_MAX}, not ${JSON.stringify(text)}`);
}

export async function compare(name: string | undefined, flags: CompareFlags, output: Output): Promise<void> {
  const startedAt = performance.now();
  const isCsv = flags.csv === true;
  if (isCsv && output.json) throw badUsage('give --csv or --json, not both');
  checkBy(flags);
  const { queue, placement, seeds, ...of } = flags;
  const { scenario, reports } = scenarioOrTrace('compare', name, of);
  checkFewWorkspaces(flags.by, scenario);
  const untilMs = endOf(scenario, flags.until);
  const { scheduler } = scenario;
  const isDrawn = dependsOnSeed(scenario);
  // Without a dependence on seeds, all runs of a variant are the same run.
  const run = isDrawn ? seeds : seeds.slice(0, 1);
  const grid = gridOf(queue ?? [scheduler.queue], placement ?? [scheduler.placement], run);
  const runs = grid.variants.length * seeds.length;
  if (runs > RUNS_MAX) {
    throw badUsage(
      `${grid.variants.length} variants with ${seeds.length} seeds each are ${runs} runs; give fewer, at most ${RUNS_MAX}`,
    );
  }
  const window = windowOf(scenario, flags, untilMs);
  const { '--report': page } = openOutputs({ '--report': flags.report }, { read: inputFiles(name, flags) });
  // Imported here: other commands need not load the code of the threads.
  const { Threads } = await import('../../../../studies/threads/threads.ts');
  const picturedSeed = page === undefined ? null : run[0];
  const jobs = Math.min(flags.jobs ?? availableParallelism(), grid.runs.length);
  const threads = new Threads({ scenario, untilMs, window, picturedSeed }, grid.runs, jobs);
  const figures = await allOf(
    threads,
    grid.runs,
    new LongWork(output),
    isCsv ? rowPrinter(flags.by) : () => {},
  );
  const fixed = isDrawn ? undefined : fixedRemark(seeds);
  const compared = judged({ scenario, grid, fixed, figures, untilMs, window });
  if (page !== undefined) {
    const pictures = [...threads.pictures].sort(([a], [b]) => a - b).map(([, ofRun]) => ofRun);
    page.write(pageOfComparison({ ...compared, name, flags, pictures }));
    page.close();
  }
  if (isCsv) {
    if (fixed !== undefined) output.remark(`gprsim: ${fixed}`);
    return;
  }
  const { count: events } = threads.progress();
  const wallMs = performance.now() - startedAt;
  const command = commandOf(name, flags, grid);
  report({ ...compared, traces: reports, command, jobs, events, wallMs, page: flags.report }, output);
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
  runs: readonly GridRun[],
  work: LongWork,
  each: (run: GridRun, figures: Figures) => void,
): Promise<Figures[]> {
  const all: Figures[] = [];
  work.begin({ what: 'comparing', counts: 'events' });
  try {
    while (all.length < runs.length) {
      await Promise.race([threads.finished, sleep(LOOK_MS, undefined, { ref: false })]);
      for (let next = threads.figures[all.length]; next !== undefined; next = threads.figures[all.length]) {
        each(runs[all.length], next);
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
    const [header, ...rows] = by === undefined ? csvOf([run], [figures]) : partLines(by, figures.parts, run);
    const lines = isFirst ? [header, ...rows] : rows;
    isFirst = false;
    print(lines.map((line) => `${line}\n`).join(''), 'csv');
  };
}
