// What can be read of a world: plain objects made on reading, in the engine's units.
// Instants are milliseconds since the scenario's start; null = has not happened or cannot be foreseen.

/** Files number them: new ones come last. */
export const GPR_STATES = ['Queued', 'Provisioning', 'Successful', 'Complete', 'TimedOut', 'Failed'] as const;

export type GprState = (typeof GPR_STATES)[number];

export interface GprView {
  readonly gprId: string;
  readonly gprName: string;
  readonly workspace: string;
  /** Which creation of that name (WorkspaceView.creation). */
  readonly workspaceCreation: number;
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  readonly memoryGbPerGpu: number;
  readonly priority: number;
  readonly exitMs: number;
  readonly idleTimeOutMs: number | null;
  readonly enforceIdleTimeOut: boolean;
  readonly enableEviction: boolean;
  readonly requeueOnFailure: boolean;
  readonly dedicatedNodes: boolean;
  readonly multiNode: boolean;
  readonly enableRDMA: boolean;
  readonly enableSecondaryNetwork: boolean;
  readonly earlyRelease: boolean;
  readonly state: GprState;
  /** '' when there is none. */
  readonly failureReason: string;
  readonly idle: boolean;
  readonly createdAtMs: number;
  /** Start of the present or last stretch, null while queued. */
  readonly startedAtMs: number | null;
  readonly firstStartedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** GPUs held now. */
  readonly allocatedGpus: number;
  /** Node names while provisioned and after the end. */
  readonly nodes: readonly string[] | null;
  readonly retryCount: number;
  readonly delayedCount: number;
  /** Millionths of the currency, stretches that have ended and the running one up to now. */
  readonly costMicro: number;
}

/** What is kept of a GPR that leaves memory (reading/kept.ts). Its world makes its view from it. */
export interface KeptGpr {
  readonly words: Float64Array;
  /** Only so many of the words are those of the GPR. */
  readonly count: number;
  /** undefined if it follows from the uid. */
  readonly name: string | undefined;
}

/** A GPR that leaves memory; its words are good until the next one leaves. */
export interface LeavingGpr extends KeptGpr {
  readonly state: GprState;
}

export interface Allocation {
  readonly gprId: string;
  readonly gprName: string;
  readonly workspace: string;
  readonly gpus: number;
  readonly sinceMs: number;
}

export interface NodeView {
  readonly name: string;
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly gpuCount: number;
  readonly memoryGb: number;
  readonly up: boolean;
  /** Known instant of repair of a node that is down. */
  readonly repairAtMs: number | null;
  readonly freeGpus: number;
  readonly allocations: readonly Allocation[];
}

export interface ClusterView {
  readonly name: string;
  readonly cloudProvider: string;
  readonly cloud: string;
  readonly region: string;
  readonly nodes: number;
  readonly gpus: number;
  readonly allocatedGpus: number;
  /** Free GPUs on nodes that are up. */
  readonly availableGpus: number;
  readonly partiallyAllocatedNodes: number;
  /** GPUs held by GPRs that are idle. */
  readonly idleGpus: number;
  readonly pools: readonly PoolView[];
}

export interface PoolView {
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly gpuCount: number;
  readonly memoryGb: number;
  readonly nodes: number;
}

export interface WorkspaceView {
  readonly name: string;
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  readonly username: string;
  readonly email: string;
  /** false for workspaces that a generated workload or a trace made for itself. */
  readonly declared: boolean;
  /** A queued deletion is under way: no new work. */
  readonly going: boolean;
  /** Which creation this is: a name used again gives another number. */
  readonly creation: number;
}

export interface Estimate {
  readonly startMs: number | null;
}

/** Why a GPR is where it is, as data and as one sentence. */
export interface Explanation {
  readonly gprId: string;
  readonly state: GprState;
  readonly sentence: string;
  /** Step of the scheduling cycle that decided, 0 where none did. */
  readonly step: number;
  readonly needs: { readonly nodes: number; readonly gpusPerNode: number };
  /** Nodes that have the room now, and GPUs free in the pool. */
  readonly free: { readonly nodes: number; readonly gpus: number } | null;
  /** The GPR that is in the way: its workspace's provisioned one, its better candidate, or the pool's head. */
  readonly behind: string | null;
  readonly behindBecause:
    | 'workspace-holds'
    | 'workspace-candidate'
    | 'pool-head'
    | 'backfill-reservation'
    | null;
  /** GPRs of lower priority whose eviction would not have been enough. */
  readonly victimsNotEnough: readonly string[];
  readonly history: readonly { readonly atMs: number; readonly what: string }[];
}

export interface ClockReading {
  readonly nowMs: number;
  readonly round: number;
  /** true: the present round awaits commands; its arrivals and cycle are still to come. */
  readonly open: boolean;
  /** Facts so far. */
  readonly seq: number;
  /** 32 hex digits over all facts. */
  readonly hash: string;
}
