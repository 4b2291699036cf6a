// The scenario: what a simulated world starts from, in the engine's units (integers, milliseconds). `src/scenario` reads
// scenario files, fills in defaults and reports errors.

import { HOUR_MS, TIME_MAX_MS } from '../base/numbers/time.ts';
import { arrivalRateMilli, scriptedCommand } from './commands.ts';
import { limits } from './limits.ts';
import { faultSpec, policy, policyNames, workspaceRecord } from './resource-data.ts';
import {
  either,
  flag,
  kinds,
  list,
  object,
  oneOf,
  optional,
  orNull,
  partial,
  type TypeOf,
  text,
  whole,
} from './schema.ts';
import {
  amount,
  anyText,
  atMs,
  count,
  exitMs,
  exitMsOrNull,
  name,
  nameOrNull,
  names,
  poolName,
  priority,
  segment,
  spanMs,
} from './values.ts';

/** The GPU model of a machine of interchangeable processors. */
export const PROCESSOR = 'processor';

/** A machine type with one GPU model. (instanceType, gpuModelName) is unique in a scenario. */
const instanceType = object({
  instanceType: name,
  gpuModelName: name,
  /** GPUs per node, 1 to `GPUS_PER_NODE_MAX`; in a cluster of processors to `PROCESSORS_MAX`. */
  gpuCount: whole(1, limits.processors),
  /** Memory of one GPU, GB. */
  memoryGb: amount,
  cpuMilli: whole(0, limits.cpuMilli),
  memoryMib: whole(0, limits.memoryMib),
  /** Price of the whole node for an hour, in millionths of the currency. */
  pricePerHourMicro: whole(0, limits.price * 1_000_000),
});
export type InstanceType = TypeOf<typeof instanceType>;

const nodeGroup = object({ instanceType: name, gpuModelName: name, count: whole(1, limits.nodes) });
export type NodeGroup = TypeOf<typeof nodeGroup>;

/**
 * What the nodes of a pool have. `gpus`: whole GPUs. `processors`: the pool is one node with interchangeable processors, which
 * count as GPUs. `shares`: thousandths of GPUs, CPU and memory.
 */
const capacity = oneOf('gpus', 'processors', 'shares');
export type CapacityKind = TypeOf<typeof capacity>;

const cluster = object({
  name: segment,
  cloudProvider: anyText,
  cloud: anyText,
  region: anyText,
  nodes: list(nodeGroup, 0, limits.nodeGroups),
  /** true: the cluster's instance types form one pool, and requests name the types they accept (traces). */
  onePool: flag,
  /** Undefined: `gpus`. A cluster of processors has `onePool` and one node, to which none can be added. */
  capacity: optional(capacity),
});
export type Cluster = TypeOf<typeof cluster>;

const workspace = object({
  ...workspaceRecord,
  name: segment,
  /** Replaces members of the default policy, which permits everything. */
  policy: optional(object(partial(policy))),
});
export type Workspace = TypeOf<typeof workspace>;

/** How long the actions of controllers take, ms. */
const durations = object({
  imagePullMs: spanMs,
  /** From a failed pull to the next. */
  imageRetryMs: exitMs,
  helmStepMs: spanMs,
  manifestStepMs: spanMs,
  commandStepMs: spanMs,
});
export type Durations = TypeOf<typeof durations>;

/** Includes both ends. */
export interface Range {
  readonly from: number;
  readonly to: number;
}
const range = (from: number, to: number) => object({ from: whole(from, to), to: whole(from, to) });

/** Pools of a cluster, of an instance type, or both; null = any. */
const poolFilter = object({ cluster: nameOrNull, instanceType: nameOrNull });
export type PoolFilter = TypeOf<typeof poolFilter>;

const poolWeight = object({ ...poolName, weight: whole(1, limits.weight) });

/** A pool as the scenario file has it, where a study has changed its size. */
const writtenPool = object({
  ...poolName,
  gpuCount: whole(1, limits.gpusPerNode),
  nodes: whole(1, limits.nodes),
});
export type WrittenPool = TypeOf<typeof writtenPool>;

/** A job of a recorded sample. */
const recordedJob = object({
  gpusPerNode: whole(1, limits.gpusPerNode),
  nodeCount: whole(1, limits.nodes),
  exitMs,
  /** Hidden run time, at most `exitMs`. */
  runMs: exitMs,
  /** The probability that a GPR is drawn from this job is proportional to it. */
  weight: whole(1, limits.jobWeight),
});
export type RecordedJob = TypeOf<typeof recordedJob>;

export const HOURS_PER_WEEK = 168;

const RATE_MILLI_MAX = limits.rate * 1000;
/** Relative rates of arrivals in the hours of a week. */
const weeklyRates = object({
  /** Time from Monday 00:00 UTC to the scenario's start, ms. */
  startMs: whole(0, HOURS_PER_WEEK * HOUR_MS - 1),
  /** `HOURS_PER_WEEK` whole numbers from Monday 00:00 UTC on. */
  rates: list(whole(0, RATE_MILLI_MAX * RATE_MILLI_MAX), HOURS_PER_WEEK, HOURS_PER_WEEK),
});
export type WeeklyRates = TypeOf<typeof weeklyRates>;

const weight = whole(0, limits.weight);
const share = whole(0, 1000);

const generated = {
  /** Number of GPRs; null = no end. */
  count: orNull(whole(1, limits.gprs)),
  startMs: atMs,
  /** Mean of the exponentially distributed gap between two arrivals, ms. */
  interArrivalMeanMs: exitMs,
  /** Arrivals by hour of the week; the mean rate over a week stays that of `interArrivalMeanMs`. null = all hours are equal. */
  weekly: orNull(weeklyRates),
  /** Names of declared workspaces, or the number of workspaces that the stream creates. */
  workspaces: either(
    `a whole number from 1 to ${limits.workspacesMade}, or a list of names`,
    whole(1, limits.workspacesMade),
    list(name, 1, limits.workspaces),
  ),
  /** The pools that GPRs choose among. With a filter, the share of a pool is proportional to its GPUs as written. */
  pools: either(
    'a cluster and an instanceType, each a name or null, or a list of pools with weights',
    poolFilter,
    list(poolWeight, 1, limits.choices),
  ),
  /** Weights of the priority bands 1–100, 101–200, 201–300. */
  priority: object({ low: weight, medium: weight, high: weight }),
  /**
   * Recorded jobs from which the demands and durations are drawn; null = they are drawn from `gpus`, `nodes`, `exitDurationMs`
   * and `runtimeShareMilli`, which `jobs` replaces.
   */
  jobs: orNull(list(recordedJob, 1, limits.jobs)),
  /** GPUs per node; each value has the same probability. */
  gpus: list(whole(1, limits.gpusPerNode), 1, limits.choices),
  /** Numbers of nodes; each value has the same probability. */
  nodes: list(whole(1, limits.nodes), 1, limits.choices),
  exitDurationMs: range(1, TIME_MAX_MS),
  /** Hidden run time in thousandths of the exit duration. */
  runtimeShareMilli: range(0, 1000),
  /** Probabilities in thousandths: may evict, is requeued on failure, goes idle during its run. */
  evictsMilli: share,
  requeuesMilli: share,
  idleMilli: share,
  /** Idle time-out of GPRs that go idle. */
  idleTimeOutMs: exitMs,
};

/** What a GPR takes of each of its nodes, beside the number of GPUs. */
const shape = object({
  /** Thousandths of each GPU, 1 to 1000; 0 without GPUs. */
  gpuMilli: share,
  /** Thousandths of a CPU. */
  cpuMilli: whole(0, limits.cpuMilli),
  memoryMib: whole(0, limits.memoryMib),
});
export type Shape = TypeOf<typeof shape>;

const traceGpr = object({
  /** Undefined: it derives from the number of the GPR. Without workspaces of the trace, it is there and unique. */
  name: optional(anyText),
  /** Index in the workspaces of the trace. */
  workspace: optional(whole(0, limits.workspacesMade - 1)),
  arrivalMs: atMs,
  priority,
  /** 0 only with `shape`. */
  gpusPerNode: whole(0, limits.processors),
  nodeCount: count,
  /** In a cluster with `capacity: 'shares'`. */
  shape: optional(shape),
  /** The limit that the scheduler sees. */
  exitMs,
  /** Hidden run time, at most `exitMs`. */
  runMs: exitMs,
  /** Accepted GPU models; empty = any. */
  gpuModels: names,
});
export type TraceGpr = TypeOf<typeof traceGpr>;

/** GPRs of a recorded trace, in order of arrival. */
const trace = {
  format: anyText,
  cluster: name,
  /** Names; undefined: each GPR has its own, which has its name. */
  workspaces: optional(list(name, 1, limits.workspacesMade)),
  /**
   * `shuffled`: the GPRs arrive one by one in an order drawn from the seed, and stay (`workload/study/`). They are then in the order
   * of their names, and so are the nodes of the cluster. Undefined: at their instants.
   */
  arrivals: optional(oneOf('shuffled')),
  gprs: list(traceGpr, 0, limits.gprs),
};

const scriptStep = object({
  atMs,
  command: scriptedCommand,
  /** Hidden run time of the created GPR; with a `gpr.create` only. */
  runMs: optional(exitMs),
});
export type ScriptStep = TypeOf<typeof scriptStep>;

const workload = kinds('a workload', {
  generated,
  trace,
  /** Commands, in order of time. */
  script: { steps: list(scriptStep, 0, limits.steps) },
});
export type Workload = TypeOf<typeof workload>;
export type GeneratedWorkload = Extract<Workload, { readonly kind: 'generated' }>;
export type TraceWorkload = Extract<Workload, { readonly kind: 'trace' }>;
export type ScriptWorkload = Extract<Workload, { readonly kind: 'script' }>;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;
const instant = text(20, 24, 'an instant in UTC such as "2026-01-05T08:00:00.000Z"', ISO);

export const scenario = object({
  name: segment,
  /** The scenario's start as ISO 8601 UTC; the engine itself counts milliseconds from 0. */
  start: instant,
  seed: amount,
  /** The policies are those in force at the start. */
  scheduler: object({
    ...policyNames,
    /** Provisioned GPRs per workspace; 'none' = no limit. */
    workspaceLimit: oneOf(1, 'none'),
    provisioningDelayMs: spanMs,
    /** `instant`: one cycle ends a round. `event`: a cycle follows each arrival and each early end; no provisioning delay. */
    cycle: oneOf('instant', 'event'),
    /** Of the GPU time that workspaces have used, for `fair-share`. */
    halfLifeMs: exitMs,
  }),
  /** Interval at which the estimated starts of queued GPRs are recorded, ms; null = never. */
  recordEstimatesEveryMs: exitMsOrNull,
  /** Number of ended GPRs that stay in memory and in lists: those that ended last. */
  keepEnded: whole(0, limits.keepEnded),
  instanceTypes: list(instanceType, 0, limits.instanceTypes),
  clusters: list(cluster, 0, limits.clusters),
  /** Generated GPRs choose and are cut to the pools as written, so that a study of other sizes has the same arrivals. */
  writtenPools: list(writtenPool, 0, limits.nodes),
  workspaces: list(workspace, 0, limits.workspaces),
  /** The rate of generated arrivals at the start, in thousandths. */
  arrivalRateMilli,
  workload: list(workload, 0, limits.workloads),
  failures: object({
    /** Mean time between failures of one node, ms; null = no random failures. */
    nodeMtbfMs: exitMsOrNull,
    nodeRepairMs: spanMs,
    /** Probability that a provisioning fails, in millionths. */
    provisioningMicro: whole(0, 1_000_000),
  }),
  durations,
  faults: list(faultSpec, 0, limits.faults),
});
export type Scenario = TypeOf<typeof scenario>;
