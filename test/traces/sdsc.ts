// The log and the published starts of the SDSC SP2, which are not part of the project, and the figures that studies print.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NEVER, type Scenario, Simulation, type TraceGpr } from '../../sim/index.ts';
import { scenarioOf } from '../../src/scenario/load.ts';

const data = resolve(import.meta.dirname, '../../../shared/data/swf');
const log = resolve(data, 'sdsc-sp2-1998-first5000-lines.swf.gz');
const starts = resolve(data, 'sdsc-5k-pyss-starts.csv.gz');

/** Why tests of the log are left out; false if it is there. */
export const missing: string | false =
  !(existsSync(log) && existsSync(starts)) && `${data} is missing; it has the log of the SDSC SP2`;

/** Times in s. `estimate` is the requested one, whatever the scheduler sees. */
export interface Placed {
  readonly submit: number;
  readonly start: number;
  readonly run: number;
  readonly estimate: number;
  readonly processors: number;
}

interface Run {
  readonly queue: string;
  readonly backfillOrder?: string;
  readonly cycle?: string;
  readonly broken?: string;
  readonly bound?: string;
}

export function scenarioOfLog({ broken = 'repair', bound = 'requested', ...scheduler }: Run): Scenario {
  const content = {
    name: 'sdsc',
    start: '1998-04-24T00:00:00Z',
    scheduler: { cycle: 'event', ...scheduler },
    workload: [{ kind: 'swf', log, broken, bound }],
  };
  const loaded = scenarioOf(content, 'sdsc', { now: () => 0 });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded));
  return loaded.scenario;
}

/** The jobs of the log, in order of arrival, with the starts that the simulator gives them. */
export function placedBy(run: Run): Placed[] {
  const scenario = scenarioOfLog(run);
  const gprs = gprsOf(scenario);
  const asked = gprsOf(scenarioOfLog({ ...run, bound: 'requested' }));
  const simulation = new Simulation(scenario);
  simulation.runTo(NEVER);
  const startOf = new Map<string, number>();
  const arrived: string[] = [];
  for (const { kind, gprId, atMs } of simulation.viewFacts(simulation.takeFacts())) {
    if (kind === 'gpr.created') arrived.push(gprId!);
    if (kind === 'gpr.provisioning') startOf.set(gprId!, atMs);
  }
  return gprs.map(({ arrivalMs, runMs, gpusPerNode }, number) => ({
    submit: arrivalMs / 1000,
    start: startOf.get(arrived[number]!)! / 1000,
    run: runMs / 1000,
    estimate: asked[number]!.exitMs / 1000,
    processors: gpusPerNode,
  }));
}

function gprsOf({ workload: [trace] }: Scenario): readonly TraceGpr[] {
  if (trace?.kind !== 'trace') throw new Error('the scenario has no trace');
  return trace.gprs;
}

/** The published starts of a policy, in order of arrival, in s after the first submission. */
export function publishedStarts(policy: string): number[] {
  const [header, ...rows] = gunzipSync(readFileSync(starts)).toString().trim().split('\n');
  const columns = header!.split(',');
  const jobs = rows.map((row) => row.split(',').map(Number));
  const submitAt = columns.indexOf('submit');
  const inOrder = jobs.toSorted((a, b) => a[submitAt]! - b[submitAt]!);
  return inOrder.map((job) => job[columns.indexOf(policy)]! - inOrder[0]![submitAt]!);
}

export const waitOf = ({ start, submit }: Placed): number => start - submit;
export const flowOf = (job: Placed): number => waitOf(job) + job.run;
export const endOf = ({ start, run }: Placed): number => start + run;
export const boundedSlowdownOf = (job: Placed): number => Math.max(1, flowOf(job) / Math.max(10, job.run));

/** The sum without the rounding errors of a plain loop (Neumaier). */
export function sumOf(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

export const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

/**
 * What PYSS prints. It visits the jobs by end until one ends after the last arrival. It leaves out those of one second on one
 * processor, and all that come before a hundredth of the jobs, without those left out so far.
 */
export function printedByPyss(jobs: readonly Placed[]): {
  waitMinutes: number;
  slowdown: number;
  jobs: number;
} {
  const lastSubmit = Math.max(...jobs.map(({ submit }) => submit));
  const counted: Placed[] = [];
  let size = jobs.length;
  for (const [visited, job] of jobs.toSorted((a, b) => endOf(a) - endOf(b)).entries()) {
    if (job.estimate === 1 && job.processors === 1) size -= 1;
    else if (visited >= Math.trunc(size / 100)) {
      if (endOf(job) > lastSubmit) break;
      counted.push(job);
    }
  }
  return {
    waitMinutes: meanOf(counted.map(waitOf)) / 60,
    slowdown: meanOf(counted.map(boundedSlowdownOf)),
    jobs: counted.length,
  };
}
