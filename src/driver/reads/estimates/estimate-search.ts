// Finds the changes of the recorded estimates of one GPR, and when its waits ended in a start. Each step reads few runs.

import {
  type EstimateChange,
  estimateChangesOf,
  type FactView,
  type PendingAnswer,
} from '../../../../sim/index.ts';
import type { EstimatePage, RecordedWait } from '../../world.ts';
import { renewed, type Searched } from '../fact-search.ts';

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
  return renewed(searched, function* () {
    const simulation = searched.simulation();
    const past = searched.past();
    const { branch, facts, estimates: total } = past;
    const { nowMs } = simulation;
    const gpr = searched.gpr(gprId);
    const waits: Wait[] = [];
    const page = { branch, nowMs, waits, total };
    if (limit === 0) return { ...page, next: after };
    if (gpr === undefined || total <= after) return { ...page, next: total };

    const uid = simulation.uidOf(gprId);
    const toMs = gpr.endedAtMs ?? nowMs;
    const { first, last } = past.estimateSpan(gpr.createdAtMs, toMs);
    const begin = Math.max(after, first - 1);
    const end = Math.min(last, total);
    const until = Math.min(end, begin + EXAMINED_MAX);
    let left = limit;
    for (let seq = begin + 1; seq <= until && left > 0; ) {
      const [run] = past.estimateRunsFrom(seq, 1);
      for (const change of estimateChangesOf(run, uid, seq - 1, left)) {
        if (change.seq > until) break;
        left--;
        if (waits.length === 0 || change.isFirst) waits.push({ startedAtMs: null, changes: [] });
        waits.at(-1)!.changes.push(change);
      }
      seq = run.firstSeq + run.count;
      yield;
    }
    const next = left === 0 ? waits.at(-1)!.changes.at(-1)!.seq : until < end ? until : total;

    if (waits.length === 0) return { ...page, next };
    // From the first change of the page to the last start.
    const { first: firstFact } = past.factSpan(waits[0].changes[0].atMs, toMs);
    let wait = 0;
    for (const run of searched.tail().allAfter(firstFact - 1)) {
      if (run.firstSeq > facts) break;
      wait = noteStarts(simulation.viewFacts(run, { uid, kinds, until: facts }), waits, wait);
      if (wait === waits.length) break;
      yield;
    }
    return { ...page, next };
  });
}

/**
 * Follows the waits from number `from` on through the facts of a run. Returns the number of the first that has not ended. At
 * its recordings a GPR is Queued: a start at the instant of a recording comes after it, unless a requeue follows.
 */
function noteStarts(facts: readonly FactView[], waits: readonly Wait[], from: number): number {
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
