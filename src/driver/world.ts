// What the rooms above the driver (http, control, cli) see of a running world.
// Everything here is in the engine's units: milliseconds since the scenario's start.

import type {
  ClockReading,
  ClusterView,
  Command,
  Estimate,
  Explanation,
  FactView,
  GprView,
  NodeView,
  Outcome,
  PoolView,
  Rejection,
  Scenario,
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
  readonly branch: number;
}

export type Advance =
  | { readonly byMs: number }
  | { readonly toMs: number }
  | { readonly until: { readonly gprId: string; readonly provisioningStatus: string } }
  | { readonly events: number };

export type AdvanceResult =
  | { readonly ok: true; readonly clock: Clock; readonly facts: number }
  | { readonly ok: false; readonly why: string };

/** Synchronous reads between two instants. `undefined` = there is no such thing. */
export interface Reads {
  /** Also GPRs that have left memory, from history. */
  gpr(gprId: string): GprView | undefined;
  /** In creation order; undefined for an unknown workspace. */
  gprsOf(workspace: string): readonly GprView[] | undefined;
  workspace(name: string): WorkspaceView | undefined;
  /** Declared and created workspaces, not those a workload made for itself. */
  workspaces(): readonly WorkspaceView[];
  clusters(): readonly ClusterView[];
  nodes(): readonly NodeView[];
  pools(): readonly PoolView[];
  /** Next start of a queued GPR. One pass serves all until the state changes. */
  estimate(gprId: string): Estimate;
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
  /** Resolves after the command's commit. Rejects with WorldReadOnly when the commit failed. */
  submit(command: Command): Promise<SubmitResult>;
  advance(request: Advance): Promise<AdvanceResult>;
  /** Back to the scenario's start; keys stay. */
  reset(): Promise<Clock>;
  /** Called after each commit that brought facts, and after a reset. Returns the way to stop. */
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

/** The commit of a command failed: nothing was acknowledged, the world is being reloaded from its file. */
export class WorldReadOnly extends Error {}
