// Finds facts of some kinds or about one GPR, forward and backward. No call holds the event loop for a scan of the whole file.

import {
  countBefore,
  type FactRun,
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
  return renewed(searched, () => {
    const { first, last, wanted } = selectionOf(filter, searched);
    const known = searched.past().facts;
    const begin = Math.max(after, first - 1);
    const end = Math.min(last, begin + EXAMINED_MAX);
    const search = newForwardSearch(begin, end, limit, wanted, searched);
    const answer = (): FoundFacts => {
      const { facts, next } = search;
      if (limit === 0) return { facts, next: after };
      // No fact behind the selection is selected.
      return { facts, next: next >= last && facts.length < limit ? Math.max(next, known) : next };
    };
    return { run: () => search.step(), answer };
  });
}

/** Finds the first facts of a span, at most `limit`. */
function newForwardSearch(begin: number, end: number, limit: number, wanted: Wanted, searched: Searched) {
  /** In order. */
  const facts: FactView[] = [];
  let run: FactRun | undefined;
  /** The number of the last fact that was examined. */
  let next: number = begin;
  const limitMax: number = limit;
  const runs: Iterator<FactRun> = searched.tail().allAfter(begin);

  return {
    get next() {
      return next;
    },
    facts,
    /** Examines some facts. Returns whether the search has ended. */
    step(): boolean {
      if (facts.length >= limitMax || next >= end) return true;
      run ??= runs.next().value;
      if (run === undefined) throw new Error(`fact ${next + 1} is not in the file`);
      const lastOfRun = run.firstSeq + run.count - 1;
      const until = Math.min(lastOfRun, end, next + STEP_FACTS);
      const limit = limitMax - facts.length;
      facts.push(...searched.simulation().viewFacts(run, { ...wanted, after: next, until, limit }));
      next = facts.length === limitMax ? facts.at(-1)!.seq : until;
      if (until === lastOfRun) run = undefined;
      return false;
    },
  };
}

/** The last facts after number `after` that a filter selects, at most `count`. */
export function lastFacts(
  after: number,
  count: number,
  filter: FactFilter,
  searched: Searched,
): PendingAnswer<FoundFacts> {
  return renewed(searched, () => {
    const { first, last, wanted } = selectionOf(filter, searched);
    const next = Math.max(after, searched.past().facts);
    const search = newBackwardSearch([{ first: Math.max(first, after + 1), last }], count, wanted, searched);
    return { run: () => search.step(), answer: () => ({ facts: search.facts, next }) };
  });
}

/** Begins again if the world is replaced before the end: the answer is then about the new world. */
export function renewed<T>(searched: Searched, begin: () => PendingAnswer<T>): PendingAnswer<T> {
  let tail = searched.tail();
  let pending = begin();
  return {
    run(instants) {
      if (searched.tail() !== tail) {
        tail = searched.tail();
        pending = begin();
      }
      return pending.run(instants);
    },
    answer: () => pending.answer(),
  };
}

/** Finds the last facts of some spans, at most `count`. */
export type BackwardSearch = ReturnType<typeof newBackwardSearch>;

/** @param spans disjoint, the newest first */
export function newBackwardSearch(spans: readonly Span[], count: number, wanted: Wanted, searched: Searched) {
  /** In order. */
  const facts: FactView[] = [];
  /** The span that is being examined, and its facts that are left. */
  let at = -1;
  let first = 1;
  let last = 0;
  let runs: Iterator<FactRun> | undefined;
  let run: FactRun | undefined;

  function nextSpan(): boolean {
    const span = spans[++at];
    if (span === undefined) return false;
    first = span.first;
    last = span.last;
    if (span.first > span.last) return true;
    runs = searched.tail().allUntil(span.last);
    run = runs.next().value;
    return true;
  }

  return {
    facts,
    /** Examines some facts. Returns whether the search has ended. */
    step(): boolean {
      if (facts.length >= count) return true;
      if (last < first) return !nextSpan();
      if (run === undefined) throw new Error(`fact ${last} is not in the file`);
      const from = Math.max(run.firstSeq, first, last - STEP_FACTS + 1);
      const part = { ...wanted, after: from - 1, until: last };
      const found = searched.simulation().viewFacts(run, part);
      facts.unshift(...found.slice(-(count - facts.length)));
      last = from - 1;
      if (last < run.firstSeq && last >= first) run = runs!.next().value;
      return false;
    },
  };
}
