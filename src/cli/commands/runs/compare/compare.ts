// Compares variants: runs each with every seed, on several threads.

import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { PolicyFailure } from '../../../../../sim/index.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { loadedOrFail } from '../../../../arguments/flag-values.ts';
import { fileWord } from '../../../../files/shell-word.ts';
import { givenModules } from '../../../../modules/given.ts';
import type { Figures } from '../../../../studies/figure-catalogue.ts';
import { Grid } from '../../../../studies/grid.ts';
import { judging } from '../../../../studies/judged.ts';
import { picturedVariants } from '../../../../studies/pictured.ts';
import type { Pictures } from '../../../../studies/pictures.ts';
import type { SettingsWork } from '../../../../studies/settings-work.ts';
import type { Asking } from '../../../../studies/targets/asking.ts';
import { COSTS } from '../../../../studies/targets/variant-cost.ts';
import type { ThreadedRuns } from '../../../../studies/threads/threads.ts';
import {
  addModules,
  addTrace,
  addWindow,
  by,
  choice,
  cycle,
  load,
  policyFlags,
  until,
} from '../../../support/flags.ts';
import { wordOrModule } from '../../../support/module-flags.ts';
import { type Output, print } from '../../../support/output/output.ts';
import type { OutputFile } from '../../../support/output/output-file.ts';
import { openOutputs } from '../../../support/output/output-files.ts';
import { checksFaults } from '../../../support/process/flag-faults.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import { checkBy, type PartKind, partLines } from '../../../support/runs/by-part.ts';
import { commandText } from '../../../support/runs/repeating-command.ts';
import { remarkOnShares } from '../../../support/runs/shares-remark.ts';
import { warnOfTraces } from '../../../support/runs/trace-reports.ts';
import { inputFiles } from '../../../support/runs/what-runs.ts';
import { printScript } from './engines/printed-script.ts';
import { parseSeeds, SEEDS, seedsText, someOf } from './list-flags.ts';
import { pageOfComparison, runColumns, runLines } from './page-of-comparison.ts';
import { type Ran, report } from './printed-comparison.ts';
import { optionsOf } from './repeat-command.ts';
import { identityOf } from './results/identity-of.ts';
import {
  checkResultsFlags,
  checkRunCount,
  ENGINES,
  parsePart,
  parseParts,
  type ResultsFlags,
} from './results/results-flags.ts';
import {
  asFailures,
  checkComplete,
  picturesOf,
  printPart,
  readStored,
  runMissing,
  runThreads,
} from './results/stored-comparison.ts';
import { checkedStudy, reportsOf, type Study, type StudyFlags, studyOf } from './study.ts';
import { askingOf, parseTargets, type TargetFlags } from './target-flags.ts';
import { parseVary } from './vary-flag.ts';

interface CompareFlags extends StudyFlags, ResultsFlags, TargetFlags {
  readonly queue?: readonly string[];
  readonly placement?: readonly string[];
  readonly order?: readonly string[];
  readonly backfillOrder?: readonly string[];
  readonly seeds: readonly number[];
  readonly jobs?: number;
  readonly csv?: boolean;
  readonly report?: string;
}

const JOBS_MAX = 256;

function parseJobs(text: string): number {
  const jobs = Number(text);
  if (/^[0-9]{1,3}$/.test(text) && jobs >= 1 && jobs <= JOBS_MAX) return jobs;
  throw badUsage(`--jobs takes an integer from 1 to ${JOBS_MAX}, not ${JSON.stringify(text)}`);
}

export async function compare(names: readonly string[], flags: CompareFlags, output: Output): Promise<void> {
  const { faults } = output;
  if (flags.csv === true && output.json) faults.add('give --csv or --json, not both');
  faults.of(() => checkBy(flags));
  faults.of(() => checkResultsFlags(flags));
  const asking = faults.of(() => askingOf(flags));
  const study = faults.about('--trace') ? undefined : faults.of(() => studyOf(names, flags));
  const outputs = { '--report': flags.for === undefined ? flags.report : undefined };
  const { '--report': page } =
    faults.of(() => openOutputs(outputs, { read: inputFiles(names, flags) })) ?? {};
  const work = new LongWork(output);
  try {
    faults.check();
    await asFailures(() => compareWith(work, names, flags, study!, asking, page, output));
  } finally {
    page?.cancel();
    work.end();
  }
}

async function compareWith(
  work: LongWork,
  names: readonly string[],
  flags: CompareFlags,
  study: Study,
  asking: Asking | undefined,
  page: OutputFile | undefined,
  output: Output,
): Promise<void> {
  const startedAt = performance.now();
  const { scenarios, sources } = study;
  const written = sources.map(({ loaded }) => loaded.scenario);
  const own = written.map(({ scheduler }) => scheduler);
  const reports = reportsOf(study);
  warnOfTraces(reports, output, flags.vary !== undefined);
  remarkOnShares(flags.placement ?? own.map(({ placement }) => placement), written, output);
  const policies = { given: flags, own };
  const asked = new Grid(scenarios.settings, policies, flags.seeds);
  checkRunCount(asked, flags);
  const isScript = flags.for !== undefined;
  const checked = await checkedStudy(study, flags, asking, work);
  if (study.startsNow() && (flags.results !== undefined || isScript)) {
    throw badUsage(
      'the scenario starts "now", at another instant for each part; give it an instant as its start',
    );
  }
  const { isDrawn, untilMs, window, meaning, work: ofSettings } = checked;
  // Without a dependence on seeds, all runs of a variant are the same run.
  const grid = isDrawn ? asked : new Grid(scenarios.settings, policies, flags.seeds.slice(0, 1));
  if (isScript) return printScript(names, flags, checked.named, grid, output);
  const scenarioOf = (setting: number) => loadedOrFail(scenarios.load(setting)).scenario;
  const isPaged = page !== undefined || flags.results !== undefined;
  const modules = givenModules();
  const pictured = new Set(isPaged ? picturedVariants(grid.settings.count, grid.variantCount) : []);
  const runs = { untilMs, window, modules, scenarioOf, pictured };
  const jobs = Math.min(flags.jobs ?? availableParallelism(), grid.runCount);
  const each = flags.csv === true ? rowPrinter(grid, ofSettings, flags.by) : () => {};
  const command = commandText('compare', names, optionsOf(flags, grid));
  let compared: { figures: readonly Figures[]; pictures: readonly Pictures[]; ran: Ran };
  if (flags.results === undefined) {
    const { events, ...all } = await allOf({ ...runs, grid }, jobs, work, each);
    compared = { ...all, ran: { jobs, events, wallMs: performance.now() - startedAt } };
  } else {
    const folder = flags.results;
    const identity = identityOf(study, checked, grid);
    const stored = { folder, identity, grid, command: `${command} --results ${fileWord(folder)}` };
    if (flags.merge !== true) {
      const part = await runMissing(stored, flags.part, runs, jobs, work);
      if (flags.part !== undefined) return printPart(flags.part, part, stored, output);
    }
    const results = await readStored(stored, work, { keepsFigures: true });
    checkComplete(stored, results);
    const { figures } = results;
    const pictures = page === undefined ? [] : picturesOf(results, stored);
    compared = { figures, pictures, ran: { folder, files: results.fileCount } };
    if (flags.csv === true) {
      work.begin({ what: 'writing', counts: 'lines' });
      for (const [i, ofRun] of figures.entries()) {
        each(i, ofRun);
        await work.show({ count: i, simMs: null, done: i / figures.length });
      }
    }
  }
  const fixed = isDrawn ? undefined : fixedRemark(flags.seeds);
  if (flags.csv === true && fixed !== undefined) output.remark(`gprsim: ${fixed}`);
  if (flags.csv === true && asking !== undefined && page === undefined)
    output.remark('gprsim: --csv does not show the answer to --target; the command without --csv prints it');
  if (flags.csv === true && page === undefined) return;
  const scenarioNames = sources.map(({ loaded }) => loaded.scenario.name);
  const { start } = sources[0].loaded.scenario;
  const { figures, pictures, ran } = compared;
  const runsOf = {
    names: scenarioNames,
    start,
    grid,
    fixed,
    figures,
    untilMs,
    window,
    meaning,
    work: ofSettings,
    asked: asking?.asked(),
  };
  const verdict = await work.through(
    { what: 'comparing figures', counts: 'lines' },
    judging(runsOf),
    grid.runCount,
  );
  if (page !== undefined) {
    page.write(pageOfComparison({ ...verdict, given: names, flags, traces: reports, pictures }));
    page.close();
  }
  if (flags.csv === true) return;
  const load = flags.load ?? 1;
  // From here on, a signal ends the program at once.
  work.end();
  report({ ...verdict, load, traces: reports, command, ran, page: flags.report }, output);
}

function fixedRemark(seeds: readonly number[]): string {
  const instead = seeds.length === 1 ? '' : ` instead of ${seeds.length} times`;
  return `Nothing depends on the seed here: each variant was run once${instead}.`;
}

/**
 * Runs all runs; returns what they report in the order of the grid. A failed run ends the work.
 * @param each receives the index and the figures of each run in that order, as early as possible
 */
async function allOf(
  runs: Omit<ThreadedRuns, 'indexes' | 'receive'>,
  jobs: number,
  work: LongWork,
  each: (run: number, figures: Figures) => void,
): Promise<{ figures: Figures[]; pictures: Pictures[]; events: number }> {
  const { grid } = runs;
  const ended = new Map<number, Figures>();
  const figures: Figures[] = [];
  const pictures = new Map<number, Pictures>();
  const receive: ThreadedRuns['receive'] = {
    ended(run, ofEnded, ofRun) {
      ended.set(run, ofEnded);
      if (ofRun !== undefined) pictures.set(run, ofRun);
      for (let next = ended.get(figures.length); next !== undefined; next = ended.get(figures.length)) {
        each(figures.length, next);
        figures.push(next);
      }
    },
    failed(_, error, isOfPolicy) {
      throw isOfPolicy ? new PolicyFailure(error.message) : error;
    },
  };
  const indexes = Array.from({ length: grid.runCount }, (_, i) => i);
  const events = await runThreads({ ...runs, indexes, receive }, jobs, work);
  const inOrder = [...pictures].sort(([a], [b]) => a - b).map(([, ofRun]) => ofRun);
  return { figures, pictures: inOrder, events };
}

function rowPrinter(
  grid: Grid,
  work: SettingsWork,
  by: PartKind | undefined,
): (run: number, figures: Figures) => void {
  let isFirst = true;
  return (run, figures) => {
    const columns = runColumns(grid, run, work);
    const [header, ...rows] =
      by === undefined ? runLines(columns, figures) : partLines(by, figures.parts, columns);
    const lines = isFirst ? [header, ...rows] : rows;
    isFirst = false;
    print(lines.map((line) => `${line}\n`).join(''), 'csv');
  };
}

export function declare(command: Command, output: Output): void {
  addTrace(checksFaults(command)).option(
    '--vary <POINTER=LIST>',
    'vary this member of the scenario, a JSON Pointer, over values and ranges, such as 4,8 or 3..6; may be repeated',
    parseVary,
  );
  for (const { flag, what, words, takesModules } of policyFlags) {
    const values = takesModules ? 'LIST|FILES' : 'LIST';
    const files = takesModules ? ' or in files' : '';
    command.addOption(
      new Option(
        `${flag} <${values}>`,
        `each ${what}, by name${files}, separated by commas (default: the scenario's)`,
      )
        .choices(words)
        .argParser(someOf(flag, words, wordOrModule(flag, words))),
    );
  }
  addModules(command, output)
    .addOption(
      new Option('--seeds <LIST>', 'seeds, as a range, a list, or both')
        .default(SEEDS, seedsText(SEEDS))
        .argParser(parseSeeds),
    )
    .addOption(cycle())
    .addOption(load())
    .addOption(until());
  addWindow(command)
    .option('--jobs <N>', 'number of parallel runs (default: number of processors)', parseJobs)
    .option('--csv', 'print the figures of each run as CSV instead')
    .option(
      '--results <FOLDER>',
      'keep the figures of each run in a file of this folder, and run only what is missing',
    )
    .option('--part <K/N>', 'run only the runs K, K + N, K + 2 N, … and print no figures', parsePart)
    .option('--merge', 'run nothing: print the result of the runs in the folder of --results')
    .addOption(
      choice(
        '--for <ENGINE>',
        'print the script or manifest that runs the parts of this comparison',
        ENGINES,
      ),
    )
    .option(
      '--parts <N>',
      'number of parts for --for (default: a part for ten runs, at most 100)',
      parseParts,
    )
    .option(
      '--target <TARGET>',
      "answer which variants reach this, such as 'p95(wait, pool=NAME)<30m'; may be repeated",
      parseTargets,
    )
    .addOption(choice('--cheapest <COST>', 'what the cheapest variant has least of (default: gpus)', COSTS))
    .addOption(by())
    .action((scenarios, flags) => compare(scenarios, flags, output));
}
