// Explains a GPR: why it is in its state, what happened to it, and which GPRs it evicted.

import type { Explanation, FactView, GprView, PendingAnswer } from '../../sim/index.ts';
import { BackwardSearch, renewed, type Searched, selectionOf } from './fact-search.ts';
import { happeningOf, isOfLife } from './happenings.ts';
import { type LifeSpans, lifeSpans } from './life-spans.ts';
import type { Explained, Happening, Victim, Victims } from './world.ts';

/** Maximum number of entries of a history, and of victims. */
export const LISTED_MAX = 200;

/** @param withVictims see Reads.explain */
export function explained(
  gprId: string,
  withVictims: boolean,
  searched: Searched,
): PendingAnswer<Explained | undefined> {
  return renewed(searched, () => {
    const gpr = searched.gpr(gprId);
    if (gpr === undefined) return { run: () => true, answer: () => undefined };
    const simulation = searched.simulation();
    const { nowMs } = simulation;
    const explanation = simulation.explain(gprId) ?? explainForgotten(gpr);
    const { wanted, ...life } = selectionOf({ gprId, withVictims }, searched);
    const read = lifeSpans(gpr, life, searched);
    const search = new BackwardSearch(read.spans, Number.POSITIVE_INFINITY, wanted, searched);
    return {
      run: () => search.step(),
      answer: () => ({
        ...explanation,
        atMs: nowMs,
        idle: gpr.idle,
        ...historyOf(gpr, search.facts, read),
        victims: withVictims ? victimsOf(gpr, search.facts, read, searched) : null,
      }),
    };
  });
}

/** Explains a GPR that has left memory: only its end is known here, its facts give the rest. */
function explainForgotten({ gprId, state, failureReason, nodeCount, gpusPerNode }: GprView): Explanation {
  return {
    gprId,
    state,
    sentence: `ended as ${state}${failureReason === '' ? '' : `: ${failureReason}`}, and has left memory`,
    step: 0,
    needs: { nodes: nodeCount, gpusPerNode },
    free: null,
    behind: null,
    behindBecause: null,
    victimsNotEnough: [],
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
  if (history.length <= LISTED_MAX) return { history, historyComplete: complete };
  const [first] = history;
  const gap = gapAt(first.atMs, firstStartedAtMs !== null);
  return { history: [first, gap, ...history.slice(2 - LISTED_MAX)], historyComplete: false };
}

function gapAt(atMs: number, isUnknown: boolean): Happening {
  return { atMs, what: 'what followed is left out', phase: isUnknown ? 'unknown' : null };
}

function victimsOf(
  { gprId }: GprView,
  facts: readonly FactView[],
  { complete }: LifeSpans,
  searched: Searched,
): Victims {
  const evictions = facts.filter(
    (fact) => (fact.kind === 'gpr.requeued' || fact.kind === 'gpr.ended') && fact.gprId !== gprId,
  );
  const latest = evictions.slice(-LISTED_MAX).map(({ atMs, gprId, workspace, kind }): Victim => {
    const victim = searched.gpr(gprId!);
    return {
      atMs,
      gprId: gprId!,
      gprName: victim?.gprName ?? null,
      workspace: workspace!,
      gpus: victim === undefined ? null : victim.nodeCount * victim.gpusPerNode,
      outcome: kind === 'gpr.requeued' ? 'requeued' : 'failed',
    };
  });
  return { total: evictions.length, complete, latest };
}
