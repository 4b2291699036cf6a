// Facts on the wire, and who may see them.

import type { FactView } from '../../../sim/index.ts';
import type { World } from '../../driver/world.ts';
import type { Caller } from '../../http/auth/roles.ts';
import { opens, visibleGpr } from '../../http/auth/scope.ts';
import type { Timeline } from '../../wire/timestamps.ts';
import type { Fact } from './schema.ts';

/** A fact as the caller sees it, undefined where it is not for the caller. */
export function factFor(fact: FactView, caller: Caller, world: World, timeline: Timeline): Fact | undefined {
  if (!isVisible(fact, caller)) return undefined;
  const { seq, atMs, ...members } = fact;
  return { seq, at: timeline.iso(atMs), ...members, ...foreignCulprit(fact, caller, world) };
}

/** Facts of nodes are for all; those of GPRs and workspaces for who sees the workspace. */
function isVisible(fact: FactView, caller: Caller): boolean {
  return opens(caller, fact.workspaceCreation) || fact.node !== undefined;
}

/** The GPR that evicted another is shown to nobody but those who see its workspace. */
function foreignCulprit(
  { culprit, reason }: FactView,
  caller: Caller,
  world: World,
): { readonly culprit: null } | undefined {
  if (caller.role === 'Owner' || reason !== 'eviction' || typeof culprit !== 'string') return undefined;
  return visibleGpr(world, caller, culprit) === undefined ? { culprit: null } : undefined;
}
