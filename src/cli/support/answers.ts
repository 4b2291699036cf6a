// The members that commands read of answers under /sim.

import type { GPR_STATES } from '../../../sim/index.ts';

export type GprState = (typeof GPR_STATES)[number];

export interface ListedGpr {
  /** Like the names, null for a GPR of a workspace that the key does not open. */
  readonly gprId: string | null;
  readonly gprName: string | null;
  readonly workspace: string | null;
  readonly cluster: string;
  readonly instanceType: string;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  readonly gpus: number;
  readonly priority: number;
  readonly state: GprState;
  readonly failureReason: string;
  /** ISO 8601, like the other instants. */
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly nodes: readonly string[] | null;
  /** Place among the queued GPRs of its pool, from 1; null unless it is queued. */
  readonly position: number | null;
  /** '' = unknown */
  readonly estimatedStartTime: string;
  readonly why: string;
}

/** The data of a response to GET /sim/gprs. */
export interface GprList {
  readonly branch: number;
  readonly seq: number;
  readonly now: string;
  readonly total: number;
  readonly gprs: readonly ListedGpr[];
}

/** The data of a response to GET /sim/clock. */
export interface ClockAnswer {
  readonly now: string;
  readonly nowMs: number;
  readonly mode: 'running' | 'paused';
  readonly speed: number;
  readonly reachedSpeed: number;
  readonly branch: number;
  readonly seq: number;
  readonly advance: { readonly to: string | null; readonly done: number | null } | null;
}

export interface Allocation {
  readonly gprId: string | null;
  readonly gprName: string | null;
  readonly workspace: string | null;
  readonly priority: number;
  readonly gpus: number;
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
  readonly nodes: number;
  readonly gpus: number;
  readonly allocatedGpus: number;
  readonly queuedGprs: number;
  readonly queuedGpus: number;
}

/** The data of a response to GET /sim/state. */
export interface WorldState {
  readonly clock: ClockAnswer;
  readonly branch: number;
  readonly seq: number;
  readonly scenario: { readonly name: string; readonly queue: string; readonly start: string };
  readonly counts: Readonly<Record<GprState, number>>;
  readonly clusters: readonly ClusterState[];
  readonly nodes: readonly NodeState[];
}
