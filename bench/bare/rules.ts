// What a scenario comes to for the bare loop: numbers alone. It knows generated workloads of many workspaces, under the
// policies strict or greedy, with best fit, and nothing else; a scenario that has more is refused.

import type { GeneratedWorkload, Scenario } from '../../sim/index.ts';
import { LANES_MAX, NEVER_MS, POOLS_MAX, SHAPE_NODES_MAX, shapeOf } from './record.ts';

/** As scenario files have it. */
const GPUS_MAX = 64;

export interface BareRules {
  readonly seed: number;
  readonly workload: GeneratedWorkload;
  /** GPRs and workspaces in all. */
  readonly gprs: number;
  readonly workspaces: number;
  /** No GPR runs for longer. */
  readonly longestMs: number;
  /** A head that does not fit blocks its pool, and it alone may evict. */
  readonly isStrict: boolean;
  readonly provisioningDelayMs: number;
  readonly provisioningMicro: number;
  /** By pool: its nodes, their GPUs each, and the GPUs up to and with it. */
  readonly poolNodes: Int32Array;
  readonly poolGpus: Int32Array;
  readonly gpusUpTo: Int32Array;
  readonly nodesMax: number;
  /** Lanes of a pool: one for each demand, or one for all where a blocked head blocks them all. */
  readonly lanes: number;
  /** [pool][choice of GPUs][choice of nodes][may evict] → shape, all in one row. */
  readonly shapes: Int32Array;
}

export function rulesOf(scenario: Scenario): BareRules {
  const { scheduler, failures, workload } = scenario;
  const [stream] = workload;
  need(workload.length === 1 && stream.kind === 'generated', 'one generated workload');
  need(stream.count !== null && stream.count > 0, 'a workload that ends, and has any GPRs');
  need(Math.max(...stream.gpus) <= GPUS_MAX, `at most ${GPUS_MAX} GPUs a node`);
  need(typeof stream.workspaces === 'number', 'workspaces that the workload makes');
  need(scenario.workspaces.length === 0, 'no workspaces but the workload’s');
  need(scheduler.queue !== 'backfill', 'the queue policy strict or greedy');
  need(scheduler.placement === 'best-fit', 'the placement policy best-fit');
  need(scheduler.workspaceLimit === 1, 'a workspace limit of 1');
  need(failures.nodeMtbfMs === null && scenario.faults.length === 0, 'no failures but of provisionings');
  need(scenario.recordEstimatesEveryMs === null, 'no promises');
  need(
    scenario.clusters.every(({ onePool }) => !onePool),
    'a pool for each instance type of a cluster',
  );
  // Exit durations are drawn to the whole second.
  const longestMs = Math.ceil(stream.exitDurationMs.to / 1000) * 1000;
  need(longestMs < NEVER_MS, `exit durations below ${NEVER_MS} ms`);
  const { nodes, gpus } = poolsOf(scenario);
  need(nodes.length <= POOLS_MAX, `at most ${POOLS_MAX} pools`);
  const isStrict = scheduler.queue === 'strict';
  let gpusSoFar = 0;
  return {
    seed: scenario.seed,
    workload: stream,
    gprs: stream.count,
    workspaces: stream.workspaces,
    longestMs,
    isStrict,
    provisioningDelayMs: scheduler.provisioningDelayMs,
    provisioningMicro: failures.provisioningMicro,
    poolNodes: Int32Array.from(nodes),
    poolGpus: Int32Array.from(gpus),
    gpusUpTo: Int32Array.from(nodes, (count, pool) => (gpusSoFar += count * gpus[pool])),
    ...demandsOf(stream, nodes, gpus, isStrict),
  };
}

function need(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(`the bare loop takes scenarios with ${what}`);
}

/** The nodes of each pool and their GPUs, pools in the order in which the clusters name them. */
function poolsOf({ clusters, instanceTypes }: Scenario): { nodes: number[]; gpus: number[] } {
  const pools = new Map<string, { nodes: number; gpus: number }>();
  for (const { name, nodes } of clusters) {
    for (const { instanceType, gpuModelName, count } of nodes) {
      const key = JSON.stringify([name, instanceType, gpuModelName]);
      const type = instanceTypes.find(
        (known) => known.instanceType === instanceType && known.gpuModelName === gpuModelName,
      );
      const pool = pools.get(key) ?? { nodes: 0, gpus: type!.gpuCount };
      pool.nodes += count;
      pools.set(key, pool);
    }
  }
  return { nodes: [...pools.values()].map((of) => of.nodes), gpus: [...pools.values()].map((of) => of.gpus) };
}

/** A demand too large for a pool is cut to its nodes. */
function demandsOf(workload: GeneratedWorkload, poolNodes: number[], poolGpus: number[], isStrict: boolean) {
  const lanes = new Map<string, number>();
  const shapes: number[] = [];
  let nodesMax = 0;
  poolNodes.forEach((size, pool) => {
    for (const gpusAsked of workload.gpus) {
      for (const nodesAsked of workload.nodes) {
        for (const evicts of [0, 1]) {
          const gpus = Math.min(gpusAsked, poolGpus[pool]);
          const nodes = Math.min(nodesAsked, size);
          const key = isStrict ? '' : `${gpus} ${nodes} ${evicts}`;
          const lane = lanes.get(key) ?? lanes.size;
          lanes.set(key, lane);
          shapes.push(shapeOf(gpus, nodes, lane));
          nodesMax = Math.max(nodesMax, nodes);
        }
      }
    }
  });
  need(nodesMax <= SHAPE_NODES_MAX, `at most ${SHAPE_NODES_MAX} nodes a GPR`);
  need(lanes.size <= LANES_MAX, `at most ${LANES_MAX} demands`);
  return { shapes: Int32Array.from(shapes), lanes: lanes.size, nodesMax };
}
