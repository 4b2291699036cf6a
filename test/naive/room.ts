// Step 3 of the cycle: the nodes that a GPR would get.

import { holds, leftOn, placed } from './shares.ts';
import type { Gpr, NaiveWorld, Node } from './state.ts';

/** Nodes of the pool with room for a part of the GPR, lowest node first. @param gone GPRs that count as ended */
export function roomFor(world: NaiveWorld, gpr: Gpr, gone: readonly Gpr[] = []): Node[] {
  return world.nodes.filter((node) => {
    if (node.state !== 'up' || node.pool !== gpr.pool) return false;
    return holds(gpr, node, leftOn(world, node, gone));
  });
}

/** The nodes that the placement policy chooses, best first, with the GPUs on each; null = the GPR does not fit. */
export function choose(world: NaiveWorld, gpr: Gpr): Map<Node, number[]> | null {
  const room = roomFor(world, gpr);
  return room.length < gpr.nodeCount ? null : placed(world, gpr, room);
}
