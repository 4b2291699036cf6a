// What the rooms above the driver (http, control, cli) see of a running world.
// Everything here is in the engine's units: milliseconds since the scenario's start.

import type {
  BindingView,
  ClockReading,
  ClusterView,
  Command,
  CreateGpr,
  EndpointView,
  Estimate,
  Explanation,
  FactView,
  FaultView,
  GprTemplateView,
  GprView,
  NodeView,
  Outcome,
  PlacementView,
  PolicyView,
  PoolView,
  Prospects,
  Rejection,
  Scenario,
  WorkloadTemplateView,
  WorkspaceView,
} from '../../sim/index.ts';

export type SubmitResult =
  | { readonly ok: true; readonly outcome: Outcome; readonly nowMs: number }
  | { readonly ok: false; readonly rejection: Rejection };

export type ClockMode = 'running' | 'paused';

export interface Clock extends ClockReading {
  readonly mode: ClockMode;
  /** Simulated seconds a second while running. */
  readonly speed: number;
  /** What it comes to: less than `speed` where the machine does not keep up, 0 while the clock stands. */
  readonly reachedSpeed: number;
  readonly branch: number;
  /** The advance that is under way, null where there is none. */
  readonly advance: Progress | null;
}

/** How far an advance has come. */
export interface Progress {
  /** Instant at which it began. */
  readonly fromMs: number;
  /** Instant that it leads to, null where that is not known. */
  readonly toMs: number | null;
  /** 0 … 1, null where its end is not known. */
  readonly done: number | null;
}

export type Advance =
  | { readonly byMs: number }
  | { readonly toMs: number }
  | { readonly until: { readonly gprId: string; readonly provisioningStatus: string } }
  | { readonly events: number };

export type AdvanceResult =
  | {
      readonly ok: true;
      readonly clock: Clock;
      readonly facts: number;
      /** Whether it ended before it got there: its client left, the clock was paused or reset, or a file was imported. */
      readonly stopped: boolean;
    }
  | { readonly ok: false; readonly why: string };

export interface Imported {
  readonly clock: Clock;
  /** In the journal. */
  readonly commands: number;
  /** Whether the facts are those that the file says it has; those of another engine version need not be. */
  readonly isAsStored: boolean;
}

/**
 * Reads between two instants. `undefined` = there is no such thing. What takes long is promised; it is about the world as it
 * was when it was asked for.
 */
export interface Reads {
  /** Also GPRs that have left memory, from history. */
  gpr(gprId: string): GprView | undefined;
  /** `gpr(gprId)?.workspaceCreation`, for less. */
  gprWorkspaceCreation(gprId: string): number | undefined;
  /** In creation order; undefined for an unknown workspace. */
  gprsOf(workspace: string): readonly GprView[] | undefined;
  workspace(name: string): WorkspaceView | undefined;
  /** Declared and created workspaces, not those a workload made for itself. */
  workspaces(): readonly WorkspaceView[];
  clusters(): readonly ClusterView[];
  nodes(): readonly NodeView[];
  pools(): readonly PoolView[];
  /** Next starts of GPRs, in the order they are named. One pass serves all until something unforeseen happens. */
  estimates(gprIds: readonly string[]): readonly Estimate[] | Promise<readonly Estimate[]>;
  /**
   * Where and when a request could start, by wait, cluster, instance type; what cannot be foreseen last. Where many ask at
   * once, later ones wait, and are answered of the world as it is when their turn comes.
   * @param isWanted whether the answer is still waited for; a promise of one that is not may be rejected with `Cancelled`
   */
  prospects(request: CreateGpr, isWanted?: () => boolean): Prospects | Promise<Prospects>;
  /** Of workspaces as `workspaces()` lists them; a policy is called as its workspace. */
  policies(): readonly PolicyView[];
  policy(name: string): PolicyView | undefined;
  /** In order of creation, as the other lists. */
  gprTemplates(): readonly GprTemplateView[];
  gprTemplate(name: string): GprTemplateView | undefined;
  bindings(): readonly BindingView[];
  binding(workspace: string): BindingView | undefined;
  /** undefined for an unknown workspace. */
  endpointsOf(workspace: string): readonly EndpointView[] | undefined;
  endpoint(workspace: string, name: string): EndpointView | undefined;
  workloadTemplates(): readonly WorkloadTemplateView[];
  workloadTemplate(name: string): WorkloadTemplateView | undefined;
  placements(): readonly PlacementView[];
  placement(name: string): PlacementView | undefined;
  faults(): readonly FaultView[];
  explain(gprId: string): Explanation | undefined;
  factsAfter(seq: number, limit: number): readonly FactView[];
  /** GPRs in memory by state. */
  countStates(): Readonly<Record<string, number>>;
}

export interface World {
  readonly scenario: Scenario;
  readonly read: Reads;
  clock(): Clock;
  /** The present instant, without the work that the rest of a reading is. */
  nowMs(): number;
  setClock(setting: { readonly mode?: ClockMode; readonly speed?: number }): Clock;
  /** Why what happens cannot be stored at present; undefined where it can. Nothing of it happens then. */
  trouble(): string | undefined;
  /** Resolves after the command's commit. Rejects with WorldReadOnly when the commit, or a look into the file, failed. */
  submit(command: Command): Promise<SubmitResult>;
  /**
   * Moves the clock, and lets commands enter between two instants. `setClock` with mode `paused`, `reset` and a completed
   * import stop it between two instants.
   * @param isWanted whether the client still waits; the advance stops once it does not
   */
  advance(request: Advance, isWanted?: () => boolean): Promise<AdvanceResult>;
  /** Back to the scenario's start; keys stay. */
  reset(): Promise<Clock>;
  /**
   * Writes the world, without anything of the process, to a new file, as it is after the last commit. Rejects with an
   * error that says why, when the file cannot be written.
   * @param isWanted asked now and then; false breaks the export off
   */
  exportTo(path: string, isWanted?: () => boolean): Promise<void>;
  /**
   * Goes on with the world of another file, of which only scenario and journal are taken; keys stay. The world is built
   * aside: until it stands, nothing has changed.
   * @param folder where it is built
   * @param isWanted asked now and then; false breaks the import off
   * @throws ImportRefused when no world can be made of the file, WorldReadOnly when it cannot be stored
   */
  importFrom(path: string, folder: string, isWanted: () => boolean): Promise<Imported>;
  /** Called after each commit that brought facts, after a reset and an import. Returns the way to stop. */
  onFacts(listener: () => void): () => void;
  readonly keys: Keys;
}

export type Role = 'Owner' | 'Editor' | 'Viewer';

export interface ApiKey {
  readonly id: string;
  readonly apiKey: string;
  readonly name: string;
  readonly description: string;
  readonly role: Role;
  readonly userName: string;
  readonly saName: string;
  /** '' for Owner keys without one. */
  readonly workspaceName: string;
  /** Creation number of the workspace (WorkspaceView.creation), null without one. */
  readonly workspaceCreation: number | null;
  /** YYYY-MM-DD, the last valid UTC day (real time). */
  readonly validity: string;
  readonly tokenTtlSeconds: number;
}

/** API keys: process tables of the world's file, never part of the simulation. */
export interface Keys {
  create(key: Omit<ApiKey, 'id' | 'apiKey' | 'saName' | 'tokenTtlSeconds'>): ApiKey;
  byValue(apiKey: string): ApiKey | undefined;
  byId(id: string): ApiKey | undefined;
  list(): readonly ApiKey[];
  /** false: there is no such key. */
  remove(apiKey: string): boolean;
  /** 32 bytes that sign tokens of this file. */
  readonly secret: Uint8Array;
}

/**
 * The commit failed, or what a command needs of the file cannot be read, and the message says why: nothing of it was
 * acknowledged, the world is what its file says.
 */
export class WorldReadOnly extends Error {}

/** A file that no world can be made of; the message says what is wrong with it. */
export class ImportRefused extends Error {}

/** Nobody waits any more for what was to be done; nothing has changed. */
export class Cancelled extends Error {}
