// What a run came to, as figures.

import type { OpenbReport, Simulation, WorkspaceMeasure } from '../../sim/index.ts';
import { type Figures, figuresOf } from '../compare/figures.ts';
import { span } from '../observe/span.ts';
import { describeOpenb } from '../traces/report.ts';
import { counted } from './counted.ts';
import { type Output, table } from './output.ts';

/** What is known of a run when it is over. */
interface Ran {
  readonly simulation: Simulation;
  readonly wallMs: number;
  readonly traces: readonly OpenbReport[];
  readonly perWorkspace: boolean;
  /** The instant at which somebody ended it before its end. */
  readonly stoppedAt: string | undefined;
  /** Of invariants; undefined where no checker has looked. */
  readonly violations: readonly string[] | undefined;
}

export function report(ran: Ran, output: Output): void {
  const { simulation, wallMs, traces, perWorkspace, stoppedAt, violations } = ran;
  const { scenario } = simulation;
  const { name, seed, scheduler } = scenario;
  const { facts, hash, ...measured } = figuresOf(simulation);
  const peakRssMb = Math.round(process.resourceUsage().maxRSS / 1024);
  output.data({
    scenario: name,
    seed,
    queue: scheduler.queue,
    placement: scheduler.placement,
    ...measured,
    wallMs,
    peakRssMb,
    facts,
    hash,
    ...(perWorkspace ? { workspaces: workspacesOf(simulation) } : {}),
    ...(traces.length === 0 ? {} : { traces }),
    ...(stoppedAt === undefined ? {} : { stoppedAt }),
    ...(violations === undefined ? {} : { violations }),
  });
  if (output.json) return;
  for (const trace of traces) for (const line of describeOpenb(trace)) output.text(line);
  const rate = Math.round(measured.gprs / (wallMs / 1000)).toLocaleString('en-US');
  output.text(`${name}  seed ${seed}  ${scheduler.queue}, ${scheduler.placement}`);
  for (const line of table(linesOf(measured), [])) output.text(`  ${line}`);
  output.text(`  ${'run'.padEnd(18)}  ${wallMs} ms, ${rate} GPRs/s, peak memory ${peakRssMb} MB`);
  output.text(`  ${'facts'.padEnd(18)}  ${facts}, hash ${hash}`);
}

/** A table below everything else. */
export function reportWorkspaces(simulation: Simulation, output: Output): void {
  for (const line of workspaceTable(workspacesOf(simulation))) output.text(line);
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

function linesOf(summary: Omit<Figures, 'facts' | 'hash'>): string[][] {
  const { gprs, placed, completed, timedOut, failed, waiting, running, evictions, requeues } = summary;
  return [
    [
      'GPRs'.padEnd(18),
      `${gprs}: ${placed} placed, ${completed} completed, ${timedOut} timed out, ${failed} failed`,
    ],
    ...(waiting + running === 0 ? [] : [['at the end', `${waiting} waiting, ${running} with GPUs`]]),
    ['evictions', `${evictions}; ${counted(requeues, 'requeue')} in all`],
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
