// Searches in the facts, in the recorded estimates, and for GPRs.

import type { EstimateChange, FactView, GprView, Sees } from '../../../sim/index.ts';

/** Selects facts. Without members, all. */
export interface FactFilter {
  /** Facts with this `gprId`, from the creation of the GPR to its end. */
  readonly gprId?: string;
  /** With `gprId`: also the facts in which the GPR is the culprit of an eviction. */
  readonly withVictims?: boolean;
  readonly kinds?: readonly FactView['kind'][];
  /** The first and the last instant. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** Facts that the reader does not see do not count. */
  readonly sees?: Sees;
}

export interface FoundFacts {
  readonly facts: readonly FactView[];
  /** Number of the last examined fact: a further search continues after it. */
  readonly next: number;
}

/** A wait of a GPR, from its creation or a requeue to its next start or its end, and how its recorded estimate changed. */
export interface RecordedWait {
  /** When the GPR started; null if it has not, or did not. */
  readonly startedAtMs: number | null;
  /** At least one. The first one is the first recording of the wait, unless that is on an earlier page. */
  readonly changes: readonly EstimateChange[];
}

export interface EstimatePage {
  readonly branch: number;
  readonly nowMs: number;
  /** Waits that no recording met are missing. */
  readonly waits: readonly RecordedWait[];
  /** Number of the last examined change: a further search continues after it. */
  readonly next: number;
  /** Number of changes of all GPRs. */
  readonly total: number;
}

/** The GPRs that a text names. */
export interface GprMatches {
  readonly atMs: number;
  /** At most ten. */
  readonly gprs: readonly GprView[];
  /** Whether there are further ones. */
  readonly more: boolean;
}
