// The GPRs that a GPR evicted, from the facts about it.

import type { FactView, FactViewOf } from '../../../sim/index.ts';
import type { Victim, Victims } from '../world.ts';
import type { Searched } from './fact-search.ts';

type Eviction = FactViewOf<'gpr.requeued' | 'gpr.ended'>;

/** Maximum number of victims that are listed. */
const VICTIMS_MAX = 200;
/** Victims that one step looks up: each may be in the file. */
const STEP_VICTIMS = 20;

/** @param facts those of the GPR and of its victims, complete at the first step */
export function newEvictions(gprId: string, facts: readonly FactView[], searched: Searched) {
  let evictions: readonly Eviction[] | undefined;
  const latest: Victim[] = [];

  function victimOf({ atMs, gprId, workspace, kind }: Eviction): Victim {
    const gpr = searched.gpr(gprId);
    return {
      atMs,
      gprId,
      gprName: gpr?.gprName ?? null,
      workspace,
      gpus: gpr === undefined ? null : gpr.nodeCount * gpr.gpusPerNode,
      outcome: kind === 'gpr.requeued' ? 'requeued' : 'failed',
    };
  }

  return {
    /** Looks up some victims. Returns whether these were the last ones. */
    step(): boolean {
      evictions ??= facts.filter(
        (fact): fact is Eviction =>
          (fact.kind === 'gpr.requeued' || fact.kind === 'gpr.ended') && fact.gprId !== gprId,
      );
      const listed = evictions.slice(-VICTIMS_MAX);
      const from = latest.length;
      for (const fact of listed.slice(from, from + STEP_VICTIMS)) latest.push(victimOf(fact));
      return latest.length === listed.length;
    },
    /** @param complete whether the facts have all evictions */
    victims(complete: boolean): Victims {
      return { total: evictions!.length, complete, latest };
    },
  };
}
