// The attempts of GPRs within a range of time, in an order, and a page of them. Found in steps in the history, and in the forecast
// if the range reaches beyond the present instant.

import { grown } from '../../base/collections/columns.ts';
import { pageInSteps } from '../../base/collections/selection.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import type { History } from '../../followers/history/history.ts';

/** The members by which attempts can be sorted. Without one: those that hold GPUs, planned ones, then the ended ones. */
export const ATTEMPT_ORDERS = ['start', 'end', 'waited', 'held', 'gpus', 'priority', 'cost'] as const;
export type AttemptOrder = (typeof ATTEMPT_ORDERS)[number];

/** What attempts are about, as numbers; −1 = all. */
export interface AttemptsOf {
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
  readonly cost: number;
}

export interface AttemptPage {
  readonly total: number;
  readonly attempts: readonly FoundAttempt[];
}

/** Attempts read in a step. */
const STEP_ATTEMPTS = 4096;
/** Instants of the forecast in a step. */
const STEP_INSTANTS = 32;
const FIRST_CAPACITY = 256;
/** Greater than the number of attempts. */
const GROUP = 2 ** 40;

/** @param planned the forecast up to the end of the range; undefined if it ends now or before @param costOf as of a found attempt */
export function attemptsOf(
  history: History,
  nowMs: number,
  query: AttemptsQuery,
  planned: PendingAnswer<History> | undefined,
  costOf: (history: History, attempt: number, endMs: number) => number,
): PendingAnswer<AttemptPage> {
  const list = new AttemptList(history, nowMs, query, planned, costOf);
  const steps = list.steps();
  return { run: () => steps.next().done === true, answer: () => list.page };
}

class AttemptList {
  page: AttemptPage = { total: 0, attempts: [] };
  readonly #history: History;
  readonly #nowMs: number;
  readonly #query: AttemptsQuery;
  readonly #pending: PendingAnswer<History> | undefined;
  readonly #costOf: (history: History, attempt: number, endMs: number) => number;
  /** Attempts that began until the query. */
  readonly #size: number;
  #planned: History | undefined;
  #total = 0;
  /** Numbers of attempts; of planned ones, −1 − the number. */
  #found = new Float64Array(FIRST_CAPACITY);
  #keys = new Float64Array(FIRST_CAPACITY);
  /** Uid of a running GPR that was found → its number in the forecast. */
  readonly #ends: Map<number, number> = new Map();

  constructor(
    history: History,
    nowMs: number,
    query: AttemptsQuery,
    planned: PendingAnswer<History> | undefined,
    costOf: (history: History, attempt: number, endMs: number) => number,
  ) {
    this.#history = history;
    this.#nowMs = nowMs;
    this.#query = query;
    this.#pending = planned;
    this.#costOf = costOf;
    this.#size = history.attempts.size;
  }

  *steps(): Generator<void> {
    for (let attempt = 0; attempt < this.#size; attempt++) {
      if (attempt % STEP_ATTEMPTS === STEP_ATTEMPTS - 1) yield;
      if (this.#isFound(this.#history, attempt)) this.#add(attempt, false);
    }
    if (this.#pending !== undefined) {
      while (!this.#pending.run(STEP_INSTANTS)) yield;
      this.#planned = this.#pending.answer();
      yield* this.#addPlanned(this.#planned);
    }
    const { offset, limit } = this.#query;
    const keys = this.#keys.subarray(0, this.#total);
    const places = yield* pageInSteps(keys, offset, offset + limit);
    this.page = { total: this.#total, attempts: places.map((place) => this.#view(this.#found[place])) };
  }

  *#addPlanned(planned: History): Generator<void> {
    const { attempts } = planned;
    for (let attempt = 0; attempt < attempts.size; attempt++) {
      if (attempt % STEP_ATTEMPTS === STEP_ATTEMPTS - 1) yield;
      if (!this.#isOf(planned, attempt)) continue;
      if (attempts.startMs[attempt] <= this.#nowMs) this.#ends.set(attempts.uid[attempt], attempt);
      else this.#add(attempt, true);
    }
  }

  #isFound(history: History, attempt: number): boolean {
    const { fromMs, toMs } = this.#query;
    const startMs = history.attempts.startMs[attempt];
    const endMs = this.#endOf(history, attempt);
    const isBefore = startMs < toMs || (startMs <= this.#nowMs && toMs >= this.#nowMs);
    return isBefore && (endMs === null || endMs >= fromMs) && this.#isOf(history, attempt);
  }

  #isOf({ attempts, nodes, clusterOfPool }: History, attempt: number): boolean {
    const { cluster, node, workspace, uid } = this.#query;
    if (workspace >= 0 && attempts.workspace[attempt] !== workspace) return false;
    if (uid >= 0 && attempts.uid[attempt] !== uid) return false;
    const { holds } = attempts;
    const first = attempts.firstHold[attempt];
    const end = attempts.endOfHolds(attempt);
    if (cluster >= 0 && (first === end || clusterOfPool(nodes.pool[holds.node[first]]) !== cluster))
      return false;
    if (node < 0) return true;
    for (let at = first; at < end; at++) if (holds.node[at] === node) return true;
    return false;
  }

  /** null = it held its GPUs at the query. */
  #endOf({ attempts }: History, attempt: number): number | null {
    const endMs = attempts.endMs[attempt];
    return endMs < 0 || (attempts === this.#history.attempts && endMs > this.#nowMs) ? null : endMs;
  }

  #add(attempt: number, isPlanned: boolean): void {
    const at = this.#total++;
    if (at === this.#found.length) {
      this.#found = grown(this.#found, 2 * at);
      this.#keys = grown(this.#keys, 2 * at);
    }
    this.#found[at] = isPlanned ? -1 - attempt : attempt;
    const key = this.#keyOf(attempt, isPlanned);
    this.#keys[at] = this.#query.order !== undefined && this.#query.isDescending ? -key : key;
  }

  #keyOf(attempt: number, isPlanned: boolean): number {
    const history = isPlanned ? this.#planned! : this.#history;
    const { attempts } = history;
    const startMs = attempts.startMs[attempt];
    const endMs = this.#endOf(history, attempt);
    switch (this.#query.order) {
      case 'start':
        return startMs;
      case 'end':
        return endMs ?? Number.POSITIVE_INFINITY;
      case 'waited':
        return startMs - attempts.waitedSinceMs[attempt];
      case 'held':
        return (endMs ?? this.#openEnd(isPlanned)) - startMs;
      case 'gpus':
        return gpusOf(history, attempt);
      case 'priority':
        return attempts.priority[attempt];
      case 'cost':
        return this.#costOf(history, attempt, endMs ?? this.#openEnd(isPlanned));
      default:
        // Planned ones: the next start first. Others: the latest start first.
        if (isPlanned) return GROUP + attempt;
        return (this.#holds(endMs) ? 0 : 2 * GROUP) + GROUP - attempt - 1;
    }
  }

  /** Whether an attempt with this end holds its GPUs at the end of the range. What happens there does not count, unless it is now. */
  #holds(endMs: number | null): boolean {
    const { toMs } = this.#query;
    return endMs === null || (toMs < this.#nowMs && endMs >= toMs);
  }

  /** Until when an attempt without an end counts. */
  #openEnd(isPlanned: boolean): number {
    return isPlanned ? this.#query.toMs : this.#nowMs;
  }

  #view(found: number): FoundAttempt {
    const isPlanned = found < 0;
    const history = isPlanned ? this.#planned! : this.#history;
    const attempt = isPlanned ? -1 - found : found;
    const endMs = this.#endOf(history, attempt);
    const plan = isPlanned || endMs !== null ? undefined : this.#ends.get(history.attempts.uid[attempt]);
    return {
      ...{ history, attempt, isPlanned, endMs },
      plannedEndMs: plan === undefined ? null : this.#endOf(this.#planned!, plan),
      gpus: gpusOf(history, attempt),
      cost: this.#costOf(history, attempt, endMs ?? this.#openEnd(isPlanned)),
    };
  }
}

function gpusOf({ attempts }: History, attempt: number): number {
  let gpus = 0;
  for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++)
    gpus += attempts.holds.lanes[at];
  return gpus;
}
