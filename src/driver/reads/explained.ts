// Explains a GPR: why it is in its state, what happened to it, and which GPRs it evicted.

import type { Explanation, FactView, GprView, PendingAnswer, Waiting } from '../../../sim/index.ts';
import type { Explained, ExplainedWaiting, Happening, Reader } from '../world.ts';
import { Evictions } from './evictions.ts';
import { BackwardSearch, renewed, type Searched, selectionOf } from './fact-search.ts';
import { happeningOf, isOfLife } from './happenings.ts';
import { type LifeSpans, lifeSpans } from './life-spans.ts';
import { LossSearch } from './loss.ts';

/** Maximum number of entries of a history. */
const HISTORY_MAX = 200;

export function explained(
  gprId: string,
  { sees, seesVictims }: Reader,
  searched: Searched,
): PendingAnswer<Explained | undefined> {
  return renewed(searched, () => {
    const gpr = searched.gpr(gprId);
    if (gpr === undefined) return { run: () => true, answer: () => undefined };
    const simulation = searched.simulation();
    const { nowMs } = simulation;
    const explanation = simulation.explain(gprId) ?? explainForgotten(gpr);
    const waiting = simulation.waiting(gprId, sees);
    const { wanted, ...life } = selectionOf({ gprId, withVictims: seesVictims }, searched);
    const read = lifeSpans(gpr, life, searched);
    const search = new BackwardSearch(read.spans, Number.POSITIVE_INFINITY, wanted, searched);
    const evicted = seesVictims ? new Evictions(gprId, search.facts, searched) : null;
    const loss = new LossSearch(gpr, search.facts, seesVictims, searched);
    const parts = [
      () => search.step(),
      () => evicted === null || evicted.step(),
      () => loss.step(),
      (instants: number) => waiting === undefined || waiting.run(instants),
    ];
    return {
      run(instants) {
        if (parts[0]?.(instants)) parts.shift();
        return parts.length === 0;
      },
      answer: () => ({
        ...explanation,
        atMs: nowMs,
        idle: gpr.idle,
        exitMs: gpr.exitMs,
        idleTimeOutMs: gpr.idleTimeOutMs,
        waiting: waiting === undefined ? null : named(waiting.answer(), searched),
        lost: loss.loss(),
        ...historyOf(gpr, search.facts, read),
        victims: evicted === null ? null : evicted.victims(read.complete),
      }),
    };
  });
}

function named({ makesRoom, ...rest }: Waiting, searched: Searched): ExplainedWaiting {
  const latest = makesRoom.latest.map((event) => {
    const gpr = event.gprId === null ? undefined : searched.gpr(event.gprId);
    return { ...event, gprName: gpr?.gprName ?? null, workspace: gpr?.workspace ?? null };
  });
  return { ...rest, makesRoom: { ...makesRoom, latest } };
}

/** Explains a GPR that has left memory: only its end is known here, its facts give the rest. */
function explainForgotten({ gprId, state, failureReason, nodeCount, gpusPerNode }: GprView): Explanation {
  return {
    gprId,
    state,
    sentence: `ended as ${state}${failureReason === '' ? '' : `: ${failureReason}`}, and has left memory`,
    waitReason: null,
    step: 0,
    needs: { nodes: nodeCount, gpusPerNode },
    free: null,
    behind: null,
    behindBecause: null,
    victimsNotEnough: [],
    workspaceLimit: null,
  };
}

function historyOf(
  gpr: GprView,
  facts: readonly FactView[],
  { gaps, complete }: LifeSpans,
): Pick<Explained, 'history' | 'historyComplete'> {
  const { firstStartedAtMs } = gpr;
  const own = facts.filter((fact) => fact.gprId === gpr.gprId && isOfLife(fact));
  const history: Happening[] = [];
  let next = 0;
  for (const { afterSeq, atMs } of gaps) {
    for (; next < own.length && own[next].seq <= afterSeq; next++) history.push(happeningOf(own[next]));
    // Until its first start, a GPR is Queued.
    history.push(gapAt(atMs, firstStartedAtMs !== null && firstStartedAtMs <= atMs));
  }
  for (; next < own.length; next++) history.push(happeningOf(own[next]));
  if (history.length <= HISTORY_MAX) return { history, historyComplete: complete };
  const [first] = history;
  const gap = gapAt(first.atMs, firstStartedAtMs !== null);
  return { history: [first, gap, ...history.slice(2 - HISTORY_MAX)], historyComplete: false };
}

function gapAt(atMs: number, isUnknown: boolean): Happening {
  return { atMs, what: 'what followed is left out', phase: isUnknown ? 'unknown' : null };
}
