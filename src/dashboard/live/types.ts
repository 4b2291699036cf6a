// The answers of the calls that the dashboard reads. The documents of the interface (`/sim/openapi.json`) describe them.

export type GprState = 'Queued' | 'Provisioning' | 'Successful' | 'Complete' | 'TimedOut' | 'Failed';

export interface Clock {
  readonly now: string;
  readonly nowMs: number;
  readonly mode: 'running' | 'paused';
  readonly speed: number;
  readonly reachedSpeed: number;
  readonly branch: number;
  readonly seq: number;
  readonly hash: string;
  readonly advance: {
    readonly from: string;
    readonly to: string | null;
    readonly done: number | null;
  } | null;
}

export interface Allocation {
  /** Null if the caller may not see the workspace. */
  readonly gprId: string | null;
  readonly gprName: string | null;
  readonly workspace: string | null;
  readonly priority: number;
  readonly gpus: number;
  readonly since: string;
  readonly state: GprState;
  readonly idle: boolean;
}

export interface NodeState {
  readonly name: string;
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly gpus: number;
  readonly up: boolean;
  readonly repairAt: string | null;
  readonly freeGpus: number;
  readonly allocations: readonly Allocation[];
}

export interface ClusterState {
  readonly name: string;
  readonly cloudProvider: string;
  readonly region: string;
  readonly nodes: number;
  readonly gpus: number;
  readonly allocatedGpus: number;
  readonly availableGpus: number;
  readonly idleGpus: number;
  readonly partiallyAllocatedNodes: number;
  readonly queuedGprs: number;
  readonly queuedGpus: number;
}

export type Role = 'Owner' | 'Editor' | 'Viewer';

export interface WorldState {
  readonly clock: Clock;
  readonly branch: number;
  readonly seq: number;
  readonly caller: { readonly name: string; readonly role: Role; readonly workspace: string | null };
  readonly scenario: {
    readonly name: string;
    readonly seed: number;
    readonly start: string;
    readonly queue: string;
    readonly placement: string;
    readonly oneGprPerWorkspace: boolean;
  };
  readonly counts: Readonly<Record<GprState, number>>;
  readonly clusters: readonly ClusterState[];
  readonly nodes: readonly NodeState[];
}

export interface ListedGpr {
  /** Null, as name and workspace are, if the caller may not see the workspace. */
  readonly gprId: string | null;
  readonly gprName: string | null;
  readonly workspace: string | null;
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  readonly gpus: number;
  readonly priority: number;
  readonly state: GprState;
  readonly failureReason: string;
  readonly idle: boolean;
  readonly enableEviction: boolean;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly exitMs: number;
  readonly nodes: readonly string[] | null;
  /** Place among the queued GPRs of its pool, from 1. */
  readonly position: number | null;
  /** '' if it is unknown. */
  readonly estimatedStartTime: string;
  /** Why a queued GPR waits. */
  readonly why: string;
}

export interface GprPage {
  readonly branch: number;
  readonly seq: number;
  readonly now: string;
  readonly total: number;
  readonly gprs: readonly ListedGpr[];
}

export interface Fact {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly [member: string]: unknown;
}
