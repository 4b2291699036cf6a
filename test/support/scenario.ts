// Small scenarios for tests: one cluster `east` with nodes of 8 GPUs, five workspaces, and no workload or failures.

import type {
  Cluster,
  CreateGpr,
  Durations,
  GeneratedWorkload,
  InstanceType,
  NodeGroup,
  Scenario,
  ScriptStep,
  Workspace,
} from '../../sim/index.ts';

export const SECOND = 1_000;

export const DURATIONS: Durations = {
  imagePullMs: 30 * SECOND,
  imageRetryMs: 60 * SECOND,
  helmStepMs: 30 * SECOND,
  manifestStepMs: 5 * SECOND,
  commandStepMs: 10 * SECOND,
};

/** All pools of a workspace. */
export const ANY_POOL = { cluster: null, instanceType: null } as const;

export const COLORS = ['blue', 'green', 'red', 'white', 'black'] as const;

export function instanceType(
  name: string,
  gpuCount: number,
  given: Partial<InstanceType> = {},
): InstanceType {
  return {
    instanceType: name,
    gpuModelName: `model-${name}`,
    gpuCount,
    memoryGb: 40,
    cpuMilli: 96_000,
    memoryMib: 696_320,
    pricePerHourMicro: gpuCount * 1_000_000,
    ...given,
  };
}

export function nodeGroup(name: string, count: number): NodeGroup {
  return { instanceType: name, gpuModelName: `model-${name}`, count };
}

export function cluster(name: string, nodes: readonly NodeGroup[], onePool = false): Cluster {
  return { name, cloudProvider: 'gcp', cloud: 'gcp', region: 'us-central1', nodes, onePool };
}

export function workspace(name: string, clusters: readonly string[]): Workspace {
  return { name, clusters, namespaces: [name], username: name, email: `${name}@example.com` };
}

interface Given extends Partial<Omit<Scenario, 'scheduler' | 'failures' | 'durations'>> {
  /** Number of nodes of `east`, unless clusters are given. */
  readonly nodes?: number;
  readonly gpus?: number;
  readonly scheduler?: Partial<Scenario['scheduler']>;
  readonly failures?: Partial<Scenario['failures']>;
  readonly durations?: Partial<Durations>;
  readonly script?: readonly ScriptStep[];
}

export function scenarioOf(given: Given = {}): Scenario {
  const { nodes = 1, gpus = 8, scheduler, failures, durations, script, ...rest } = given;
  const clusters = given.clusters ?? [cluster('east', [nodeGroup('large', nodes)])];
  return {
    name: 'test',
    start: '2026-01-05T08:00:00.000Z',
    seed: 42,
    recordEstimatesEveryMs: null,
    keepEnded: 1_000,
    instanceTypes: [instanceType('large', gpus)],
    clusters,
    writtenPools: [],
    arrivalRateMilli: 1000,
    workspaces: COLORS.map((name) =>
      workspace(
        name,
        clusters.map((known) => known.name),
      ),
    ),
    workload: script === undefined ? [] : [{ kind: 'script', steps: script }],
    faults: [],
    ...rest,
    scheduler: {
      queue: 'strict',
      placement: 'best-fit',
      order: 'priority',
      backfillOrder: 'same',
      workspaceLimit: 1,
      provisioningDelayMs: 0,
      cycle: 'instant',
      halfLifeMs: 7 * 86_400 * SECOND,
      ...scheduler,
    },
    failures: { nodeMtbfMs: null, nodeRepairMs: 60 * SECOND, provisioningMicro: 0, ...failures },
    durations: { ...DURATIONS, ...durations },
  };
}

/** A workload of GPRs of one GPU, 1 s apart on average, by every workspace. No GPR evicts, is requeued or goes idle. */
export function generated(
  given: Partial<GeneratedWorkload> & Pick<GeneratedWorkload, 'count'>,
): GeneratedWorkload {
  return {
    kind: 'generated',
    startMs: 0,
    interArrivalMeanMs: SECOND,
    weekly: null,
    workspaces: [...COLORS],
    pools: ANY_POOL,
    jobs: null,
    priority: { low: 1, medium: 1, high: 1 },
    gpus: [1],
    nodes: [1],
    exitDurationMs: { from: 60 * SECOND, to: 90 * SECOND },
    runtimeShareMilli: { from: 1000, to: 1000 },
    evictsMilli: 0,
    requeuesMilli: 0,
    idleMilli: 0,
    idleTimeOutMs: 60 * SECOND,
    ...given,
  };
}

/** A request for one GPU for 100 s at priority 100, in any pool of the workspace. */
export function request(from: string, given: Partial<CreateGpr> = {}): CreateGpr {
  return {
    kind: 'gpr.create',
    gprName: `${from}-work`,
    workspace: from,
    clusters: [],
    instanceType: '',
    gpuShape: '',
    gpusPerNode: 1,
    nodeCount: 1,
    memoryGbPerGpu: null,
    priority: 100,
    exitMs: 100 * SECOND,
    idleTimeOutMs: null,
    enforceIdleTimeOut: false,
    enableEviction: false,
    requeueOnFailure: false,
    dedicatedNodes: false,
    ...given,
  };
}
