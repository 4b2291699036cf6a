// GPRs: what a request for one has, and what a GPR shows. In the engine's units: milliseconds, integers, null for unset. Instants
// of views are milliseconds since the scenario's start; null = has not happened or is unpredictable.

import { type Carried, carried } from './carried.ts';
import { flag, type ObjectOf, optional, orNull } from './schema.ts';
import type { Sentence } from './sentence.ts';
import {
  amount,
  anyText,
  count,
  exitMs,
  exitMsOrNull,
  flagOrNull,
  name,
  names,
  type PoolName,
  pool,
  priority,
} from './values.ts';

export const requestedGpus = {
  /** '' = any that gpuShape allows. */
  instanceType: anyText,
  /** GPU model (any case) or machine type; '' = any. */
  gpuShape: anyText,
  gpusPerNode: count,
  nodeCount: count,
};

export const requestedGpr = {
  ...requestedGpus,
  priority,
  exitMs,
  /** null = none. */
  idleTimeOutMs: exitMsOrNull,
  /**
   * This and the next two flags: null = unset; the check of the command sets them as in the workspace's policy, and this one
   * also if there is an idle time-out.
   */
  enforceIdleTimeOut: flagOrNull,
  enableEviction: flagOrNull,
  requeueOnFailure: flagOrNull,
};

/** A new member is optional: not every journal and not every other request has it. */
export const createGpr = {
  ...requestedGpr,
  gprName: anyText,
  workspace: name,
  /** Clusters the request may run in; the one with the earliest start is chosen. Empty = all of the workspace. */
  clusters: names,
  /** GB, null = the pool's. */
  memoryGbPerGpu: orNull(amount),
  dedicatedNodes: flag,
  carried,
  /** Chosen when the command is checked. The journal keeps it, so that a replay does not choose again. */
  pool: optional(pool),
};
/** The members of a GPR in a journal. */
export const chosenGpr = { ...createGpr, pool };
export type CreateGpr = ObjectOf<typeof createGpr> & { readonly kind: 'gpr.create' };

/** Append only: stored files contain the index. */
export const GPR_STATES = ['Queued', 'Provisioning', 'Successful', 'Complete', 'TimedOut', 'Failed'] as const;

export type GprState = (typeof GPR_STATES)[number];

export interface NamedGpr {
  readonly gprId: string;
  readonly gprName: string;
  readonly workspace: string;
  /** See WorkspaceView.creation. */
  readonly workspaceCreation: number;
  readonly priority: number;
  readonly state: GprState;
  readonly idle: boolean;
}

export interface GprView extends NamedGpr, PoolName {
  readonly gpusPerNode: number;
  readonly nodeCount: number;
  readonly memoryGbPerGpu: number;
  readonly exitMs: number;
  readonly idleTimeOutMs: number | null;
  readonly enforceIdleTimeOut: boolean;
  readonly enableEviction: boolean;
  readonly requeueOnFailure: boolean;
  readonly dedicatedNodes: boolean;
  readonly carried: Carried | undefined;
  readonly earlyRelease: boolean;
  /** Why it is Failed or Queued again; otherwise empty. */
  readonly failureReason: Sentence;
  readonly createdAtMs: number;
  /** Start of the present or last attempt, null while queued. */
  readonly startedAtMs: number | null;
  readonly firstStartedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** GPUs held now. */
  readonly allocatedGpus: number;
  /** Node names while provisioned and after the end. */
  readonly nodes: readonly string[] | null;
  readonly retryCount: number;
  readonly delayedCount: number;
  /** Millionths of the currency, over the ended attempts and the running one up to now. */
  readonly costMicro: number;
}
