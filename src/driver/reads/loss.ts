// How a GPR last lost its GPUs or ended, from the facts about it; for an eviction, with the priority that the evictor had then.

import type { FactView, FactViewOf, GprView } from '../../../sim/index.ts';
import type { Loss } from '../world.ts';
import { lastOfSpans, type Searched } from './fact-search.ts';
import type { Steps } from './pending/steps.ts';

/** Maximum number of facts that are read to find the priority of an evictor. */
const EVICTOR_FACTS_MAX = 50_000;

/** @param facts those of the GPR, in order */
export function* lossOf(
  { gprId }: GprView,
  facts: readonly FactView[],
  seesVictims: boolean,
  searched: Searched,
): Steps<Loss | null> {
  const lost = facts.findLast(
    (fact): fact is FactViewOf<'gpr.requeued' | 'gpr.ended'> =>
      (fact.kind === 'gpr.requeued' || fact.kind === 'gpr.ended') && fact.gprId === gprId,
  );
  if (lost === undefined) return null;
  const { atMs, reason, culprit, seq } = lost;
  const own = facts.filter((fact) => fact.gprId === gprId && fact.seq < seq);
  const idle = own.findLast((fact) => fact.kind === 'gpr.activity' && fact.idle);
  return {
    atMs,
    reason,
    outcome: lost.kind === 'gpr.requeued' ? 'requeued' : lost.state,
    priority: own.findLast(hasPriority)?.priority ?? null,
    evictedBy: reason === 'eviction' && seesVictims ? yield* evictor(culprit!, seq, searched) : null,
    node: reason === 'node failure' ? culprit : null,
    idleSinceMs: reason === 'idle time-out' ? (idle?.atMs ?? null) : null,
  };
}

/** With the priority that it had at fact `seq`. */
function* evictor(gprId: string, seq: number, searched: Searched): Steps<NonNullable<Loss['evictedBy']>> {
  const span = { first: Math.max(1, seq - EVICTOR_FACTS_MAX + 1), last: seq };
  const uid = searched.simulation().uidOf(gprId);
  const wanted = { uid, kinds: new Set(['gpr.created', 'gpr.changed']) };
  const facts = yield* lastOfSpans([span], 1, wanted, searched);
  const gpr = searched.gpr(gprId);
  const priority = facts.find(hasPriority)?.priority ?? null;
  return { gprId, gprName: gpr?.gprName ?? null, workspace: gpr?.workspace ?? null, priority };
}

function hasPriority(fact: FactView): fact is FactViewOf<'gpr.created' | 'gpr.changed'> {
  return fact.kind === 'gpr.created' || fact.kind === 'gpr.changed';
}
