// What an explanation of a GPR consists of. Units are the engine's: milliseconds since the scenario's start.

import type {
  Explanation,
  ReasonName,
  RoomEvent,
  SeesWorkspace,
  Sentence,
  Waiting,
} from '../../sim/index.ts';

/** What a GPR does from an instant on. `unknown`: its facts from there on were not read. */
export const LIFE_PHASES = ['Queued', 'Provisioning', 'Successful', 'idle', 'ended', 'unknown'] as const;

export type LifePhase = (typeof LIFE_PHASES)[number];

export interface Happening {
  readonly atMs: number;
  readonly what: Sentence;
  /** null if the phase before goes on. */
  readonly phase: LifePhase | null;
}

export interface Victim {
  readonly atMs: number;
  readonly gprId: string;
  /** null if it was deleted. */
  readonly gprName: string | null;
  readonly workspace: string;
  /** The GPUs that it asks for, over all nodes; null if it was deleted. */
  readonly gpus: number | null;
  readonly outcome: 'requeued' | 'failed';
}

/** The GPRs that a GPR evicted. */
export interface Victims {
  /** Number of evictions in the facts that were read. */
  readonly total: number;
  /** Whether `total` counts all of them. */
  readonly complete: boolean;
  /** The latest ones. */
  readonly latest: readonly Victim[];
}

/** A GPR that facts or a forecast name, as far as it is still known. */
interface MentionedGpr {
  readonly gprId: string;
  /** null if it was deleted, or does not exist yet. */
  readonly gprName: string | null;
  readonly workspace: string | null;
}

/** How a GPR last lost its GPUs, or ended. */
export interface Loss {
  readonly atMs: number;
  readonly reason: ReasonName;
  readonly outcome: 'requeued' | 'Complete' | 'TimedOut' | 'Failed';
  /** Its priority then; null if the fact with it was not read. */
  readonly priority: number | null;
  /** After an eviction: the GPR that evicted it, with its priority then; null if the reader may not see it. */
  readonly evictedBy: (MentionedGpr & { readonly priority: number | null }) | null;
  /** After a node failure: the name of the node. */
  readonly node: string | null;
  /** After an idle time-out: since when it was idle. */
  readonly idleSinceMs: number | null;
}

/** As `Waiting` of the simulation, with names. */
export interface ExplainedWaiting extends Omit<Waiting, 'makesRoom'> {
  readonly makesRoom: {
    readonly total: number;
    readonly latest: readonly (RoomEvent & Omit<MentionedGpr, 'gprId'>)[];
  };
}

/** What the reader of an explanation may see. */
export interface Reader {
  readonly sees: SeesWorkspace;
  /** Whether it sees the victims and the evictors of a GPR. If not, no such fact is looked for. */
  readonly seesVictims: boolean;
}

/** What a queued GPR waits for. */
export type WaitsFor =
  | {
      readonly kind: 'gpr';
      /** null if the reader may not see it. */
      readonly gprId: string | null;
      readonly gprName: string | null;
      /** Those that it holds. */
      readonly nodes: readonly string[];
    }
  | { readonly kind: 'node'; readonly name: string };

/** The GPR that by the forecast next starts on a node of another one. */
export interface NextGpr {
  /** null if the reader may not see it. */
  readonly gprId: string | null;
  readonly gprName: string | null;
  readonly startMs: number;
}

export interface Explained extends Omit<Explanation, 'downNode'> {
  /** null unless the GPR is Queued, or if nothing can be named. */
  readonly waitsFor: WaitsFor | null;
  /** Until when it holds its GPUs by the forecast; null unless it holds GPUs, or if no end can be foreseen. */
  readonly plannedEndMs: number | null;
  readonly next: NextGpr | null;
  /** The instant at which all of this is true. */
  readonly atMs: number;
  readonly exitMs: number;
  readonly idleTimeOutMs: number | null;
  /** null unless the GPR is Queued. */
  readonly waiting: ExplainedWaiting | null;
  /** null if the GPR has not lost its GPUs, or if the fact was not read. */
  readonly lost: Loss | null;
  readonly idle: boolean;
  readonly history: readonly Happening[];
  /** Whether `history` has everything that happened to the GPR. */
  readonly historyComplete: boolean;
  /** null if the reader may not see them. */
  readonly victims: Victims | null;
}
