// The scenario: what a simulated world starts from, in the engine's units (integers, milliseconds). `src/scenario` reads
// scenario files, fills in defaults and reports errors.

import type { Command } from './commands.ts';
import type {
  CreateGpr,
  FaultSpec,
  Policy,
  PolicyNames,
  PoolName,
  WorkspaceRecord,
} from './resource-data.ts';

export const GPUS_PER_NODE_MAX = 64;
/** The most processors of a machine of interchangeable processors. */
export const PROCESSORS_MAX = 1_000_000;
/** The GPU model of such a machine. */
export const PROCESSOR = 'processor';

/**
 * What the nodes of a pool have. `gpus`: whole GPUs. `processors`: the pool is one node with interchangeable processors, which
 * count as GPUs. `shares`: thousandths of GPUs, CPU and memory.
 */
export type CapacityKind = 'gpus' | 'processors' | 'shares';

/** The bounds of a rate of arrivals, in thousandths: 1000 = as the scenario has it. */
export const ARRIVAL_RATE_MILLI = { from: 10, to: 100_000 } as const;

/** A machine type with one GPU model. (instanceType, gpuModelName) is unique in a scenario. */
export interface InstanceType {
  readonly instanceType: string;
  readonly gpuModelName: string;
  /** GPUs per node, 1 to `GPUS_PER_NODE_MAX`; in a cluster of processors to `PROCESSORS_MAX`. */
  readonly gpuCount: number;
  /** Memory of one GPU, GB. */
  readonly memoryGb: number;
  readonly cpuMilli: number;
  readonly memoryMib: number;
  /** Price of the whole node for an hour, in millionths of the currency. */
  readonly pricePerHourMicro: number;
}

export interface NodeGroup {
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly count: number;
}

export interface Cluster {
  readonly name: string;
  readonly cloudProvider: string;
  readonly cloud: string;
  readonly region: string;
  readonly nodes: readonly NodeGroup[];
  /** true: the cluster's instance types form one pool, and requests name the types they accept (traces). */
  readonly onePool: boolean;
  /** Undefined: `gpus`. A cluster of processors has `onePool` and one node, to which none can be added. */
  readonly capacity?: CapacityKind;
}

export interface Workspace extends WorkspaceRecord {
  /** Replaces members of the default policy, which permits everything. */
  readonly policy?: Partial<Policy>;
}

/** How long the actions of controllers take, ms. */
export interface Durations {
  readonly imagePullMs: number;
  /** From a failed pull to the next. */
  readonly imageRetryMs: number;
  readonly helmStepMs: number;
  readonly manifestStepMs: number;
  readonly commandStepMs: number;
}

/** Includes both ends. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Pools of a cluster, of an instance type, or both; null = any. */
export interface PoolFilter {
  readonly cluster: string | null;
  readonly instanceType: string | null;
}

export interface PoolWeight extends PoolName {
  readonly weight: number;
}

/** A pool as the scenario file has it, where a study has changed its size. */
export interface WrittenPool extends PoolName {
  readonly gpuCount: number;
  readonly nodes: number;
}

/** A job of a recorded sample. */
export interface RecordedJob {
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  readonly exitMs: number;
  /** Hidden run time, at most `exitMs`. */
  readonly runMs: number;
  /** The probability that a GPR is drawn from this job is proportional to it. */
  readonly weight: number;
}

export const HOURS_PER_WEEK = 168;

/** Relative rates of arrivals in the hours of a week. */
export interface WeeklyRates {
  /** Time from Monday 00:00 UTC to the scenario's start, ms. */
  readonly startMs: number;
  /** `HOURS_PER_WEEK` whole numbers from Monday 00:00 UTC on. */
  readonly rates: readonly number[];
}

export interface GeneratedWorkload {
  readonly kind: 'generated';
  /** Number of GPRs; null = no end. */
  readonly count: number | null;
  readonly startMs: number;
  /** Mean of the exponentially distributed gap between two arrivals, ms. */
  readonly interArrivalMeanMs: number;
  /** Arrivals by hour of the week; the mean rate over a week stays that of `interArrivalMeanMs`. null = all hours are equal. */
  readonly weekly: WeeklyRates | null;
  /** Names of declared workspaces, or the number of workspaces that the stream creates. */
  readonly workspaces: number | readonly string[];
  /** The pools that GPRs choose among. With a filter, the share of a pool is proportional to its GPUs as written. */
  readonly pools: PoolFilter | readonly PoolWeight[];
  /** Weights of the priority bands 1–100, 101–200, 201–300. */
  readonly priority: { readonly low: number; readonly medium: number; readonly high: number };
  /**
   * Recorded jobs from which the demands and durations are drawn; null = they are drawn from `gpus`, `nodes`, `exitDurationMs`
   * and `runtimeShareMilli`, which `jobs` replaces.
   */
  readonly jobs: readonly RecordedJob[] | null;
  /** GPUs per node; each value has the same probability. */
  readonly gpus: readonly number[];
  /** Numbers of nodes; each value has the same probability. */
  readonly nodes: readonly number[];
  readonly exitDurationMs: Range;
  /** Hidden run time in thousandths of the exit duration. */
  readonly runtimeShareMilli: Range;
  /** Probabilities in thousandths: may evict, is requeued on failure, goes idle during its run. */
  readonly evictsMilli: number;
  readonly requeuesMilli: number;
  readonly idleMilli: number;
  /** Idle time-out of GPRs that go idle. */
  readonly idleTimeOutMs: number;
}

/** What a GPR takes of each of its nodes, beside the number of GPUs. */
export interface Shape {
  /** Thousandths of each GPU, 1 to 1000; 0 without GPUs. */
  readonly gpuMilli: number;
  /** Thousandths of a CPU. */
  readonly cpuMilli: number;
  readonly memoryMib: number;
}

export interface TraceGpr {
  /** Undefined: it derives from the number of the GPR. Without workspaces of the trace, it is there and unique. */
  readonly name?: string;
  /** Index in the workspaces of the trace. */
  readonly workspace?: number;
  readonly arrivalMs: number;
  readonly priority: number;
  /** 0 only with `shape`. */
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  /** In a cluster with `capacity: 'shares'`. */
  readonly shape?: Shape;
  /** The limit that the scheduler sees. */
  readonly exitMs: number;
  /** Hidden run time, at most `exitMs`. */
  readonly runMs: number;
  /** Accepted GPU models; empty = any. */
  readonly gpuModels: readonly string[];
}

/** GPRs of a recorded trace, in order of arrival. */
export interface TraceWorkload {
  readonly kind: 'trace';
  readonly format: string;
  readonly cluster: string;
  /** Names; undefined: each GPR has its own, which has its name. */
  readonly workspaces?: readonly string[];
  /**
   * `shuffled`: the GPRs arrive one by one in an order drawn from the seed, and stay (`workload/study/`). They are then in the order
   * of their names, and so are the nodes of the cluster. Undefined: at their instants.
   */
  readonly arrivals?: 'shuffled';
  readonly gprs: readonly TraceGpr[];
}

export type ScriptStep =
  | { readonly atMs: number; readonly command: Command }
  /** `runMs`: hidden run time of the created GPR. */
  | { readonly atMs: number; readonly command: CreateGpr; readonly runMs: number };

/** Commands, in order of time. */
export interface ScriptWorkload {
  readonly kind: 'script';
  readonly steps: readonly ScriptStep[];
}

export type Workload = GeneratedWorkload | TraceWorkload | ScriptWorkload;

export interface Scenario {
  readonly name: string;
  /** The scenario's start as ISO 8601 UTC; the engine itself counts milliseconds from 0. */
  readonly start: string;
  /** 0 … 2^53 − 1. */
  readonly seed: number;
  /** The policies are those in force at the start. */
  readonly scheduler: PolicyNames & {
    /** Provisioned GPRs per workspace; 'none' = no limit. */
    readonly workspaceLimit: 1 | 'none';
    readonly provisioningDelayMs: number;
    /** `instant`: one cycle ends a round. `event`: a cycle follows each arrival and each early end; no provisioning delay. */
    readonly cycle: 'instant' | 'event';
    /** Of the GPU time that workspaces have used, for `fair-share`. */
    readonly halfLifeMs: number;
  };
  /** Interval at which the estimated starts of queued GPRs are recorded, ms; null = never. */
  readonly recordEstimatesEveryMs: number | null;
  /** Number of ended GPRs that stay in memory and in lists: those that ended last. */
  readonly keepEnded: number;
  readonly instanceTypes: readonly InstanceType[];
  readonly clusters: readonly Cluster[];
  /** Generated GPRs choose and are cut to the pools as written, so that a study of other sizes has the same arrivals. */
  readonly writtenPools: readonly WrittenPool[];
  readonly workspaces: readonly Workspace[];
  /** The rate of generated arrivals at the start, in thousandths. */
  readonly arrivalRateMilli: number;
  readonly workload: readonly Workload[];
  readonly failures: {
    /** Mean time between failures of one node, ms; null = no random failures. */
    readonly nodeMtbfMs: number | null;
    readonly nodeRepairMs: number;
    /** Probability that a provisioning fails, in millionths. */
    readonly provisioningMicro: number;
  };
  readonly durations: Durations;
  readonly faults: readonly FaultSpec[];
}
