import type { Command } from 'commander';
import { Checker, type FactRun, type Scenario, Simulation } from '../../../../../sim/index.ts';
import { CommandFailure } from '../../../../arguments/command-failure.ts';
import type { ScenarioFlags } from '../../../../arguments/flag-values.ts';
import type { Recorder } from '../../../../driver/commits/recorder.ts';
import { restart } from '../../../../driver/commits/restart.ts';
import { doneOf, partsOf } from '../../../../driver/run-parts.ts';
import { fileWord } from '../../../../files/shell-word.ts';
import { ownPolicies } from '../../../../modules/given.ts';
import { metricLines } from '../../../../report/figures-table.ts';
import { WorldFile } from '../../../../store/world-file.ts';
import { countParts } from '../../../../studies/figures.ts';
import { newPictureReader } from '../../../../studies/pictures.ts';
import { lateJobs, lateText } from '../../../../studies/settings-work.ts';
import { MEMORY } from '../../../../wire/memory.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import { addPolicies, addTrace, addWindow, by, load, seed, until } from '../../../support/flags.ts';
import { type Output, print } from '../../../support/output/output.ts';
import { openOutputs } from '../../../support/output/output-files.ts';
import { Exit, ProgramEnd } from '../../../support/process/exit.ts';
import { checksFaults } from '../../../support/process/flag-faults.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import type { EndingSignal } from '../../../support/process/signals.ts';
import { checkBy, type PartKind, partLines } from '../../../support/runs/by-part.ts';
import { remarkOnShares } from '../../../support/runs/shares-remark.ts';
import { warnOfTraces } from '../../../support/runs/trace-reports.ts';
import { foundRun, inputFiles, type TraceFlags, traceData } from '../../../support/runs/what-runs.ts';
import { type WindowFlags, windowOf } from '../../../support/runs/window.ts';
import { VERSION } from '../../../support/version.ts';
import { checkRepeats } from './check-repeats.ts';
import { CurvesFile, checkCurves } from './curves-file.ts';
import { JobsFile } from './jobs-file.ts';
import { pageOfRun } from './page-of-run.ts';
import {
  type FinishedRun,
  report as printReport,
  type RunSummary,
  reportLine,
  reportParts,
  summaryOf,
} from './run-summary.ts';

interface RunFlags extends TraceFlags, ScenarioFlags, WindowFlags {
  readonly until?: string;
  readonly db?: string;
  readonly check?: boolean;
  readonly perWorkspace?: boolean;
  readonly csv?: boolean;
  readonly by?: PartKind;
  readonly report?: string;
  readonly jobs?: string;
  readonly module?: readonly string[];
  readonly curves?: string;
}

export async function run(name: string | undefined, flags: RunFlags, output: Output): Promise<void> {
  const { faults } = output;
  if (flags.csv && output.json) faults.add('give --csv or --json, not both');
  faults.of(() => checkBy(flags));
  const startedAt = performance.now();
  const { loaded, untilMs: endMs } = foundRun('run', name, flags, faults);
  const found =
    loaded && endMs !== undefined ? faults.of(() => windowOf(loaded.scenario, flags, endMs)) : undefined;
  if (loaded && flags.curves !== undefined) faults.of(() => checkCurves(loaded.scenario));
  const {
    '--report': report,
    '--jobs': jobs,
    '--curves': curves,
  } = faults.of(() =>
    openOutputs(
      { '--report': flags.report, '--jobs': flags.jobs, '--curves': flags.curves },
      { world: flags.db, read: inputFiles(name === undefined ? [] : [name], flags) },
    ),
  ) ?? {};
  const work = new LongWork(output);
  let recording: ReturnType<typeof record> | undefined;
  try {
    faults.check();
    const { scenario, reports } = loaded!;
    const untilMs = endMs!;
    const window = found!;
    warnOfTraces(reports, output);
    const late = lateJobs(scenario, untilMs);
    if (late !== undefined) output.remark(`warning: ${lateText(late)}`);
    remarkOnShares([scenario.scheduler.placement], [scenario], output);
    if (flags.db !== undefined) recording = record(flags.db, scenario);
    const simulation = recording?.recorder.simulation ?? new Simulation(scenario, { ownPolicies });
    simulation.measures.measure(window);
    const checker = flags.check ? new Checker(scenario) : undefined;
    const reader = report === undefined ? undefined : newPictureReader(simulation, window);
    const perWorkspace = flags.perWorkspace === true || flags.by === 'workspace';
    if (perWorkspace) simulation.measures.countParts(true);
    countParts(simulation);
    const list = jobs && new JobsFile(jobs, simulation, recording?.file);
    const table = curves && new CurvesFile(curves, simulation);
    const check = checker && { follow: (facts: FactRun) => checker.read(facts) };
    const readers = [check, reader, list, table].filter((one) => one !== undefined);
    // The readers need the initial facts, which the recorder has already taken from the simulation.
    for (const facts of recording?.file.present.factRunsFrom(1, Number.MAX_SAFE_INTEGER) ?? [])
      for (const one of readers) one.follow(facts);
    const signal = await runThrough(simulation, untilMs, recording?.recorder, readers, work);
    work.end();
    recording?.recorder.snapshot();
    if (signal === undefined) recording?.file.endRun();
    const wallMs = Math.round(performance.now() - startedAt);
    const stoppedAt = signal === undefined ? undefined : new Timeline(scenario.start).iso(simulation.nowMs);
    if (flags.check && signal === undefined) await checkRepeats(simulation, untilMs, work);
    checker?.compare(simulation.views.countStates());
    const violations = checker?.violations;
    const options = traceData(flags);
    const finished = {
      simulation,
      options,
      window,
      wallMs,
      traces: reports,
      perWorkspace,
      stoppedAt,
      violations,
    };
    const summary = summaryOf(finished);
    if (reader !== undefined) {
      const pictures = reader.pictures();
      report!.write(
        pageOfRun({ name, flags, scenario, traces: reports, window, summary, pictures, version: VERSION }),
      );
    }
    list?.end();
    table?.end();
    for (const file of [report, jobs, curves]) file?.close();
    if (flags.csv) print(`${csvOf(summary, flags.by).join('\n')}\n`, 'csv');
    else printSummary(finished, summary, flags, output);
    if (violations !== undefined) judge(violations, flags.csv ? undefined : output);
    if (!flags.csv) reportParts(finished, summary, output);
    if (signal !== undefined) {
      const kept = flags.db === undefined ? '' : `; ${flags.db} keeps it`;
      output.remark(`gprsim: ended by ${signal}: this is the run up to ${stoppedAt}${kept}`);
      throw new ProgramEnd(Exit[signal]);
    }
  } catch (error) {
    if (recording !== undefined && flags.db !== MEMORY && !(error instanceof ProgramEnd))
      output.remark(`gprsim: ${flags.db} remains, with what the run had stored before the error`);
    throw error;
  } finally {
    work.end();
    recording?.file.close();
    for (const file of [report, jobs, curves]) file?.cancel();
  }
}

function record(path: string, scenario: Scenario): { file: WorldFile; recorder: Recorder } {
  const file = WorldFile.open(path);
  try {
    if (file.scenarioText() !== undefined)
      throw new CommandFailure(`${path} already holds a world; give --db a new file`);
    file.setScenario(scenario);
    file.beginRun();
    return { file, recorder: restart(file, ownPolicies) };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Runs to an instant, or until no event is left; returns the signal that interrupts it. */
async function runThrough(
  simulation: Simulation,
  untilMs: number,
  recorder: Recorder | undefined,
  readers: readonly { follow(facts: FactRun): void }[],
  work: LongWork,
): Promise<EndingSignal | undefined> {
  work.begin({ what: 'running', counts: 'events' });
  for (const isLast of partsOf(simulation, untilMs)) {
    if (recorder === undefined && readers.length === 0) simulation.dropFacts();
    else {
      const facts = recorder === undefined ? simulation.takeFacts() : recorder.commit([]);
      for (const one of readers) one.follow(facts);
    }
    if (isLast) break;
    const { nowMs, events } = simulation;
    const signal = await work.poll({ count: events, simMs: nowMs, done: doneOf(simulation, untilMs) });
    if (signal !== undefined) return signal;
  }
  return undefined;
}

function printSummary(finished: FinishedRun, summary: RunSummary, flags: RunFlags, output: Output): void {
  printReport(finished, summary, output);
  if (flags.db !== undefined) printKept(flags.db, output);
  if (flags.report !== undefined) reportLine('report', flags.report, output);
  if (flags.jobs !== undefined) reportLine('its GPRs as CSV', flags.jobs, output);
  if (flags.curves !== undefined) reportLine('its curves', flags.curves, output);
}

function csvOf(summary: RunSummary, by: PartKind | undefined): string[] {
  return by === undefined ? metricLines(summary) : partLines(by, summary.parts);
}

function printKept(path: string, output: Output): void {
  if (path === MEMORY) return;
  output.text(`  ${'kept'.padEnd(18)}  ${path}`);
  output.text(`  ${'its GPRs'.padEnd(18)}  gprsim gprs ${fileWord(path)}`);
}

function judge(violations: readonly string[], output: Output | undefined): void {
  if (violations.length > 0)
    throw new CommandFailure(`invariants are violated:\n  ${violations.join('\n  ')}`);
  output?.text(`  ${'checked'.padEnd(18)}  every fact; no invariant is violated`);
}

export function declare(command: Command, output: Output): void {
  addPolicies(addTrace(checksFaults(command)), output)
    .addOption(seed())
    .addOption(load())
    .addOption(until());
  addWindow(command)
    .option('--jobs <FILE>', 'write a line for each GPR to this CSV file')
    .option(
      '--curves <FILE>',
      'write what is allocated and fragmented against arrived demand to this CSV file (shared GPUs)',
    )
    .option('--csv', 'print the figures as CSV instead, one per line')
    .addOption(by())
    .option('--db <FILE>', 'keep the run in this new file')
    .option('--per-workspace', 'print a summary of each workspace too')
    .option('--check', 'check the invariants at every fact')
    .action((scenario, flags) => run(scenario, flags, output));
}
