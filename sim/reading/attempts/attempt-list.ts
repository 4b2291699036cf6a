// The attempts of GPRs within a range of time, in an order, and a page of them. Found in steps in the history, and in the forecast
// if the range reaches beyond the present instant.

import { grown } from '../../base/collections/columns.ts';
import { pageInSteps, pageOfValues } from '../../base/collections/selection.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import type { History } from '../../followers/history/history.ts';
import type { AttemptPage, AttemptsQuery, FoundAttempt, ListSource } from './attempts-query.ts';

/** Attempts read in a step. */
const STEP_ATTEMPTS = 4096;
/** Instants of the forecast in a step. */
const STEP_INSTANTS = 32;
const FIRST_CAPACITY = 256;
/** Texts read in a step. */
const STEP_TEXTS = 32;
/** Greater than the number of attempts. */
const GROUP = 2 ** 40;

export function attemptsOf(
  history: History,
  nowMs: number,
  query: AttemptsQuery,
  source: ListSource,
): PendingAnswer<AttemptPage> {
  const list = new AttemptList(history, nowMs, query, source);
  const steps = list.steps();
  return { run: () => steps.next().done === true, answer: () => list.page };
}

class AttemptList {
  page: AttemptPage = { total: 0, attempts: [] };
  readonly #history: History;
  readonly #nowMs: number;
  readonly #query: AttemptsQuery;
  readonly #source: ListSource;
  /** Attempts that began until the query. */
  readonly #size: number;
  #planned: History | undefined;
  #total = 0;
  /** Numbers of attempts; of planned ones, −1 − the number. */
  #found = new Float64Array(FIRST_CAPACITY);
  #keys = new Float64Array(FIRST_CAPACITY);
  /** Uid of a running GPR that was found → its number in the forecast. */
  readonly #ends: Map<number, number> = new Map();

  constructor(history: History, nowMs: number, query: AttemptsQuery, source: ListSource) {
    this.#history = history;
    this.#nowMs = nowMs;
    this.#query = query;
    this.#source = source;
    this.#size = history.attempts.size;
  }

  *steps(): Generator<void> {
    for (let attempt = 0; attempt < this.#size; attempt++) {
      if (attempt % STEP_ATTEMPTS === STEP_ATTEMPTS - 1) yield;
      if (this.#isFound(this.#history, attempt)) this.#add(attempt, false);
    }
    const { planned } = this.#source;
    if (planned !== undefined) {
      while (!planned.run(STEP_INSTANTS)) yield;
      this.#planned = planned.answer();
      yield* this.#addPlanned(this.#planned);
    }
    const places = yield* this.#places();
    this.page = { total: this.#total, attempts: places.map((place) => this.#view(this.#found[place])) };
  }

  /** The places of the page in the order of the query. */
  *#places(): Generator<void, number[]> {
    const { offset, limit, isDescending } = this.#query;
    const { textOf } = this.#source;
    if (textOf === undefined)
      return yield* pageInSteps(this.#keys.subarray(0, this.#total), offset, offset + limit);
    const texts: (string | undefined)[] = [];
    while (texts.length < this.#total) {
      const { history, attempt } = this.#at(this.#found[texts.length]);
      texts.push(textOf(history, attempt));
      if (texts.length % STEP_TEXTS === 0) yield;
    }
    return yield* pageOfValues(texts, isDescending, offset, offset + limit);
  }

  #at(found: number): { readonly history: History; readonly attempt: number } {
    return found < 0
      ? { history: this.#planned!, attempt: -1 - found }
      : { history: this.#history, attempt: found };
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

  #isOf(history: History, attempt: number): boolean {
    const { attempts, nodes, clusterOfPool } = history;
    const { cluster, node, workspace, uid } = this.#query;
    if (workspace >= 0 && attempts.workspace[attempt] !== workspace) return false;
    if (uid >= 0 && attempts.uid[attempt] !== uid) return false;
    const { holds } = attempts;
    const first = attempts.firstHold[attempt];
    const end = attempts.endOfHolds(attempt);
    if (cluster >= 0 && (first === end || clusterOfPool(nodes.pool[holds.node[first]]) !== cluster))
      return false;
    return node < 0 || gpusOf(history, attempt, node) > 0;
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
      case 'gpusOnNode':
        return gpusOf(history, attempt, this.#query.node);
      case 'priority':
        return attempts.priority[attempt];
      case 'cost':
        return this.#source.costOf(history, attempt, endMs ?? this.#openEnd(isPlanned));
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
    const { history, attempt } = this.#at(found);
    const { node } = this.#query;
    const endMs = this.#endOf(history, attempt);
    const plan = isPlanned || endMs !== null ? undefined : this.#ends.get(history.attempts.uid[attempt]);
    return {
      history,
      attempt,
      isPlanned,
      endMs,
      plannedEndMs: plan === undefined ? null : this.#endOf(this.#planned!, plan),
      gpus: gpusOf(history, attempt),
      gpusOnNode: node < 0 ? null : gpusOf(history, attempt, node),
      cost: this.#source.costOf(history, attempt, endMs ?? this.#openEnd(isPlanned)),
    };
  }
}

/** @param node the only one; −1 = all */
function gpusOf({ attempts }: History, attempt: number, node = -1): number {
  const { holds } = attempts;
  let gpus = 0;
  for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++)
    if (node < 0 || holds.node[at] === node) gpus += holds.lanes[at];
  return gpus;
}
