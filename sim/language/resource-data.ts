// The data of GPR requests and of the resources on top of GPRs, in the engine's units: milliseconds, integers, null for
// unset. Objects are plain and immutable: a change makes a new object, and copies of a world share objects.

/** JSON that the simulator stores and returns, but never reads. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A duration as it was sent, and its value. */
export interface SentDuration {
  readonly text: string;
  readonly ms: number;
}

export interface PoolName {
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
}

/** The members of a workspace that a client or a scenario sets. */
export interface WorkspaceRecord {
  readonly name: string;
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  readonly username: string;
  readonly email: string;
}

interface RequestedGpus {
  /** '' = any that gpuShape allows. */
  readonly instanceType: string;
  /** GPU model (any case) or machine type; '' = any. */
  readonly gpuShape: string;
  readonly gpusPerNode: number;
  readonly nodeCount: number;
}

interface RequestedGpr extends RequestedGpus {
  readonly priority: number;
  readonly exitMs: number;
  /** null = none. */
  readonly idleTimeOutMs: number | null;
  /**
   * This and the next two flags: null = unset; the check of the command sets them as in the workspace's policy, and this one
   * also if there is an idle time-out.
   */
  readonly enforceIdleTimeOut: boolean | null;
  readonly enableEviction: boolean | null;
  readonly requeueOnFailure: boolean | null;
}

export interface CreateGpr extends RequestedGpr {
  readonly kind: 'gpr.create';
  readonly gprName: string;
  readonly workspace: string;
  /** Clusters the request may run in; the one with the earliest start is chosen. Empty = all of the workspace. */
  readonly clusters: readonly string[];
  /** GB, null = the pool's. */
  readonly memoryGbPerGpu: number | null;
  readonly dedicatedNodes: boolean;
  readonly multiNode: boolean;
  readonly enableRDMA: boolean;
  readonly enableSecondaryNetwork: boolean;
  /** Chosen when the command is checked. The journal keeps it, so that a replay does not choose again. */
  readonly pool?: PoolName;
}

/** GPUs that an endpoint or a placement requests. Both names are '' if the service is to choose the type. */
export interface GpuSpec extends RequestedGpus {
  /** GB, null = the pool's. */
  readonly memoryGbPerGpu: number | null;
  /** null = 101, moved into the range of the policy. */
  readonly priority: number | null;
  /** null = 24 hours, or the limit of the policy if that is less. */
  readonly exitMs: number | null;
  /** null = the value of the policy. */
  readonly enableEviction: boolean | null;
  readonly requeueOnFailure: boolean | null;
}

/** A specification after its defaults were filled in. */
export type FullGpuSpec = GpuSpec & { readonly priority: number; readonly exitMs: number };

export interface GprTemplate extends RequestedGpr {
  readonly name: string;
  readonly cluster: string;
  readonly memoryGbPerGpu: number;
}

/** The GPR templates that a workspace uses in a cluster. */
export interface ClusterBinding {
  readonly cluster: string;
  readonly defaultTemplate: string;
  readonly templates: readonly string[];
}

export interface Binding {
  readonly workspace: string;
  readonly clusters: readonly ClusterBinding[];
  /** true: endpoints and placements without GPU details get a GPR from their cluster's default template. */
  readonly enableAutoGpr: boolean;
}

/** What a workspace may request. 0 = no limit. */
export interface Policy {
  readonly priority: { readonly from: number; readonly to: number };
  /** Counts GPRs that have not ended. */
  readonly maxGprs: number;
  /** `ms` 0 = no limit. */
  readonly maxExit: SentDuration;
  /** Accepted GPU models or machine types, any case; empty = all. */
  readonly gpuShapes: readonly string[];
  /** GPUs per node × nodes. */
  readonly maxGpusPerGpr: number;
  /** MB, over all GPUs of a GPR. */
  readonly maxMemoryMbPerGpr: number;
  /** Values of flags that a request leaves unset. */
  readonly enforceIdleTimeOut: boolean;
  readonly enableEviction: boolean;
  readonly requeueOnFailure: boolean;
}

/** `storageUri`, `cpu` and `memory` are '' if unset. */
export interface ModelSpec {
  readonly modelName: string;
  readonly storageUri: string;
  readonly args: readonly string[];
  readonly cpu: string;
  readonly memory: string;
}

export type StepType = 'helm' | 'manifest' | 'command';

export interface Step {
  readonly name: string;
  readonly type: StepType;
}

/** A chart, manifest or command: a name and arbitrary other members. */
export type StepPart = { readonly name: string; readonly [member: string]: Json };

/** What a placement deploys. Nothing is ever executed: steps take simulated time, and faults make them fail. */
export interface WorkloadDefinition {
  readonly clusters: readonly string[];
  readonly burst: SentDuration;
  readonly deletionPolicy: 'Delete' | 'Retain';
  readonly enableBurst: boolean;
  readonly helmConfigs: readonly StepPart[];
  readonly manifestResources: readonly StepPart[];
  readonly cmdExec: readonly StepPart[];
  readonly steps: readonly Step[];
}

export interface WorkloadTemplate extends WorkloadDefinition {
  readonly name: string;
  readonly workspace: string;
  readonly serviceAccount: string;
  /** true: creating the template also creates one placement, with the same name. */
  readonly autoPlacement: boolean;
}

/** What fails, and for which resources. A member that is null matches all. */
export interface FaultSpec {
  /** image: an endpoint's image cannot be pulled. step: a placement's step fails. provisioning: a GPR's provisioning fails. */
  readonly fault: 'image' | 'step' | 'provisioning';
  readonly workspace: string | null;
  readonly cluster: string | null;
  /** Image faults only. */
  readonly endpoint: string | null;
  /** Step faults only. */
  readonly placement: string | null;
  readonly step: string | null;
  /** Provisioning faults only. */
  readonly gprId: string | null;
  /** Number of failures; null = until the fault is removed. */
  readonly times: number | null;
  /** Message of a failed step; '' = the simulator's default. */
  readonly message: string;
}

/** Names of policies (`sim/kernel/policies.ts`). */
export interface PolicyNames {
  readonly queue: string;
  readonly placement: string;
  readonly order: string;
  /** The order of the heads behind a blocked one; `same` = `order`. */
  readonly backfillOrder: string;
}
