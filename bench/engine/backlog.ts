// Measures the engine under `backfill` against `strict` on the same arrivals, with queues that grow to the end: limits of up to
// ten times the run, and 1.4 times the GPUs that 40 nodes have. Times are processor time of the process.

import { type GeneratedWorkload, type Scenario, Simulation } from '../../sim/index.ts';
import { measure, summed, type Task } from '../measuring/measure.ts';
import type { Entry, Row } from '../measuring/row.ts';
import { millionOf, runThrough } from './load.ts';

interface Setting {
  readonly order?: string;
  readonly backfillOrder?: string;
  readonly placement?: string;
  /** Of the workload, not of the policies. */
  readonly workspaces?: number;
}

/** GPRs of a measured task: short runs are repeated, because clocks of processor time can have steps of 4 ms. */
const TASK_GPRS = 56e3;

const NODES = 40;
const LOAD = 1.4;
/** Per GPR of `million`: GPUs, and mean run, ms. */
const GPUS_MEAN = (15 / 4) * (5 / 4);
const RUN_MEAN_MS = 5.5 * 3_600_000 * 0.55;

/** Name → setting, and numbers of GPRs: 7e3, 28e3 and 7e4 have mean queues of about 1,000, 4,000 and 10,000. */
const SETTINGS: readonly (readonly [name: string, setting: Setting, counts: readonly number[]])[] = [
  ['priority', {}, [7e3, 28e3, 7e4]],
  ['shortest', { order: 'shortest' }, [28e3]],
  ['backfill order shortest', { backfillOrder: 'shortest' }, [28e3]],
  ['fair-share', { order: 'fair-share' }, [7e3]],
  ['backfill order fair-share', { backfillOrder: 'fair-share' }, [7e3, 28e3, 7e4]],
  [
    'backfill order fair-share, many workspaces',
    { backfillOrder: 'fair-share', workspaces: 2e4 },
    [1e4, 7e4],
  ],
  ['random', { placement: 'random' }, [7e3, 28e3]],
  ['worst-fit', { placement: 'worst-fit' }, [7e3, 28e3]],
  ['fgd', { placement: 'fgd' }, [7e3, 28e3]],
];

export const backlog: Entry = async ({ quick }) => {
  const rows: Row[] = [];
  for (const [name, setting, counts] of SETTINGS)
    for (const count of quick ? counts.slice(0, 1) : counts)
      rows.push(await againstStrict(name, setting, count, quick ? 3 : 5));
  return rows;
};

async function againstStrict(name: string, setting: Setting, count: number, rounds: number): Promise<Row> {
  const runs = Math.ceil(TASK_GPRS / count);
  const subject = taskOf(scenarioWith(setting, count, 'backfill'), runs);
  const strict = taskOf(scenarioWith(setting, count, 'strict'), runs);
  const effort = { rounds, runs: 1, now: processorMs };
  const { subjectMs, referenceMs, ratios } = await measure(subject.task, strict.task, effort);
  const { ratio, spread } = summed(ratios);
  const { seq, hash } = subject.world().clock();
  return {
    name: `backlog ${name} ${count}`,
    value: (runs * count) / (subjectMs / 1000),
    reference: (runs * count) / (referenceMs / 1000),
    unit: 'GPRs/s',
    ratioOf: 'backfill ÷ strict',
    ratio,
    spread,
    notes: { facts: seq, hash },
  };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs a scenario several times. */
function taskOf(scenario: Scenario, runs: number): { task: Task; world: () => Simulation } {
  let simulation = new Simulation(scenario);
  const run = () => {
    for (let i = 0; i < runs; i++) {
      simulation = new Simulation(scenario);
      runThrough(simulation);
    }
  };
  return { task: { run }, world: () => simulation };
}

function scenarioWith({ workspaces = 50, ...policies }: Setting, count: number, queue: string): Scenario {
  const scenario = millionOf({ count, queue });
  const [stream] = scenario.workload as [GeneratedWorkload];
  const [{ nodes, ...cluster }] = scenario.clusters;
  return {
    ...scenario,
    scheduler: { ...scenario.scheduler, workspaceLimit: 'none', provisioningDelayMs: 0, ...policies },
    clusters: [{ ...cluster, nodes: [{ ...nodes[0], count: NODES }] }],
    workload: [
      {
        ...stream,
        workspaces,
        evictsMilli: 0,
        exitDurationMs: { from: 3_600_000, to: 36_000_000 },
        runtimeShareMilli: { from: 100, to: 1000 },
        interArrivalMeanMs: Math.round((GPUS_MEAN * RUN_MEAN_MS) / (NODES * 8 * LOAD)),
      },
    ],
  };
}
