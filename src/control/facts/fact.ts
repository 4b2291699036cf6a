// Facts on the wire, and who may see them.

import type { FactView, FactViewOf } from '../../../sim/index.ts';
import type { World } from '../../driver/world.ts';
import type { Caller } from '../../http/auth/roles.ts';
import { opens, seesGpr } from '../../http/auth/scope.ts';
import type { Timeline } from '../../wire/timestamps.ts';
import type { Fact } from './schema.ts';

/** A fact as the caller sees it, the same one unless something in it is hidden; undefined where it is not for the caller. */
export function factFor(fact: FactView, caller: Caller, world: World): FactView | undefined {
  if (!isVisible(fact, caller)) return undefined;
  const hasCulprit = fact.kind === 'gpr.ended' || fact.kind === 'gpr.requeued';
  return hasCulprit && isForeign(fact, caller, world) ? { ...fact, culprit: null } : fact;
}

/** A fact with its instant in ISO 8601. */
export function written({ seq, atMs, ...members }: FactView, timeline: Timeline): Fact {
  return { seq, at: timeline.iso(atMs), ...members };
}

/** Facts of nodes are for all; those of GPRs and workspaces for who sees the workspace. */
function isVisible(fact: FactView, caller: Caller): boolean {
  return opens(caller, fact.workspaceCreation) || fact.node !== undefined;
}

/** The GPR that evicted another is shown to nobody but those who see its workspace. */
function isForeign(
  { culprit, reason }: FactViewOf<'gpr.ended' | 'gpr.requeued'>,
  caller: Caller,
  world: World,
): boolean {
  if (caller.role === 'Owner' || reason !== 'eviction' || culprit === null) return false;
  return !seesGpr(world, caller, culprit);
}
