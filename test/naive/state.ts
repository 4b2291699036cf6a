// The naive world: a second implementation of the same rules, written for readability. It has plain objects in plain arrays and
// finds everything by searching all of them. Only the form of facts, the draws and the ids are shared with the simulator.

import {
  Flag,
  type GprTemplate,
  type InstanceType,
  type Policy,
  type Scenario,
  State,
  type Workload,
} from '../../sim/index.ts';
import type { Held } from './order.ts';
import type {
  Decision,
  Endpoint,
  Fault,
  Placement,
  StoredBinding,
  StoredWorkloadTemplate,
  User,
} from './resource-state.ts';
import type { Taken } from './shares.ts';

/** Kind, instant, words. */
export type Fact = readonly number[];

/** A timer: its instant, and its order among the timers of one instant and rank. */
export interface Due {
  readonly atMs: number;
  readonly sequence: number;
}

export interface Workspace {
  readonly index: number;
  readonly name: string;
  readonly clusters: readonly string[];
  going: 'no' | 'going' | 'gone';
  turn: Due | null;
  policy: Policy | null;
}

/** Why the first head of a pool was blocked when that was last recorded. */
export interface Blocked {
  readonly uid: number;
  readonly step: number;
  readonly room: number;
  readonly victims: number;
}

export interface Pool {
  readonly index: number;
  readonly cluster: number;
  readonly types: readonly number[];
  /** Whether its heads or its room have changed since the last cycle. */
  changed: boolean;
  blocked: Blocked | null;
  /** Of planned starts: `loose` = GPRs may start earlier than planned. */
  plans: 'valid' | 'loose' | 'invalid';
  /** Whether its GPUs are shared. */
  readonly isShared: boolean;
  /** Whether the GPUs of its nodes are counted one by one: a placement policy has needed that. */
  knowsGpus: boolean;
  typical: readonly Typical[];
}

/** A typical request of a workload, and its share of all typical ones. */
export interface Typical extends Taken {
  readonly frequency: number;
  readonly gpus: number;
  readonly types: readonly number[];
}

export interface Node {
  readonly index: number;
  readonly name: string;
  readonly cluster: number;
  readonly pool: Pool;
  readonly type: number;
  readonly gpuCount: number;
  state: 'up' | 'down' | 'removed';
  /** null = no repair is planned. */
  repairAtMs: number | null;
  /** Its repair if it is down, its next failure if it is up. */
  turn: Due | null;
  failures: number;
  /** In order of start. */
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
  readonly types: readonly number[];
  /** null in a pool of whole GPUs. */
  readonly shape: Taken | null;
  readonly idleTimeOutMs: number;
  priority: number;
  flags: number;
  state: number;
  isHead: boolean;
  /** Its planned start, if the queue policy plans starts; null = not planned. */
  plannedMs: number | null;
  /** Since when it has been the candidate of its workspace; null = it is not. */
  candidateSinceMs: number | null;
  /** The endpoints and decisions that use it, in the order in which they got it. */
  users: User[];
  /** Whether a placement created it and may move it. */
  isPlaced: boolean;
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
  /** Its GPUs on each node. */
  got: Map<Node, number[]>;
  ranMs: number;
  costMicro: number;
  retries: number;
  provisioningFailures: number;
  recordedStartMs: number | null;
  delays: number;
  turn: Due | null;
}

/** A pool that could serve a request, and the instance types that the request may get in it. */
export interface Candidate {
  readonly pool: Pool;
  readonly types: readonly number[];
}

export interface Stream {
  /** Its index in the scenario's workload. */
  readonly entry: number;
  readonly workload: Workload;
  next: number;
  turn: Due | null;
  workspaces: readonly Workspace[];
  /** The place of the latest arrival that was planned in the time of a generated stream, ms. */
  place: number;
  /** The pools for its GPRs at the start, with the GPUs of the first type of node. */
  pools: readonly {
    readonly pool: Pool;
    readonly nodes: number;
    readonly gpuCount: number;
    readonly weight: number;
  }[];
}

/** The result of a copy that runs ahead. */
export interface Forecast {
  /** uid → next start, null until the start. A GPR that a burst replaces before its start is removed. */
  readonly starts: Map<number, number | null>;
  victims: readonly number[];
}

export interface NaiveWorld {
  readonly scenario: Scenario;
  /** Names of the policies in force. */
  queue: string;
  placement: string;
  order: string;
  backfillOrder: string;
  /** All times for which GPRs held GPUs, and since when they count. */
  held: Held[];
  countsFromMs: number;
  /** With one cycle for each event: whether something arrived in this round, and the first timer of a planned end in it. */
  arrived: boolean;
  firstPlanned: number;
  arrivalRateMilli: number;
  facts: Fact[];
  nowMs: number;
  round: number;
  isOpen: boolean;
  recording: Due | null;
  recordingIsDue: boolean;
  sequence: number;
  created: number;
  commands: number;
  gprs: Gpr[];
  /** The GPRs in memory that have ended, in the order of their end. */
  ended: Gpr[];
  nodes: Node[];
  pools: Pool[];
  workspaces: Workspace[];
  streams: Stream[];
  /** Workspaces whose queue has changed since the last cycle, in that order; without a workspace limit, newly queued GPRs. */
  changes: (Workspace | Gpr)[];
  gprTemplates: GprTemplate[];
  bindings: StoredBinding[];
  workloadTemplates: StoredWorkloadTemplate[];
  endpoints: Endpoint[];
  placements: Placement[];
  faults: Fault[];
  faultsMade: number;
  /** Decisions whose burst is due, in the order in which it became due. */
  overdue: Decision[];
  /** uid → name, if it was named. */
  names: Map<number, string>;
  /** The texts to which facts refer by number, in the order of their first use. */
  texts: string[];
  forecast: Forecast | null;
}

export function report(world: NaiveWorld, kind: number, ...words: number[]): void {
  world.facts.push([kind, world.nowMs, ...words]);
}

/** A timer that is set now: it follows all earlier timers of the same instant. */
export function dueAt(world: NaiveWorld, atMs: number): Due {
  if (atMs < world.nowMs)
    throw new Error(`a timer is set to ${atMs}, which is before the present instant ${world.nowMs}`);
  return { atMs, sequence: world.sequence++ };
}

/** The number of a text in facts: texts are numbered in the order of their first use. */
export function textNumber({ texts }: NaiveWorld, text: string): number {
  if (!texts.includes(text)) texts.push(text);
  return texts.indexOf(text);
}

export function clusterNumber({ scenario }: NaiveWorld, name: string): number {
  return scenario.clusters.findIndex((known) => known.name === name);
}

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

export function need(gpr: Gpr, node: Node): number {
  return has(gpr, Flag.dedicatedNodes) ? node.gpuCount : gpr.gpusPerNode;
}

export function freeGpus(node: Node): number {
  return node.held.reduce((free, gpr) => free - need(gpr, node), node.gpuCount);
}

export function byRank(a: Gpr, b: Gpr): number {
  return b.priority - a.priority || a.order - b.order;
}

export function typeOf(world: NaiveWorld, index: number): InstanceType {
  return world.scenario.instanceTypes[index];
}
