// Finds facts of some kinds or about one GPR. No call holds the event loop for a scan of the whole file.

import type { FactView, GprView, PendingAnswer, Simulation, Wanted } from '../../sim/index.ts';
import type { WorldFile } from '../store/world-file.ts';
import type { FactTail } from './fact-tail.ts';
import type { FactFilter, FoundFacts } from './world.ts';

/** Maximum number of facts examined by `findFacts`. */
export const EXAMINED_MAX = 50_000;
/** A run of facts costs as much as this number of facts more. */
const RUN_COST = 50;
/** Maximum number of facts examined by one step of `lastFacts`. */
const STEP_FACTS = 4096;

export interface Searched {
  readonly file: WorldFile;
  simulation(): Simulation;
  /** Another object once the world has been replaced. */
  tail(): FactTail;
  gpr(gprId: string): GprView | undefined;
}

/** What a filter selects: facts from `first` to `last`, by number, that `wanted` selects. */
interface Selection {
  readonly first: number;
  readonly last: number;
  readonly wanted: Wanted;
}

/** A GPR has facts from its creation to its end. */
function selectionOf({ gprId, kinds }: FactFilter, searched: Searched): Selection {
  const { file } = searched;
  const wanted: Wanted = kinds === undefined ? {} : { kinds: new Set(kinds) };
  if (gprId === undefined) return { first: 1, last: file.facts, wanted };
  const gpr = searched.gpr(gprId);
  if (gpr === undefined) return { first: 1, last: 0, wanted };
  const span = file.factSpan(gpr.createdAtMs, gpr.endedAtMs ?? searched.simulation().nowMs);
  return { ...span, wanted: { ...wanted, uid: searched.simulation().uidOf(gprId) } };
}

/** The first facts after number `after` that a filter selects, at most `limit`. Examines a bounded number of facts. */
export function findFacts(after: number, limit: number, filter: FactFilter, searched: Searched): FoundFacts {
  if (limit === 0) return { facts: [], next: after };
  const { first, last, wanted } = selectionOf(filter, searched);
  const facts: FactView[] = [];
  let next = Math.max(after, first - 1);
  let left = EXAMINED_MAX;
  for (const run of searched.tail().allAfter(next)) {
    if (next >= last || left <= 0) break;
    const until = Math.min(run.firstSeq + run.count - 1, last, next + left);
    const part = { ...wanted, after: next, until, limit: limit - facts.length };
    facts.push(...searched.simulation().viewFacts(run, part));
    if (facts.length === limit) return { facts, next: facts.at(-1)!.seq };
    left -= until - next + RUN_COST;
    next = until;
  }
  // No fact behind the selection is selected.
  return { facts, next: next >= last ? Math.max(next, searched.file.facts) : next };
}

/**
 * The last facts after number `after` that a filter selects and that are `visible`, at most `count`. If the world is replaced
 * during the search, the facts are those of the new world.
 */
export function lastFacts(
  after: number,
  count: number,
  filter: FactFilter,
  isVisible: (fact: FactView) => boolean,
  searched: Searched,
): PendingAnswer<FoundFacts> {
  const begin = () => {
    const tail = searched.tail();
    const { first, last, wanted } = selectionOf(filter, searched);
    const begun = { tail, first: Math.max(first, after + 1), wanted, facts: [] as FactView[] };
    return { ...begun, seq: last, next: Math.max(after, searched.file.facts), runs: tail.allUntil(last) };
  };
  let search = begin();
  let run = search.runs.next().value;
  return {
    run() {
      if (searched.tail() !== search.tail) {
        search = begin();
        run = search.runs.next().value;
      }
      const { first, seq, wanted, facts, runs } = search;
      if (run === undefined || seq < first || facts.length >= count) return true;
      const from = Math.max(run.firstSeq, first, seq - STEP_FACTS + 1);
      const part = { ...wanted, after: from - 1, until: seq };
      const found = searched.simulation().viewFacts(run, part).filter(isVisible);
      facts.unshift(...found.slice(-(count - facts.length)));
      search.seq = from - 1;
      if (search.seq < run.firstSeq) run = runs.next().value;
      return false;
    },
    answer: () => ({ facts: search.facts, next: search.next }),
  };
}
