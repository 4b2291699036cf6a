// The GPRs that a GPR evicted, from the facts about it.

import type { FactView, FactViewOf } from '../../../sim/index.ts';
import type { Victim, Victims } from '../world.ts';
import type { Searched } from './fact-search.ts';
import type { Steps } from './pending/steps.ts';

type Eviction = FactViewOf<'gpr.requeued' | 'gpr.ended'>;

/** Maximum number of victims that are listed. */
const VICTIMS_MAX = 200;
/** Victims that one step looks up: each may be in the file. */
const STEP_VICTIMS = 20;

/** @param facts those of the GPR and of its victims */
export function* evictionsOf(
  gprId: string,
  facts: readonly FactView[],
  searched: Searched,
): Steps<Omit<Victims, 'complete'>> {
  const evictions = facts.filter(
    (fact): fact is Eviction =>
      (fact.kind === 'gpr.requeued' || fact.kind === 'gpr.ended') && fact.gprId !== gprId,
  );
  const latest: Victim[] = [];
  for (const { atMs, gprId, workspace, kind } of evictions.slice(-VICTIMS_MAX)) {
    if (latest.length % STEP_VICTIMS === 0) yield;
    const gpr = searched.gpr(gprId);
    latest.push({
      atMs,
      gprId,
      gprName: gpr?.gprName ?? null,
      workspace,
      gpus: gpr === undefined ? null : gpr.nodeCount * gpr.gpusPerNode,
      outcome: kind === 'gpr.requeued' ? 'requeued' : 'failed',
    });
  }
  return { total: evictions.length, latest };
}
