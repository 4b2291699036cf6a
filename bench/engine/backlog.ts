// Measures the engine under `backfill` against `strict` on the same arrivals, with queues that grow to the end: limits of up to
// ten times the run, and 1.4 times the GPUs that 40 nodes have.

import type { GeneratedWorkload, Scenario } from '../../sim/index.ts';
import { measure, summed } from '../measuring/measure.ts';
import type { Entry, Row } from '../measuring/row.ts';
import { millionOf } from './load.ts';
import { taskOf } from './task-of.ts';

interface Setting {
  readonly order?: string;
  readonly backfillOrder?: string;
  readonly placement?: string;
}

const NODES = 40;
const LOAD = 1.4;
/** Per GPR of `million`: GPUs, and mean run, ms. */
const GPUS_MEAN = (15 / 4) * (5 / 4);
const RUN_MEAN_MS = 5.5 * 3_600_000 * 0.55;

/** Name → policies, and numbers of GPRs: 7e3, 28e3 and 7e4 have mean queues of about 1,000, 4,000 and 10,000. */
const SETTINGS: readonly (readonly [name: string, setting: Setting, counts: readonly number[]])[] = [
  ['priority', {}, [7e3, 28e3, 7e4]],
  ['shortest', { order: 'shortest' }, [28e3]],
  ['backfill order shortest', { backfillOrder: 'shortest' }, [28e3]],
  ['fair-share', { order: 'fair-share' }, [7e3]],
  ['backfill order fair-share', { backfillOrder: 'fair-share' }, [28e3]],
  ['random', { placement: 'random' }, [7e3, 28e3]],
  ['fgd', { placement: 'fgd' }, [28e3]],
];

export const backlog: Entry = async ({ quick }) => {
  const rows: Row[] = [];
  for (const [name, setting, counts] of SETTINGS)
    for (const count of quick ? counts.slice(0, 1) : counts)
      rows.push(await againstStrict(name, setting, count, quick ? 3 : 5));
  return rows;
};

async function againstStrict(name: string, setting: Setting, count: number, rounds: number): Promise<Row> {
  const subject = taskOf(scenarioWith(setting, count, 'backfill'));
  const strict = taskOf(scenarioWith(setting, count, 'strict'));
  const { subjectMs, referenceMs, ratios } = await measure(subject.task, strict.task, { rounds, runs: 1 });
  const { ratio, spread } = summed(ratios);
  return {
    name: `backlog ${name} ${count}`,
    value: count / (subjectMs / 1000),
    reference: count / (referenceMs / 1000),
    unit: 'GPRs/s',
    ratioOf: 'backfill ÷ strict',
    ratio,
    spread,
    notes: { facts: subject.world().clock().seq, hash: subject.world().clock().hash },
  };
}

function scenarioWith(setting: Setting, count: number, queue: string): Scenario {
  const scenario = millionOf({ count, queue });
  const [stream] = scenario.workload as [GeneratedWorkload];
  const [{ nodes, ...cluster }] = scenario.clusters;
  return {
    ...scenario,
    scheduler: { ...scenario.scheduler, workspaceLimit: 'none', provisioningDelayMs: 0, ...setting },
    clusters: [{ ...cluster, nodes: [{ ...nodes[0], count: NODES }] }],
    workload: [
      {
        ...stream,
        workspaces: 50,
        evictsMilli: 0,
        exitDurationMs: { from: 3_600_000, to: 36_000_000 },
        runtimeShareMilli: { from: 100, to: 1000 },
        interArrivalMeanMs: Math.round((GPUS_MEAN * RUN_MEAN_MS) / (NODES * 8 * LOAD)),
      },
    ],
  };
}
