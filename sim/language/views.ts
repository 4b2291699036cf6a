// Views of a world: plain objects made on reading, in the engine's units. Instants are milliseconds since the scenario's
// start; null = has not happened or is unpredictable.

import type { Carried } from './carried.ts';
import type { GprState, GprView, NamedGpr } from './gpr.ts';
import type { PolicyNames, WorkspaceRecord } from './resource-data.ts';
import type { Sentence } from './sentence.ts';
import type { PoolName } from './values.ts';

/** The encoded fields of a GPR that leaves memory (reading/views/kept.ts). Its world can decode them into a view. */
export interface KeptGpr {
  readonly words: Float64Array;
  /** Number of words that belong to the GPR. */
  readonly count: number;
  /** undefined if neither a client nor a placement gave one: it follows from the uid and the scenario. */
  readonly name: string | undefined;
  readonly carried: Carried | undefined;
}

/** A GPR that leaves memory. Its words are valid until the next GPR leaves. */
export interface LeavingGpr extends KeptGpr {
  readonly state: GprState;
}

/** A GPR that has not ended, with the numbers by which facts name it. */
export interface OpenGpr {
  readonly uid: number;
  readonly workspace: number;
  /** As in facts: 1 = Queued, 2 = Provisioning, 3 = Successful. */
  readonly state: number;
  /** Start of the present attempt, null while queued. */
  readonly startedAtMs: number | null;
}

export interface Allocation extends NamedGpr {
  readonly gpus: number;
  readonly sinceMs: number;
}

export interface NodeName extends PoolName {
  readonly name: string;
}

export interface NodeView extends NodeName, Omit<PoolView, 'nodes'> {
  readonly up: boolean;
  /** Known instant of repair of a node that is down. */
  readonly repairAtMs: number | null;
  readonly freeGpus: number;
  readonly allocations: readonly Allocation[];
}

/** The nodes of an instance type of a cluster, in columns. */
export interface NodesOfType extends PoolName {
  /** Of each node. */
  readonly gpuCount: number;
  /** Queued GPRs of the pool, and the GPUs that they request. */
  readonly queuedGprs: number;
  readonly queuedGpus: number;
  readonly names: readonly string[];
  /** null while the node is down. */
  readonly freeGpus: readonly (number | null)[];
  /** The first start among the GPRs that hold GPUs of the node; null without one. */
  readonly heldSinceMs: readonly (number | null)[];
}

export interface ClusterView {
  readonly name: string;
  readonly cloudProvider: string;
  readonly cloud: string;
  readonly region: string;
  readonly nodes: number;
  readonly downNodes: number;
  readonly gpus: number;
  readonly allocatedGpus: number;
  /** Free GPUs on nodes that are up. */
  readonly availableGpus: number;
  readonly partiallyAllocatedNodes: number;
  /** GPUs held by GPRs that are idle. */
  readonly idleGpus: number;
  /** Queued GPRs, and the GPUs that they request. */
  readonly queuedGprs: number;
  readonly queuedGpus: number;
  readonly pools: readonly PoolView[];
}

export interface PoolView extends PoolName {
  readonly gpuCount: number;
  readonly memoryGb: number;
  readonly nodes: number;
}

export interface WorkspaceView extends WorkspaceRecord {
  /** false for workspaces that a generated workload or a trace created. */
  readonly declared: boolean;
  /** true: its deletion is under way, and it accepts no new work. */
  readonly going: boolean;
  /** Identifies this creation: a later workspace of the same name has another number. */
  readonly creation: number;
}

export interface Estimate {
  readonly startMs: number | null;
}

/** Why a queued GPR waits: for another GPR of its workspace, behind a head, for room, for nodes that are down, or for the next cycle. */
export const WAIT_REASONS = ['workspace', 'head', 'room', 'down', 'cycle'] as const;

export type WaitReasonName = (typeof WAIT_REASONS)[number];

/** Why a GPR is in its state, as data and as one sentence. */
export interface Explanation {
  readonly gprId: string;
  readonly state: GprState;
  readonly sentence: Sentence;
  /** Step of the scheduling cycle that decided, 0 = none. */
  readonly step: number;
  readonly needs: { readonly nodes: number; readonly gpusPerNode: number };
  /** Nodes that have room for it now, and free GPUs of the pool. */
  readonly free: { readonly nodes: number; readonly gpus: number } | null;
  /** Id of the GPR that it waits for; `behindBecause` names the reason. */
  readonly behind: string | null;
  readonly behindBecause:
    | 'workspace-holds'
    | 'workspace-candidate'
    | 'pool-head'
    | 'backfill-reservation'
    | null;
  /** Ids of GPRs of lower priority whose eviction would not make enough room. */
  readonly victimsNotEnough: readonly string[];
  /** Why it waits; null unless it is queued. */
  readonly waitReason: WaitReasonName | null;
  /** When the queue policy plans to start it; null if it has no plan. */
  readonly plannedStartMs: number | null;
  /** If it waits for a node that is down: the first of its pool to be repaired. */
  readonly downNode: string | null;
  /** null once the GPR has ended. */
  readonly workspaceLimit: WorkspaceLimit | null;
}

/** The rule that a workspace has at most one provisioned GPR. */
export interface WorkspaceLimit {
  /** null = the scenario has no such rule. */
  readonly gprs: 1 | null;
  /** Id of the provisioned GPR of the workspace, null without one. */
  readonly holder: string | null;
  /** Whether the GPR waits because of the rule: for the holder, or for another GPR that is the candidate of the workspace. */
  readonly waits: boolean;
}

/** The members by which GPRs can be sorted. */
export const GPR_ORDERS = [
  'priority',
  'name',
  'workspace',
  'cluster',
  'state',
  'created',
  'start',
  'waited',
  'ended',
  'exit',
  'gpus',
] as const;
export type GprOrder = (typeof GPR_ORDERS)[number];

/** Selects GPRs in memory, and a page of them. */
export interface GprsWanted {
  /** Names of states. Empty = all. */
  readonly states: readonly GprState[];
  /** Names; '' = all. */
  readonly workspace: string;
  readonly cluster: string;
  readonly priorityFrom: number;
  readonly priorityTo: number;
  /** Part of the name or the id of a GPR, in any case; '' = any. */
  readonly name: string;
  /** GPRs that existed within this time: created before its end, and not ended before its beginning. undefined: at any time. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Why GPRs wait: only queued ones match. Empty = all. */
  readonly reasons: readonly WaitReasonName[];
  /** Reports whether the reader may see a workspace of this creation number. `name` matches no GPR of other workspaces. */
  readonly sees: (workspaceCreation: number) => boolean;
  /** undefined: queued GPRs in the order of the queue, then provisioned and ended ones, the newest first. */
  readonly order?: GprOrder | undefined;
  readonly isDescending?: boolean;
  /** Number of GPRs before the page. */
  readonly offset: number;
  readonly limit: number;
}

export interface ListedGpr {
  readonly gpr: GprView;
  /** Place among all queued GPRs of its pool, from 1; null unless it is queued. */
  readonly position: number | null;
  /** Why it waits, as one sentence; '' unless it is queued. */
  readonly why: Sentence;
  /** null unless it is queued. */
  readonly waitReason: WaitReasonName | null;
  /** See Explanation. */
  readonly plannedStartMs: number | null;
}

/** Sums of selected GPRs. */
export interface GprSums {
  /** Requested GPUs. */
  readonly gpus: number;
  /** From the creation to the start, to the end without one, else to the present instant. */
  readonly waitedMs: number;
}

export interface GprPage {
  /** Number of selected GPRs. */
  readonly total: number;
  readonly sums: GprSums;
  readonly gprs: readonly ListedGpr[];
}

/** The rules that commands can change. */
export interface ChangeableRules {
  readonly scheduler: PolicyNames;
  /** Of generated workloads, relative to the scenario. */
  readonly arrivalRate: number;
}

export interface ClockReading {
  readonly nowMs: number;
  readonly round: number;
  /** true: the present round accepts commands; its arrivals and its cycle follow. */
  readonly open: boolean;
  /** Facts so far. */
  readonly seq: number;
  /** 32 hex digits over all facts. */
  readonly hash: string;
}
