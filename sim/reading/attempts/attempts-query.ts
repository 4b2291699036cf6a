// What a list of attempts takes, and what it returns.

import type { PendingAnswer } from '../../base/pending.ts';
import type { History } from '../../followers/history/history.ts';

/** The members by which attempts can be sorted. Without one: those that hold GPUs, planned ones, then the ended ones. */
export const ATTEMPT_ORDERS = [
  'name',
  'workspace',
  'start',
  'end',
  'waited',
  'held',
  'gpus',
  'gpusOnNode',
  'priority',
  'cost',
] as const;
export type AttemptOrder = (typeof ATTEMPT_ORDERS)[number];

/** What attempts are about, as numbers; −1 = all. */
interface AttemptsOf {
  readonly cluster: number;
  readonly node: number;
  readonly workspace: number;
  readonly uid: number;
}

export interface AttemptsQuery extends AttemptsOf {
  readonly fromMs: number;
  readonly toMs: number;
  readonly order: AttemptOrder | undefined;
  readonly isDescending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundAttempt {
  /** The history that has it: that of the forecast for a planned attempt. */
  readonly history: History;
  readonly attempt: number;
  readonly isPlanned: boolean;
  /** null = it holds its GPUs. Of a planned one: null = at the end of the range. */
  readonly endMs: number | null;
  /** Of one that holds GPUs: the end that the forecast has; null if it is not within the range. */
  readonly plannedEndMs: number | null;
  readonly gpus: number;
  /** Of the node of the query; null without one. */
  readonly gpusOnNode: number | null;
  readonly cost: number;
}

export interface AttemptPage {
  readonly total: number;
  readonly attempts: readonly FoundAttempt[];
}

/** What a list needs of the world. */
export interface ListSource {
  /** The forecast up to the end of the range; undefined if it ends now or before. */
  readonly planned: PendingAnswer<History> | undefined;
  /** As of a found attempt. */
  readonly costOf: (history: History, attempt: number, endMs: number) => number;
  /** The text that sorts an attempt; undefined: it has none, and comes last. undefined if numbers sort. */
  readonly textOf: ((history: History, attempt: number) => string | undefined) | undefined;
}
