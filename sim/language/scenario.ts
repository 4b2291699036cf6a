// What a simulated world starts from, in the engine's units: integers, milliseconds, no optional members.
// Reading, defaults and error messages of scenario files are the business of `src/scenario`.

import type { Command } from './commands.ts';
import type { CreateGpr, FaultSpec, Policy } from './resource-data.ts';

/** A machine type with one GPU model. (instanceType, gpuModelName) is unique in a scenario. */
export interface InstanceType {
  readonly instanceType: string;
  readonly gpuModelName: string;
  /** GPUs on a node, 1–64. */
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
}

export interface Workspace {
  readonly name: string;
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  readonly username: string;
  readonly email: string;
  /** What it may ask for, where the scenario says more than the permissive default. */
  readonly policy?: Partial<Policy>;
}

/** How long the simulated controllers on top of GPRs take, ms. */
export interface Durations {
  /** Pulling an endpoint's image, and how long after a failed pull the next one begins. */
  readonly imagePullMs: number;
  readonly imageRetryMs: number;
  readonly helmStepMs: number;
  readonly manifestStepMs: number;
  readonly commandStepMs: number;
}

/** Both ends included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A stream of GPRs drawn from the seed. */
export interface GeneratedWorkload {
  readonly kind: 'generated';
  /** Number of GPRs; null = endless. */
  readonly count: number | null;
  readonly startMs: number;
  /** Mean of the exponentially distributed gap between two arrivals, ms. */
  readonly interArrivalMeanMs: number;
  /** Names of declared workspaces, or how many workspaces of its own the stream makes. */
  readonly workspaces: number | readonly string[];
  /** Weights of the priority bands 1–100, 101–200, 201–300. */
  readonly priority: { readonly low: number; readonly medium: number; readonly high: number };
  /** GPUs per node, each with the same chance. */
  readonly gpus: readonly number[];
  /** Nodes, each with the same chance. */
  readonly nodes: readonly number[];
  readonly exitDurationMs: Range;
  /** Hidden run time as thousandths of the exit duration. */
  readonly runtimeShareMilli: Range;
  /** Chances in thousandths: may evict, is requeued on failure, goes idle during its run. */
  readonly evictsMilli: number;
  readonly requeuesMilli: number;
  readonly idleMilli: number;
  /** Idle time-out of those that go idle, ms. */
  readonly idleTimeOutMs: number;
}

/** One GPR of a trace, already in the engine's terms. */
export interface TraceGpr {
  readonly name: string;
  readonly arrivalMs: number;
  readonly priority: number;
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  /** Bound the scheduler sees, ms. */
  readonly exitMs: number;
  /** Hidden run time, ms, at most exitMs. */
  readonly runMs: number;
  /** Accepted GPU models; empty = any. */
  readonly gpuModels: readonly string[];
}

/** GPRs of a recorded trace, in arrival order, each in a workspace of its own. */
export interface TraceWorkload {
  readonly kind: 'trace';
  readonly format: string;
  readonly cluster: string;
  readonly gprs: readonly TraceGpr[];
}

export type ScriptStep =
  | { readonly atMs: number; readonly command: Command }
  /** A hidden run time for the GPR that the step makes. */
  | { readonly atMs: number; readonly command: CreateGpr; readonly runMs: number };

/** Commands at given instants, in order of time. */
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
  readonly scheduler: {
    /** Names of policies (`sim/policies.ts`). */
    readonly queue: string;
    readonly placement: string;
    /** 1: one provisioned GPR a workspace. 'none': no such limit. */
    readonly workspaceLimit: 1 | 'none';
    readonly provisioningDelayMs: number;
  };
  /** Interval at which the estimated starts of queued GPRs are recorded, ms; null = never. */
  readonly recordEstimatesEveryMs: number | null;
  /** Ended GPRs that stay in memory and lists, in order of their end. */
  readonly keepEnded: number;
  readonly instanceTypes: readonly InstanceType[];
  readonly clusters: readonly Cluster[];
  readonly workspaces: readonly Workspace[];
  readonly workload: readonly Workload[];
  readonly failures: {
    /** Mean time between failures of one node, ms; null = nodes never fail by themselves. */
    readonly nodeMtbfMs: number | null;
    readonly nodeRepairMs: number;
    /** Chance that a provisioning fails, in millionths. */
    readonly provisioningMicro: number;
  };
  readonly durations: Durations;
  /** Faults there are from the start. */
  readonly faults: readonly FaultSpec[];
}
