import { Checker, type Scenario, Simulation } from '../../../sim/index.ts';
import { doneOf, partsOf } from '../../driver/parts.ts';
import { Recorder } from '../../driver/recorder.ts';
import { MEMORY } from '../../store/database.ts';
import { WorldFile } from '../../store/world-file.ts';
import { fileWord } from '../../wire/shell-word.ts';
import { Timeline } from '../../wire/timestamps.ts';
import { CommandFailure, Exit } from '../support/failure.ts';
import { LongWork } from '../support/long-work.ts';
import type { Output } from '../support/output.ts';
import { report, reportWorkspaces } from '../support/run-report.ts';
import type { EndingSignal } from '../support/signals.ts';
import type { ScenarioFlags } from '../support/values.ts';
import { endOf, scenarioOrTrace, type TraceFlags } from '../support/what-runs.ts';

interface RunFlags extends TraceFlags, ScenarioFlags {
  readonly until?: string;
  readonly db?: string;
  readonly check?: boolean;
  readonly perWorkspace?: boolean;
}

export async function run(name: string | undefined, flags: RunFlags, output: Output): Promise<void> {
  const startedAt = performance.now();
  const { scenario, reports } = scenarioOrTrace('run', name, flags);
  const untilMs = endOf(scenario, flags.until);
  const recording = flags.db === undefined ? undefined : record(flags.db, scenario);
  const work = new LongWork(output);
  try {
    const simulation = recording?.recorder.simulation ?? new Simulation(scenario);
    if (flags.perWorkspace === true) simulation.measures.countWorkspaces();
    const checker = flags.check ? new Checker(scenario) : undefined;
    // The checker needs the initial facts, which the recorder has already taken from the simulation.
    for (const facts of recording?.file.factRunsFrom(1, Number.MAX_SAFE_INTEGER) ?? []) checker?.read(facts);
    const signal = await runThrough(simulation, untilMs, recording?.recorder, checker, work);
    work.end();
    recording?.recorder.snapshot();
    if (signal === undefined) recording?.file.endRun();
    const wallMs = Math.round(performance.now() - startedAt);
    const stoppedAt = signal === undefined ? undefined : new Timeline(scenario.start).iso(simulation.nowMs);
    const perWorkspace = flags.perWorkspace === true;
    checker?.compare(simulation.views.countStates());
    const violations = checker?.violations;
    report({ simulation, wallMs, traces: reports, perWorkspace, stoppedAt, violations }, output);
    if (flags.db !== undefined) printKept(flags.db, output);
    if (violations !== undefined) judge(violations, output);
    if (perWorkspace) reportWorkspaces(simulation, output);
    if (signal !== undefined) {
      const kept = flags.db === undefined ? '' : `; ${flags.db} keeps it`;
      output.remark(`gprsim: ended by ${signal}: this is the run up to ${stoppedAt}${kept}`);
      throw new CommandFailure('', Exit[signal]);
    }
  } finally {
    work.end();
    recording?.file.close();
  }
}

function record(path: string, scenario: Scenario): { file: WorldFile; recorder: Recorder } {
  const file = WorldFile.open(path);
  try {
    if (file.scenarioText() !== undefined)
      throw new CommandFailure(`${path} already holds a world; give --db a new file`);
    file.setScenario(scenario);
    file.beginRun();
    return { file, recorder: Recorder.resume(file) };
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
  checker: Checker | undefined,
  work: LongWork,
): Promise<EndingSignal | undefined> {
  work.begin({ what: 'running', counts: 'events' });
  for (const isLast of partsOf(simulation, untilMs)) {
    if (recorder !== undefined) {
      const facts = recorder.commit([]);
      checker?.read(facts);
    } else if (checker !== undefined) checker.read(simulation.takeFacts());
    else simulation.dropFacts();
    if (isLast) break;
    const { nowMs, events } = simulation;
    const signal = await work.poll({ count: events, simMs: nowMs, done: doneOf(simulation, untilMs) });
    if (signal !== undefined) return signal;
  }
  return undefined;
}

function printKept(path: string, output: Output): void {
  if (path === MEMORY) return;
  output.text(`  ${'kept'.padEnd(18)}  ${path}`);
  output.text(`  ${'its GPRs'.padEnd(18)}  gprsim gprs ${fileWord(path)}`);
}

function judge(violations: readonly string[], output: Output): void {
  if (violations.length > 0)
    throw new CommandFailure(`invariants are violated:\n  ${violations.join('\n  ')}`);
  output.text(`  ${'checked'.padEnd(18)}  every fact; no invariant is violated`);
}
