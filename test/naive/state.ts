// A second world under the same rules, written to be read: plain objects in plain arrays, and whatever is wanted is found
// by looking through all of them. Only the words in which facts are told, the draws and the ids are the simulator's own.

import {
  Flag,
  type GprTemplate,
  type InstanceType,
  type Policy,
  type Scenario,
  State,
  type Workload,
} from '../../sim/index.ts';
import type {
  Decision,
  Endpoint,
  Fault,
  Placement,
  StoredBinding,
  StoredWorkloadTemplate,
  User,
} from './resource-state.ts';

/** Kind, instant, words. */
export type Fact = readonly number[];

/** What happens by itself: when, and its place among what happens at one instant and rank. */
export interface Due {
  readonly atMs: number;
  readonly sequence: number;
}

export interface Workspace {
  readonly index: number;
  readonly name: string;
  /** Names. */
  readonly clusters: readonly string[];
  going: 'no' | 'going' | 'gone';
  turn: Due | null;
  policy: Policy | null;
}

/** Why the first head of a pool was blocked when that was last noted. */
export interface Blocked {
  readonly uid: number;
  readonly step: number;
  readonly room: number;
  readonly victims: number;
}

export interface Pool {
  readonly index: number;
  readonly cluster: number;
  /** Indexes of instance types. */
  readonly types: readonly number[];
  /** Its heads or its room are others than at the last cycle. */
  changed: boolean;
  blocked: Blocked | null;
}

export interface Node {
  readonly index: number;
  readonly name: string;
  readonly cluster: number;
  readonly pool: Pool;
  readonly type: number;
  readonly gpuCount: number;
  state: 'up' | 'down' | 'removed';
  /** null = nobody knows. */
  repairAtMs: number | null;
  /** Its repair if it is down, its next failure if it is up. */
  turn: Due | null;
  failures: number;
  /** In the order in which they came. */
  held: Gpr[];
}

export interface Gpr {
  readonly uid: number;
  readonly order: number;
  readonly createdAtMs: number;
  readonly workspace: Workspace;
  readonly pool: Pool;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  /** Instance types that it accepts. */
  readonly types: readonly number[];
  readonly idleTimeOutMs: number;
  priority: number;
  /** Bits of `Flag`. */
  flags: number;
  /** One of `State`. */
  state: number;
  isHead: boolean;
  /** Since when it waits for room as the candidate of its workspace; null = it does not. */
  candidateSinceMs: number | null;
  /** Endpoints and decisions that look after it, in the order in which they got it. */
  users: User[];
  /** A placement made it, and may move it. */
  isPlaced: boolean;
  /** The exit duration that was asked for. */
  readonly exitMs: number;
  exitLeftMs: number;
  runLeftMs: number;
  /** Time Successful after which its workload goes idle. */
  idleAfterMs: number;
  firstStartedAtMs: number | null;
  startedAtMs: number;
  successfulAtMs: number;
  idleSinceMs: number | null;
  nodes: Node[];
  ranMs: number;
  costMicro: number;
  retries: number;
  provisioningFailures: number;
  recordedStartMs: number | null;
  delays: number;
  turn: Due | null;
}

/** A pool that could serve a request, and the types of it that the request may have. */
export interface Candidate {
  readonly pool: Pool;
  readonly types: readonly number[];
}

export interface Stream {
  /** Its place in the scenario. */
  readonly entry: number;
  readonly workload: Workload;
  /** Number of the next arrival. */
  next: number;
  turn: Due | null;
  workspaces: readonly Workspace[];
  /** Pools for its GPRs, as they were at the start; GPUs of the first type of node. */
  pools: readonly { readonly pool: Pool; readonly nodes: number; readonly gpuCount: number }[];
}

/** What a copy that runs ahead is asked for. */
export interface Forecast {
  /** uid → next start, null until then. One that leaves before it starts, since a burst replaces it, is no longer here. */
  readonly starts: Map<number, number | null>;
  /** Whom the one GPR that is asked for pushes out. */
  victims: readonly number[];
}

export interface NaiveWorld {
  readonly scenario: Scenario;
  facts: Fact[];
  nowMs: number;
  round: number;
  isOpen: boolean;
  recording: Due | null;
  recordingIsDue: boolean;
  sequence: number;
  created: number;
  commands: number;
  /** In memory, in the order of creation. */
  gprs: Gpr[];
  /** Those of them that have ended, in the order of their end. */
  ended: Gpr[];
  nodes: Node[];
  pools: Pool[];
  workspaces: Workspace[];
  streams: Stream[];
  /** Workspaces whose queue has changed since the last cycle, in that order; without a workspace limit, GPRs that came to wait. */
  changes: (Workspace | Gpr)[];
  gprTemplates: GprTemplate[];
  bindings: StoredBinding[];
  workloadTemplates: StoredWorkloadTemplate[];
  /** Endpoints, placements and faults in the order of creation. */
  endpoints: Endpoint[];
  placements: Placement[];
  faults: Fault[];
  faultsMade: number;
  /** Decisions that have waited for room as long as they may, in the order in which that came to pass. */
  overdue: Decision[];
  /** uid → name, where it has one of its own. */
  names: Map<number, string>;
  /** Texts by which facts name records, in the order of their first use. */
  texts: string[];
  forecast: Forecast | null;
}

export function tell(world: NaiveWorld, kind: number, ...words: number[]): void {
  world.facts.push([kind, world.nowMs, ...words]);
}

/** Planned now: after whatever was planned for the same instant before. */
export function dueAt(world: NaiveWorld, atMs: number): Due {
  if (atMs < world.nowMs)
    throw new Error(`something is planned for ${atMs}, which was before ${world.nowMs}`);
  return { atMs, sequence: world.sequence++ };
}

/** The number by which facts name a text: texts are numbered in the order of their first use. */
export function textNumber({ texts }: NaiveWorld, text: string): number {
  if (!texts.includes(text)) texts.push(text);
  return texts.indexOf(text);
}

/** The number of a cluster, −1 for a name that none has. */
export function clusterNumber({ scenario }: NaiveWorld, name: string): number {
  return scenario.clusters.findIndex((known) => known.name === name);
}

/** A queue has changed: the next cycle looks at it. */
export function noteChange(world: NaiveWorld, queue: Workspace | Gpr): void {
  if (!world.changes.includes(queue)) world.changes.push(queue);
}

export function isLimited({ scenario }: NaiveWorld): boolean {
  return scenario.scheduler.workspaceLimit === 1;
}

export function isQueued({ state }: Gpr): boolean {
  return state === State.queued;
}

export function isProvisioned(gpr: Gpr): boolean {
  return gpr.state === State.provisioning || gpr.state === State.successful;
}

export function isEnded({ state }: Gpr): boolean {
  return state === State.complete || state === State.timedOut || state === State.failed;
}

export function has(gpr: Gpr, flag: number): boolean {
  return (gpr.flags & flag) !== 0;
}

/** GPUs that a GPR takes of a node. */
export function need(gpr: Gpr, node: Node): number {
  return has(gpr, Flag.dedicatedNodes) ? node.gpuCount : gpr.gpusPerNode;
}

/** GPUs of a node that nobody holds. */
export function freeGpus(node: Node): number {
  return node.held.reduce((free, gpr) => free - need(gpr, node), node.gpuCount);
}

/** Order of every queue. */
export function byRank(a: Gpr, b: Gpr): number {
  return b.priority - a.priority || a.order - b.order;
}

export function typeOf(world: NaiveWorld, index: number): InstanceType {
  return world.scenario.instanceTypes[index];
}
