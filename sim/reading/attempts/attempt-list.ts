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
  const list = newAttemptList(history, nowMs, query, source);
  const steps = list.steps();
  return { run: () => steps.next().done === true, answer: () => list.page };
}

function newAttemptList(history: History, nowMs: number, query: AttemptsQuery, source: ListSource) {
  let page: AttemptPage = { total: 0, attempts: [] };
  let forecast: History | undefined;
  let total = 0;
  /** Numbers of attempts; of planned ones, −1 − the number. */
  let found = new Float64Array(FIRST_CAPACITY);
  let keys = new Float64Array(FIRST_CAPACITY);
  /** Uid of a running GPR that was found → its number in the forecast. */
  const ends: Map<number, number> = new Map();
  const past: History = history;
  /** Attempts that began until the query. */
  const size: number = history.attempts.size;

  /** The places of the page in the order of the query. */
  function* placesOfPage(): Generator<void, number[]> {
    const { offset, limit, isDescending } = query;
    const { textOf } = source;
    if (textOf === undefined) return yield* pageInSteps(keys.subarray(0, total), offset, offset + limit);
    const texts: (string | undefined)[] = [];
    while (texts.length < total) {
      const { history, attempt } = at(found[texts.length]);
      texts.push(textOf(history, attempt));
      if (texts.length % STEP_TEXTS === 0) yield;
    }
    return yield* pageOfValues(texts, isDescending, offset, offset + limit);
  }

  function at(found: number): { readonly history: History; readonly attempt: number } {
    return found < 0 ? { history: forecast!, attempt: -1 - found } : { history: past, attempt: found };
  }

  function* addPlanned(planned: History): Generator<void> {
    const { attempts } = planned;
    for (let attempt = 0; attempt < attempts.size; attempt++) {
      if (attempt % STEP_ATTEMPTS === STEP_ATTEMPTS - 1) yield;
      if (!isOf(planned, attempt)) continue;
      if (attempts.startMs[attempt] <= nowMs) ends.set(attempts.uid[attempt], attempt);
      else add(attempt, true);
    }
  }

  function isFound(history: History, attempt: number): boolean {
    const { fromMs, toMs } = query;
    const startMs = history.attempts.startMs[attempt];
    const endMs = endOf(history, attempt);
    const isBefore = startMs < toMs || (startMs <= nowMs && toMs >= nowMs);
    return isBefore && (endMs === null || endMs >= fromMs) && isOf(history, attempt);
  }

  function isOf(history: History, attempt: number): boolean {
    const { attempts, nodes, clusterOfPool } = history;
    const { cluster, node, workspace, uid } = query;
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
  function endOf({ attempts }: History, attempt: number): number | null {
    const endMs = attempts.endMs[attempt];
    return endMs < 0 || (attempts === past.attempts && endMs > nowMs) ? null : endMs;
  }

  function add(attempt: number, isPlanned: boolean): void {
    const at = total++;
    if (at === found.length) {
      found = grown(found, 2 * at);
      keys = grown(keys, 2 * at);
    }
    found[at] = isPlanned ? -1 - attempt : attempt;
    const key = keyOf(attempt, isPlanned);
    keys[at] = query.order !== undefined && query.isDescending ? -key : key;
  }

  function keyOf(attempt: number, isPlanned: boolean): number {
    const history = isPlanned ? forecast! : past;
    const { attempts } = history;
    const startMs = attempts.startMs[attempt];
    const endMs = endOf(history, attempt);
    switch (query.order) {
      case 'start':
        return startMs;
      case 'end':
        return endMs ?? Number.POSITIVE_INFINITY;
      case 'waited':
        return startMs - attempts.waitedSinceMs[attempt];
      case 'held':
        return (endMs ?? openEnd(isPlanned)) - startMs;
      case 'gpus':
        return gpusOf(history, attempt);
      case 'gpusOnNode':
        return gpusOf(history, attempt, query.node);
      case 'priority':
        return attempts.priority[attempt];
      case 'cost':
        return source.costOf(history, attempt, endMs ?? openEnd(isPlanned));
      default:
        // Planned ones: the next start first. Others: the latest start first.
        if (isPlanned) return GROUP + attempt;
        return (holds(endMs) ? 0 : 2 * GROUP) + GROUP - attempt - 1;
    }
  }

  /** Whether an attempt with this end holds its GPUs at the end of the range. What happens there does not count, unless it is now. */
  function holds(endMs: number | null): boolean {
    const { toMs } = query;
    return endMs === null || (toMs < nowMs && endMs >= toMs);
  }

  /** Until when an attempt without an end counts. */
  function openEnd(isPlanned: boolean): number {
    return isPlanned ? query.toMs : nowMs;
  }

  function view(found: number): FoundAttempt {
    const isPlanned = found < 0;
    const { history, attempt } = at(found);
    const { node } = query;
    const endMs = endOf(history, attempt);
    const plan = isPlanned || endMs !== null ? undefined : ends.get(history.attempts.uid[attempt]);
    return {
      history,
      attempt,
      isPlanned,
      endMs,
      plannedEndMs: plan === undefined ? null : endOf(forecast!, plan),
      gpus: gpusOf(history, attempt),
      gpusOnNode: node < 0 ? null : gpusOf(history, attempt, node),
      cost: source.costOf(history, attempt, endMs ?? openEnd(isPlanned)),
    };
  }

  return {
    get page() {
      return page;
    },
    *steps(): Generator<void> {
      for (let attempt = 0; attempt < size; attempt++) {
        if (attempt % STEP_ATTEMPTS === STEP_ATTEMPTS - 1) yield;
        if (isFound(past, attempt)) add(attempt, false);
      }
      const { planned } = source;
      if (planned !== undefined) {
        while (!planned.run(STEP_INSTANTS)) yield;
        forecast = planned.answer();
        yield* addPlanned(forecast);
      }
      const places = yield* placesOfPage();
      page = { total, attempts: places.map((place) => view(found[place])) };
    },
  };
}

/** @param node the only one; −1 = all */
function gpusOf({ attempts }: History, attempt: number, node = -1): number {
  const { holds } = attempts;
  let gpus = 0;
  for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++)
    if (node < 0 || holds.node[at] === node) gpus += holds.lanes[at];
  return gpus;
}
