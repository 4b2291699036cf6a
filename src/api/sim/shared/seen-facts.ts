// Hides facts that the caller may not see.

import type { FactView, FactViewOf, Sees } from '../../../../sim/index.ts';
import type { ReadableWorld } from '../../../driver/world.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { opens, seesGpr } from '../../frame/access/scope.ts';

/** Returns the fact, or a copy without hidden members; undefined if the caller may not see the fact. */
export function factFor(fact: FactView, caller: Caller, world: ReadableWorld): FactView | undefined {
  if (!seesFactsOf(caller)(fact.workspaceCreation, fact.node !== undefined)) return undefined;
  const hasCulprit = fact.kind === 'gpr.ended' || fact.kind === 'gpr.requeued';
  return hasCulprit && isForeign(fact, caller, world) ? { ...fact, culprit: null } : fact;
}

/** Whether a fact is about a GPR: its own, or one of a GPR that it evicted. */
export function isAbout({ gprId, reason, culprit }: FactView, about: string, withVictims: boolean): boolean {
  return gprId === about || (withVictims && reason === 'eviction' && culprit === about);
}

/** Facts of nodes are public. Facts of GPRs and workspaces are visible to callers who may see the workspace. */
export function seesFactsOf(caller: Caller): Sees {
  return (workspaceCreation, isOfNode) => isOfNode || opens(caller, workspaceCreation);
}

/** Reports whether the GPR that evicted this one must be hidden, because the caller may not see its workspace. */
function isForeign(
  { culprit, reason }: FactViewOf<'gpr.ended' | 'gpr.requeued'>,
  caller: Caller,
  world: ReadableWorld,
): boolean {
  if (caller.role === 'Owner' || reason !== 'eviction' || culprit === null) return false;
  return !seesGpr(world, caller, culprit);
}
