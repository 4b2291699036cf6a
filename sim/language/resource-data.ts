// Requests for GPRs, and what the resources on top of GPRs are made of, in the engine's units: milliseconds, integers, null
// for what is unset. All of it is plain and never changed in place: a change is a new object, which copies of a world share.

/** JSON that the simulator keeps and gives back, and does not look into. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A duration as it was sent, beside what it comes to. */
export interface SentDuration {
  readonly text: string;
  readonly ms: number;
}

/** A pool as the outside names it. */
export interface PoolName {
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
}

export interface CreateGpr {
  readonly kind: 'gpr.create';
  readonly gprName: string;
  readonly workspace: string;
  /** Clusters the request may run in, of which the earliest start is chosen; empty = all of the workspace. */
  readonly clusters: readonly string[];
  /** '' = any that gpuShape allows. */
  readonly instanceType: string;
  /** GPU model (any case) or machine type; '' = any. */
  readonly gpuShape: string;
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  /** GB, null = the pool's. */
  readonly memoryGbPerGpu: number | null;
  readonly priority: number;
  readonly exitMs: number;
  /** null = none. */
  readonly idleTimeOutMs: number | null;
  /** Flags that are null are as the workspace's policy says; checking fills them in. */
  readonly enforceIdleTimeOut: boolean | null;
  readonly enableEviction: boolean | null;
  readonly requeueOnFailure: boolean | null;
  readonly dedicatedNodes: boolean;
  readonly multiNode: boolean;
  readonly enableRDMA: boolean;
  readonly enableSecondaryNetwork: boolean;
  /** The pool that checking chose; journaled, so that a replay does not choose again. */
  readonly pool?: PoolName;
}

/** GPUs that an endpoint or a placement asks for. Where it leaves the type to the service, both names are ''. */
export interface GpuSpec {
  readonly instanceType: string;
  readonly gpuShape: string;
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  /** GB, null = the pool's. */
  readonly memoryGbPerGpu: number | null;
  /** null = 101, brought within the policy. */
  readonly priority: number | null;
  /** null = 24 hours, brought within the policy. */
  readonly exitMs: number | null;
  /** null = as the policy says. */
  readonly enableEviction: boolean | null;
  readonly requeueOnFailure: boolean | null;
}

/** A specification with its defaults. */
export type FullGpuSpec = GpuSpec & { readonly priority: number; readonly exitMs: number };

/** A GPR to be made again and again. */
export interface GprTemplate {
  readonly name: string;
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuShape: string;
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  readonly memoryGbPerGpu: number;
  readonly priority: number;
  readonly exitMs: number;
  /** null = none. */
  readonly idleTimeOutMs: number | null;
  readonly enforceIdleTimeOut: boolean | null;
  readonly enableEviction: boolean | null;
  readonly requeueOnFailure: boolean | null;
}

/** Which templates a workspace uses in a cluster. */
export interface ClusterBinding {
  readonly cluster: string;
  readonly defaultTemplate: string;
  readonly templates: readonly string[];
}

/** The templates of a workspace. */
export interface Binding {
  readonly workspace: string;
  readonly clusters: readonly ClusterBinding[];
  /** Endpoints and placements without GPU details get a GPR from their cluster's default template. */
  readonly enableAutoGpr: boolean;
}

/** What a workspace may ask for. 0 = no limit. */
export interface Policy {
  readonly priority: { readonly from: number; readonly to: number };
  /** GPRs that have not ended. */
  readonly maxGprs: number;
  /** `ms` 0 = no limit. */
  readonly maxExit: SentDuration;
  /** Accepted GPU models or machine types, any case; empty = all. */
  readonly gpuShapes: readonly string[];
  /** GPUs × nodes. */
  readonly maxGpusPerGpr: number;
  /** MB over all GPUs of a GPR. */
  readonly maxMemoryMbPerGpr: number;
  /** What GPRs that leave a flag unset have. */
  readonly enforceIdleTimeOut: boolean;
  readonly enableEviction: boolean;
  readonly requeueOnFailure: boolean;
}

/** A model as an endpoint names it. */
export interface ModelSpec {
  readonly modelName: string;
  /** '' = unset. */
  readonly storageUri: string;
  readonly args: readonly string[];
  /** '' = unset. */
  readonly cpu: string;
  readonly memory: string;
}

export type StepType = 'helm' | 'manifest' | 'command';

export interface Step {
  readonly name: string;
  readonly type: StepType;
}

/** A chart, manifest or command: a name, and whatever else it has. */
export type StepPart = { readonly name: string; readonly [member: string]: Json };

export type DeletionPolicy = 'Delete' | 'Retain';

/** What is to be deployed, in order. Nothing of it is ever executed: steps take time and may be told to fail. */
export interface WorkloadDefinition {
  readonly clusters: readonly string[];
  readonly burst: SentDuration;
  readonly deletionPolicy: DeletionPolicy;
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
  /** Placed once, under its own name, when it is created. */
  readonly autoPlacement: boolean;
}

/** What shall go wrong, and for whom; unset members match everything. */
export interface FaultSpec {
  /** image: an endpoint's image cannot be pulled. step: a placement's step fails. provisioning: a GPR's provisioning fails. */
  readonly fault: 'image' | 'step' | 'provisioning';
  readonly workspace: string | null;
  readonly cluster: string | null;
  /** Only of image faults. */
  readonly endpoint: string | null;
  /** Only of step faults. */
  readonly placement: string | null;
  readonly step: string | null;
  /** Only of provisioning faults. */
  readonly gprId: string | null;
  /** How often it happens, null = until it is removed. */
  readonly times: number | null;
  /** What a failing step says; '' = a text of the simulator's. */
  readonly message: string;
}
