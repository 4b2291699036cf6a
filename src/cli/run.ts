// Runs a scenario or a trace as fast as it goes, and sums it up.

import {
  Checker,
  type FactRun,
  NEVER,
  type OpenbReport,
  type PlacementPolicyName,
  type QueuePolicyName,
  type Scenario,
  Simulation,
  type Summary,
  type WorkspaceMeasure,
} from '../../sim/index.ts';
import { Recorder } from '../driver/recorder.ts';
import { startProgress } from '../observe/progress.ts';
import { loadTrace } from '../scenario/trace.ts';
import { WorldFile } from '../store/world-file.ts';
import { describeOpenb } from '../traces/report.ts';
import { badUsage, CommandFailure } from './failure.ts';
import { type Output, print, table } from './output.ts';
import { loadedOrFail, parseInstant, scenarioBy } from './values.ts';

interface RunFlags {
  readonly trace?: string;
  readonly nodes?: string;
  readonly workload?: string;
  readonly compress?: string;
  readonly keepNodes?: string;
  readonly bound?: string;
  readonly queue?: QueuePolicyName;
  readonly placement?: PlacementPolicyName;
  readonly seed?: number;
  readonly until?: string;
  readonly db?: string;
  readonly check?: boolean;
  readonly perWorkspace?: boolean;
}

/** Events between two looks at progress and two commits: few enough for their facts to stay in the processor's cache. */
const SLICE_EVENTS = 4_000;

export function run(name: string | undefined, flags: RunFlags, output: Output): void {
  const startedAt = performance.now();
  const { scenario, reports } = flags.trace === undefined ? byName(name, flags) : byTrace(name, flags);
  const untilMs = flags.until === undefined ? NEVER : parseInstant(flags.until, scenario, '--until');
  if (
    untilMs === NEVER &&
    scenario.workload.some((workload) => workload.kind === 'generated' && workload.count === null)
  ) {
    throw badUsage(`the workload of ${scenario.name} has no end: give --until, such as --until 1d`);
  }
  const recording = flags.db === undefined ? undefined : record(flags.db, scenario);
  try {
    const simulation = recording?.recorder.simulation ?? new Simulation(scenario);
    const checker = flags.check ? new Checker(scenario) : undefined;
    const facts = runThrough(simulation, untilMs, recording?.recorder, checker, output);
    recording?.recorder.snapshot();
    recording?.file.endRun();
    const wallMs = Math.round(performance.now() - startedAt);
    report(simulation, facts, wallMs, reports, flags.perWorkspace === true, output);
    if (checker !== undefined) judge(checker, simulation, output);
  } finally {
    recording?.file.close();
  }
}

function byName(name: string | undefined, flags: RunFlags) {
  if (name === undefined) throw badUsage('run takes a scenario (gprsim scenarios lists them) or --trace');
  for (const flag of ['nodes', 'workload', 'compress', 'keepNodes', 'bound'] as const) {
    if (flags[flag] !== undefined)
      throw badUsage(`--${flag === 'keepNodes' ? 'keep-nodes' : flag} goes with --trace`);
  }
  return scenarioBy(name, flags);
}

function byTrace(name: string | undefined, flags: RunFlags) {
  const { trace, nodes, workload } = flags;
  if (name !== undefined) throw badUsage(`run takes a scenario or --trace, not both (${name})`);
  if (trace === undefined || nodes === undefined || workload === undefined) {
    throw badUsage('--trace needs --nodes FILE and --workload FILE');
  }
  return loadedOrFail(loadTrace({ ...flags, trace, nodes, workload }, { ...flags, now: Date.now }));
}

function record(path: string, scenario: Scenario): { file: WorldFile; recorder: Recorder } {
  const file = WorldFile.open(path);
  try {
    if (file.scenario() !== undefined) throw badUsage(`${path} holds a world already; --db takes a new file`);
    file.setScenario(scenario);
    file.beginRun();
    return { file, recorder: Recorder.resume(file) };
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Runs to an instant, or until nothing more happens; returns the number of facts. */
function runThrough(
  simulation: Simulation,
  untilMs: number,
  recorder: Recorder | undefined,
  checker: Checker | undefined,
  output: Output,
): number {
  const progress = startProgress({
    stream: output.json ? { write: print } : process.stderr,
    as: output.json ? 'json lines' : 'bar',
    now: () => performance.now(),
  });
  let isDone = false;
  while (!isDone) {
    isDone = simulation.runSome(untilMs, SLICE_EVENTS);
    const facts: FactRun = recorder === undefined ? simulation.takeFacts() : recorder.commit([]);
    checker?.read(facts);
    const { nowMs, events } = simulation;
    progress.show({ events, simMs: nowMs, done: simulation.done(untilMs) });
  }
  progress.end();
  return simulation.clock().seq;
}

function report(
  simulation: Simulation,
  facts: number,
  wallMs: number,
  reports: readonly OpenbReport[],
  perWorkspace: boolean,
  output: Output,
): void {
  const { scenario } = simulation;
  const { name, seed, scheduler } = scenario;
  const summary = simulation.measures.summary();
  const peakRssMb = Math.round(process.resourceUsage().maxRSS / 1024);
  const { hash } = simulation.clock();
  const workspaces = perWorkspace ? workspacesOf(simulation) : [];
  output.data({
    scenario: name,
    seed,
    queue: scheduler.queue,
    placement: scheduler.placement,
    ...summary,
    wallMs,
    peakRssMb,
    facts,
    hash,
    ...(perWorkspace ? { workspaces } : {}),
    ...(reports.length === 0 ? {} : { traces: reports }),
  });
  if (output.json) return;
  for (const trace of reports) for (const line of describeOpenb(trace)) output.text(line);
  const rate = Math.round(summary.gprs / (wallMs / 1000)).toLocaleString('en-US');
  output.text(`${name}  seed ${seed}  ${scheduler.queue}, ${scheduler.placement}`);
  for (const line of table(linesOf(summary), [])) output.text(`  ${line}`);
  output.text(`  ${'run'.padEnd(18)}  ${wallMs} ms, ${rate} GPRs/s, peak memory ${peakRssMb} MB`);
  output.text(`  ${'facts'.padEnd(18)}  ${facts}, hash ${hash}`);
  if (perWorkspace) for (const line of workspaceTable(workspaces)) output.text(line);
}

type NamedMeasure = Omit<WorkspaceMeasure, 'workspace'> & { readonly workspace: string };

function workspacesOf(simulation: Simulation): NamedMeasure[] {
  return simulation.measures.perWorkspace().map((measure) => ({
    ...measure,
    workspace: simulation.workspaceName(measure.workspace),
  }));
}

function workspaceTable(workspaces: readonly NamedMeasure[]): string[] {
  const rows = workspaces.map(({ workspace, gprs, started, evictions, waitMsMean, gpuHours }) => [
    workspace,
    `${gprs}`,
    `${started}`,
    `${evictions}`,
    span(waitMsMean),
    gpuHours.toFixed(1),
  ]);
  return table(
    [['workspace', 'GPRs', 'started', 'evictions', 'mean wait', 'GPU hours'], ...rows],
    [1, 2, 3, 4, 5],
  );
}

function linesOf(summary: Summary): string[][] {
  const { gprs, placed, completed, timedOut, failed, evictions, requeues } = summary;
  return [
    [
      'GPRs'.padEnd(18),
      `${gprs}: ${placed} placed, ${completed} completed, ${timedOut} timed out, ${failed} failed`,
    ],
    ['evictions', `${evictions}; ${requeues} requeues in all`],
    [
      'wait',
      `mean ${span(summary.waitMsMean)}, p50 ${span(summary.waitMsP50)}, p95 ${span(summary.waitMsP95)}, p99 ${span(summary.waitMsP99)}, longest ${span(summary.waitMsMax)}`,
    ],
    ['bounded slowdown', `mean ${summary.boundedSlowdownMean.toFixed(2)}`],
    ...(summary.promises === 0
      ? []
      : [['promised starts', `${summary.promises}, off by ${span(summary.promiseErrorMsMean)} on average`]]),
    [
      'utilisation',
      `${percent(summary.utilisation)} of the GPUs; ${percent(summary.fragmentation)} of the free ones on partly used nodes`,
    ],
    ['simulated', span(summary.simMs)],
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** A span of time in its two largest units. */
function span(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${(ms / 1000).toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return `${hours} h ${Math.floor(seconds / 60) % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

function judge(checker: Checker, simulation: Simulation, output: Output): void {
  checker.compare(simulation.countStates());
  if (checker.violations.length > 0)
    throw new CommandFailure(`invariants are broken:\n  ${checker.violations.join('\n  ')}`);
  output.text(`  ${'checked'.padEnd(18)}  every fact; no invariant is broken`);
}
