// Searches in the facts, in the recorded estimates, and for GPRs.

import type {
  ByHorizon,
  EstimateAccuracy,
  EstimateChange,
  FactView,
  GprView,
  LikelyAccuracy,
  Sees,
} from '../../../sim/index.ts';

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

/** How likely starts fared, and estimates at the same questions. */
export interface ComparedStarts extends ByHorizon<LikelyAccuracy> {
  /** Number of futures of each answer. */
  readonly samples: number;
  /** Number of instants at which answers were asked. */
  readonly instants: number;
  /** Answers about GPRs that ended without a start, and about GPRs that still wait and are not overdue. */
  readonly ended: number;
  readonly open: number;
}

/** How far estimates and likely starts could be trusted. */
export interface Calibration {
  readonly ok: true;
  readonly branch: number;
  readonly seq: number;
  readonly nowMs: number;
  /** Time between two askings; null = the world records no estimates. */
  readonly askedEveryMs: number | null;
  readonly estimates: EstimateAccuracy;
  /** null = not wanted. */
  readonly likely: ComparedStarts | null;
}

/** The GPRs that a text names. */
export interface GprMatches {
  readonly atMs: number;
  /** At most ten. */
  readonly gprs: readonly GprView[];
  /** Whether there are further ones. */
  readonly more: boolean;
}
