// A second world under the same rules, written to be read: plain objects in plain arrays, and whatever is wanted is found
// by looking through all of them. Only the words in which facts are told, the draws and the ids are the simulator's own.

import {
  Flag,
  type InstanceType,
  type Policy,
  type Scenario,
  State,
  type Workload,
} from '../../sim/index.ts';

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
  promisedAtMs: number | null;
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
  /** uid → next start, null until then. */
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
  promise: Due | null;
  promiseIsDue: boolean;
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

export function isProvisioned(gpr: Gpr): boolean {
  return gpr.state === State.provisioning || gpr.state === State.successful;
}

export function isEnded(gpr: Gpr): boolean {
  return !isProvisioned(gpr) && gpr.state !== State.queued;
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
