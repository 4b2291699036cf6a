// Step 3 of the cycle: the nodes that a GPR would get.

import { freeGpus, type Gpr, type NaiveWorld, type Node, need } from './state.ts';

/** Nodes of the pool with room for a part of the GPR, lowest node first. @param gone GPRs that count as ended */
export function roomFor(world: NaiveWorld, gpr: Gpr, gone: readonly Gpr[] = []): Node[] {
  return world.nodes.filter((node) => {
    if (node.state !== 'up' || node.pool !== gpr.pool || !gpr.types.includes(node.type)) return false;
    const given = node.held.filter((other) => gone.includes(other));
    return given.reduce((free, other) => free + need(other, node), freeGpus(node)) >= need(gpr, node);
  });
}

/** The nodes that the placement policy chooses, best first; null = the GPR does not fit. */
export function choose(world: NaiveWorld, gpr: Gpr): Node[] | null {
  const room = roomFor(world, gpr);
  if (room.length < gpr.nodeCount) return null;
  const { placement } = world;
  const leftOver = (node: Node) => freeGpus(node) - gpr.gpusPerNode;
  if (placement === 'best-fit') room.sort((a, b) => leftOver(a) - leftOver(b));
  if (placement === 'worst-fit') room.sort((a, b) => leftOver(b) - leftOver(a));
  return room.slice(0, gpr.nodeCount);
}
