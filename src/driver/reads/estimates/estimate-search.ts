// Finds the changes of the recorded estimates of one GPR, and when its waits ended in a start. Each step reads few runs.

import {
  type EstimateChange,
  estimateChangesOf,
  type FactRun,
  type PendingAnswer,
  type Simulation,
} from '../../../../sim/index.ts';
import type { EstimatePage, RecordedWait } from '../../world.ts';
import type { Searched } from '../fact-search.ts';

/** Maximum number of changes, of all GPRs, that one answer examines. */
const EXAMINED_MAX = 200_000;

/** The kinds of facts that begin and end waits. */
const kinds = new Set(['gpr.created', 'gpr.requeued', 'gpr.provisioning', 'gpr.ended', 'gpr.removed']);

interface Wait extends RecordedWait {
  startedAtMs: number | null;
  readonly changes: EstimateChange[];
}

/**
 * The changes after number `after`, at most `limit`, with the present instant. The page may have fewer: the
 * search ends after `EXAMINED_MAX` changes. If the world is replaced during the search, the page is about the new world.
 */
export function recordedEstimates(
  gprId: string,
  after: number,
  limit: number,
  searched: Searched,
): PendingAnswer<EstimatePage> {
  const begin = () => {
    const search = newSearch(gprId, after, limit, searched);
    return { search, tail: searched.tail(), steps: search.steps() };
  };
  let begun = begin();
  return {
    run() {
      if (searched.tail() !== begun.tail) begun = begin();
      return begun.steps.next().done === true;
    },
    answer: () => begun.search.page,
  };
}

function newSearch(gprId: string, after: number, limit: number, searched: Searched) {
  /** The instants between which the GPR has facts and estimates. */
  let life: { readonly fromMs: number; readonly toMs: number } | undefined;
  const waits: Wait[] = [];
  const past = searched.past();
  const simulation: Simulation = searched.simulation();
  const uid: number = simulation.uidOf(gprId);
  /** Number of facts, and of changes, when the search began. */
  const factsAtBegin: number = past.facts;
  const total: number = past.estimates;
  const branch: number = past.branch;
  const nowMs: number = simulation.nowMs;
  let next: number = total;
  const gpr = searched.gpr(gprId);
  if (gpr !== undefined) life = { fromMs: gpr.createdAtMs, toMs: gpr.endedAtMs ?? nowMs };

  function* readChanges({ fromMs, toMs }: { fromMs: number; toMs: number }): Generator<void, void> {
    const past = searched.past();
    const { first, last } = past.estimateSpan(fromMs, toMs);
    const end = Math.min(last, total);
    const begin = Math.max(after, first - 1);
    const until = Math.min(end, begin + EXAMINED_MAX);
    let left = limit;
    for (let seq = begin + 1; seq <= until; ) {
      const [run] = past.estimateRunsFrom(seq, 1);
      for (const change of estimateChangesOf(run, uid, seq - 1, left)) {
        if (change.seq > until) break;
        left--;
        add(change);
      }
      if (left === 0) {
        next = waits.at(-1)!.changes.at(-1)!.seq;
        return;
      }
      seq = run.firstSeq + run.count;
      yield;
    }
    if (until < end) next = until;
  }

  function add(change: EstimateChange): void {
    const wait = waits.at(-1);
    if (wait === undefined || change.isFirst) waits.push({ startedAtMs: null, changes: [change] });
    else wait.changes.push(change);
  }

  /** Reads the facts from the first change of the page to the last start. */
  function* readStarts({ toMs }: { toMs: number }): Generator<void, void> {
    const past = searched.past();
    const { first } = past.factSpan(waits[0].changes[0].atMs, toMs);
    let wait = 0;
    for (const run of searched.tail().allAfter(first - 1)) {
      if (run.firstSeq > factsAtBegin) return;
      wait = noteStarts(run, wait);
      if (wait === waits.length) return;
      yield;
    }
  }

  /**
   * Follows the waits from number `from` on through the facts of a run. Returns the number of the first that has not ended. At
   * its recordings a GPR is Queued: a start at the instant of a recording comes after it, unless a requeue follows.
   */
  function noteStarts(run: FactRun, from: number): number {
    const facts = simulation.viewFacts(run, { uid, kinds, until: factsAtBegin });
    let at = from;
    for (const { kind, atMs } of facts) {
      const isBehind = () => atMs > waits[at].changes[0].atMs;
      while (at < waits.length && isBehind() && waits[at].startedAtMs !== null) at++;
      const wait = waits[at];
      if (wait === undefined) break;
      const hasEnded = isBehind() && kind !== 'gpr.requeued' && kind !== 'gpr.created';
      if (kind === 'gpr.provisioning') wait.startedAtMs = atMs;
      else if (kind === 'gpr.requeued') wait.startedAtMs = null;
      if (hasEnded) at++;
    }
    return at;
  }

  return {
    get page(): EstimatePage {
      return {
        branch,
        nowMs,
        waits,
        next,
        total,
      };
    },
    *steps(): Generator<void, void> {
      if (limit === 0) next = after;
      if (life === undefined || limit === 0 || total <= after) return;
      yield* readChanges(life);
      if (waits.length > 0) yield* readStarts(life);
    },
  };
}
