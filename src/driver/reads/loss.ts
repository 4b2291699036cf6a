// How a GPR last lost its GPUs or ended, from the facts about it; for an eviction, with the priority that the evictor had then.

import type { FactView, FactViewOf, GprView } from '../../../sim/index.ts';
import type { Loss } from '../world.ts';
import { type BackwardSearch, newBackwardSearch, type Searched } from './fact-search.ts';

/** Maximum number of facts that are read to find the priority of an evictor. */
const EVICTOR_FACTS_MAX = 50_000;

/** @param facts those of the GPR, in order, complete at the first step */
export function newLossSearch(
  gpr: GprView,
  facts: readonly FactView[],
  seesVictims: boolean,
  searched: Searched,
) {
  let lost: FactViewOf<'gpr.requeued' | 'gpr.ended'> | undefined;
  let ofEvictor: BackwardSearch | undefined;

  function evictor(gprId: string, facts: readonly FactView[]): NonNullable<Loss['evictedBy']> {
    const gpr = searched.gpr(gprId);
    const priority = facts.find(hasPriority)?.priority ?? null;
    return { gprId, gprName: gpr?.gprName ?? null, workspace: gpr?.workspace ?? null, priority };
  }

  return {
    /** Examines some facts. Returns whether the search has ended. */
    step(): boolean {
      lost ??= facts.findLast(
        (fact): fact is FactViewOf<'gpr.requeued' | 'gpr.ended'> =>
          (fact.kind === 'gpr.requeued' || fact.kind === 'gpr.ended') && fact.gprId === gpr.gprId,
      );
      if (lost === undefined || lost.reason !== 'eviction' || !seesVictims) return true;
      ofEvictor ??= newBackwardSearch(
        [{ first: Math.max(1, lost.seq - EVICTOR_FACTS_MAX + 1), last: lost.seq }],
        1,
        {
          uid: searched.simulation().uidOf(lost.culprit!),
          kinds: new Set(['gpr.created', 'gpr.changed']),
        },
        searched,
      );
      return ofEvictor.step();
    },
    loss(): Loss | null {
      if (lost === undefined) return null;
      const { atMs, reason, culprit, seq } = lost;
      const own = facts.filter((fact) => fact.gprId === gpr.gprId && fact.seq < seq);
      const idle = own.findLast((fact) => fact.kind === 'gpr.activity' && fact.idle);
      return {
        atMs,
        reason,
        outcome: lost.kind === 'gpr.requeued' ? 'requeued' : lost.state,
        priority: own.findLast(hasPriority)?.priority ?? null,
        evictedBy: ofEvictor === undefined ? null : evictor(culprit!, ofEvictor.facts),
        node: reason === 'node failure' ? culprit : null,
        idleSinceMs: reason === 'idle time-out' ? (idle?.atMs ?? null) : null,
      };
    },
  };
}

function hasPriority(fact: FactView): fact is FactViewOf<'gpr.created' | 'gpr.changed'> {
  return fact.kind === 'gpr.created' || fact.kind === 'gpr.changed';
}
