// Facts on the wire, and who may see them.

import type { FactView } from '../../../sim/index.ts';
import type { World } from '../../driver/world.ts';
import type { Caller } from '../../http/auth/roles.ts';
import { opens } from '../../http/auth/scope.ts';
import type { Timeline } from '../../wire/timestamps.ts';
import type { Fact } from './schema.ts';

export function factOf({ seq, atMs, ...members }: FactView, timeline: Timeline): Fact {
  return { seq, at: timeline.iso(atMs), ...members };
}

/** Facts of nodes are for all; those of GPRs and workspaces for who sees the workspace. */
export function isVisible(fact: FactView, caller: Caller, world: World): boolean {
  if (caller.role === 'Owner') return true;
  if (fact.workspace !== undefined) return opens(caller, fact.workspace);
  if (fact.gprId === undefined) return true;
  const gpr = world.read.gpr(fact.gprId);
  return gpr !== undefined && opens(caller, gpr.workspace);
}
