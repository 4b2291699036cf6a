// Finds facts of some kinds or about one GPR, forward and backward. No call holds the event loop for a scan of the whole file.

import {
  countBefore,
  type FactView,
  type GprView,
  type PendingAnswer,
  type Simulation,
  type Wanted,
} from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import type { Span } from '../../store/tables/runs.ts';
import type { FactTail } from '../commits/fact-tail.ts';
import type { FactFilter, FoundFacts } from '../world.ts';
import { pendingOf, type Steps } from './pending/steps.ts';

/** Maximum number of facts examined by `findFacts`: equal worlds give equal pages, whatever the parts of their files. */
export const EXAMINED_MAX = 50_000;
/** Maximum number of facts examined by one step of a search. */
const STEP_FACTS = 4096;

export interface Searched {
  readonly past: () => Past;
  simulation(): Simulation;
  /** Another object once the world has been replaced. */
  tail(): FactTail;
  gpr(gprId: string): GprView | undefined;
}

/** What a filter selects: facts of the span that `wanted` selects. */
interface Selection extends Span {
  readonly wanted: Wanted;
}

/** A GPR has facts, and evicts others, from its creation to its end. */
export function selectionOf(
  { gprId, withVictims = false, kinds, sees, fromMs, toMs }: FactFilter,
  searched: Searched,
): Selection {
  const past = searched.past();
  const wanted: Wanted = {
    ...(kinds !== undefined && { kinds: new Set(kinds) }),
    ...(sees !== undefined && { sees }),
  };
  const isOfWindow = fromMs !== undefined || toMs !== undefined;
  const within = (from: number, to: number) =>
    isOfWindow
      ? factsBetween(Math.max(from, fromMs ?? 0), Math.min(to, toMs ?? to), searched)
      : past.factSpan(from, to);
  if (gprId === undefined) {
    const all = { first: 1, last: past.facts };
    return { ...(isOfWindow ? within(0, Number.POSITIVE_INFINITY) : all), wanted };
  }
  const gpr = searched.gpr(gprId);
  if (gpr === undefined) return { first: 1, last: 0, wanted };
  const span = within(gpr.createdAtMs, gpr.endedAtMs ?? searched.simulation().nowMs);
  return { ...span, wanted: { ...wanted, uid: searched.simulation().uidOf(gprId), withVictims } };
}

/** Exactly the facts from one instant to another. Reads few rows and at most two runs. */
export function factsBetween(fromMs: number, toMs: number, { past, tail }: Searched): Span {
  const { first, last } = past().factSpan(fromMs, toMs);
  if (first > last) return { first, last };
  const before = (seq: number, atMs: number) => {
    const [run] = tail().allUntil(seq);
    return run.firstSeq + countBefore(run, atMs);
  };
  return { first: before(first, fromMs), last: before(last, toMs + 1) - 1 };
}

/**
 * The first facts after number `after` that a filter selects, at most `limit`. Examines a bounded number of facts. Where a page ends
 * does not depend on the runs in which the facts are stored.
 */
export function findFacts(
  after: number,
  limit: number,
  filter: FactFilter,
  searched: Searched,
): PendingAnswer<FoundFacts> {
  return renewed(searched, function* () {
    const { first, last, wanted } = selectionOf(filter, searched);
    const known = searched.past().facts;
    const facts: FactView[] = [];
    /** The number of the last fact that was examined. */
    let next = Math.max(after, first - 1);
    const end = Math.min(last, next + EXAMINED_MAX);
    const isDone = () => facts.length >= limit || next >= end;
    const runs = searched.tail().allAfter(next);
    while (!isDone()) {
      const run = runs.next().value!;
      const lastOfRun = Math.min(run.firstSeq + run.count - 1, end);
      while (next < lastOfRun && !isDone()) {
        const part = {
          after: next,
          until: Math.min(lastOfRun, next + STEP_FACTS),
          limit: limit - facts.length,
        };
        facts.push(...searched.simulation().viewFacts(run, { ...wanted, ...part }));
        next = facts.length === limit ? facts.at(-1)!.seq : part.until;
        yield;
      }
    }
    if (limit === 0) return { facts, next: after };
    // No fact behind the selection is selected.
    return { facts, next: next >= last && facts.length < limit ? Math.max(next, known) : next };
  });
}

/** The last facts after number `after` that a filter selects, at most `count`. */
export function lastFacts(
  after: number,
  count: number,
  filter: FactFilter,
  searched: Searched,
): PendingAnswer<FoundFacts> {
  return renewed(searched, function* () {
    const { first, last, wanted } = selectionOf(filter, searched);
    const next = Math.max(after, searched.past().facts);
    const span = { first: Math.max(first, after + 1), last };
    return { facts: yield* lastOfSpans([span], count, wanted, searched), next };
  });
}

/** Begins again if the world is replaced before the end: the answer is then about the new world. */
export function renewed<T>(searched: Searched, begin: () => Steps<T>): PendingAnswer<T> {
  let tail = searched.tail();
  let pending = pendingOf(begin());
  return {
    run(instants) {
      if (searched.tail() !== tail) {
        tail = searched.tail();
        pending = pendingOf(begin());
      }
      return pending.run(instants);
    },
    answer: () => pending.answer(),
  };
}

/** The last facts of some spans, at most `count`, in order. @param spans disjoint, the newest first */
export function* lastOfSpans(
  spans: readonly Span[],
  count: number,
  wanted: Wanted,
  searched: Searched,
): Steps<FactView[]> {
  const facts: FactView[] = [];
  for (const { first, last } of spans) {
    let left = last;
    const isDone = () => facts.length >= count || left < first;
    const runs = searched.tail().allUntil(last);
    while (!isDone()) {
      const run = runs.next().value!;
      while (left >= run.firstSeq && !isDone()) {
        const from = Math.max(run.firstSeq, first, left - STEP_FACTS + 1);
        const found = searched.simulation().viewFacts(run, { ...wanted, after: from - 1, until: left });
        facts.unshift(...found.slice(-(count - facts.length)));
        left = from - 1;
        yield;
      }
    }
  }
  return facts;
}
