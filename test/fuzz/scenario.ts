// The scenarios of the played worlds: three clusters with two kinds of GPUs, three workspaces.

import type { Cluster, NodeGroup, Scenario } from '../../sim/index.ts';

export interface Setting {
  readonly seed: number;
  readonly queue: string;
  readonly placement: string;
  readonly order: string;
  readonly backfillOrder: string;
  readonly halfLifeMs: number;
  readonly workspaceLimit: 1 | 'none';
  readonly provisioningDelayMs: number;
  readonly keepEnded: number;
  readonly recordsEstimates: boolean;
  readonly failures: boolean;
  readonly works: boolean;
  /** Whether requests go over sockets. */
  readonly isServed: boolean;
}

const second = 1_000;
const hour = 3_600 * second;

const a100 = { instanceType: 'a2-highgpu-8g', gpuModelName: 'NVIDIA-A100-SXM4-40GB' };
const a10 = { instanceType: 'VM.GPU.A10.2', gpuModelName: 'NVIDIA-A10' };

const cluster = (name: string, nodes: readonly NodeGroup[]): Cluster => ({
  name,
  cloudProvider: 'gcp',
  cloud: 'gcp',
  region: 'us-central1',
  nodes,
  onePool: false,
});

export function scenarioOf(setting: Setting): Scenario {
  const {
    seed,
    queue,
    placement,
    order,
    backfillOrder,
    halfLifeMs,
    workspaceLimit,
    provisioningDelayMs,
    keepEnded,
    recordsEstimates,
    failures,
    works,
  } = setting;
  return {
    name: 'fuzz',
    start: '2026-01-05T08:00:00Z',
    seed,
    scheduler: {
      queue,
      placement,
      order,
      backfillOrder,
      halfLifeMs,
      cycle: provisioningDelayMs === 0 ? 'event' : 'instant',
      workspaceLimit,
      provisioningDelayMs,
    },
    recordEstimatesEveryMs: recordsEstimates ? 6 * hour : null,
    keepEnded,
    instanceTypes: [
      {
        ...a100,
        gpuCount: 8,
        memoryGb: 40,
        cpuMilli: 96_000,
        memoryMib: 696_320,
        pricePerHourMicro: 29_390_000,
      },
      {
        ...a10,
        gpuCount: 2,
        memoryGb: 24,
        cpuMilli: 30_000,
        memoryMib: 491_520,
        pricePerHourMicro: 4_000_000,
      },
    ],
    clusters: [
      cluster('worker-1', [
        { ...a100, count: 2 },
        { ...a10, count: 1 },
      ]),
      cluster('worker-2', [
        { ...a100, count: 1 },
        { ...a10, count: 2 },
      ]),
      cluster('worker-3', [{ ...a100, count: 1 }]),
    ],
    workspaces: [
      workspace('team-blue', ['worker-1', 'worker-2', 'worker-3']),
      workspace('team-green', ['worker-1', 'worker-2']),
      workspace('team-red', ['worker-1']),
    ],
    writtenPools: [],
    arrivalRateMilli: 1000,
    workload: works
      ? [
          {
            kind: 'generated',
            count: 40,
            startMs: 0,
            interArrivalMeanMs: hour / 4,
            weekly: null,
            pools: { cluster: null, instanceType: null },
            jobs: null,
            workspaces: 5,
            priority: { low: 60, medium: 30, high: 10 },
            gpus: [1, 2, 8],
            nodes: [1],
            exitDurationMs: { from: hour / 6, to: 2 * hour },
            runtimeShareMilli: { from: 300, to: 1000 },
            evictsMilli: 200,
            requeuesMilli: 500,
            idleMilli: 100,
            idleTimeOutMs: hour / 12,
          },
        ]
      : [],
    failures: failures
      ? { nodeMtbfMs: 60 * hour, nodeRepairMs: hour, provisioningMicro: 100_000 }
      : { nodeMtbfMs: null, nodeRepairMs: hour, provisioningMicro: 0 },
    durations: {
      imagePullMs: 30 * second,
      imageRetryMs: 60 * second,
      helmStepMs: 30 * second,
      manifestStepMs: 5 * second,
      commandStepMs: 10 * second,
    },
    faults: [],
  };
}

function workspace(name: string, clusters: readonly string[]) {
  return { name, clusters, namespaces: [name], username: name, email: `${name}@example.com` };
}
