// A plain reading of steps 1 to 4 of the cycle, by looking at every GPR and every node: who should have started and has
// not? It knows nothing of how the engine finds that out, and so sees a wake-up that got lost.

import type { GprView, NodeView, Simulation } from '../../sim/index.ts';
import { workspaceNames } from './action.ts';

/**
 * Ids of GPRs that still wait after a closed instant though the rules would have let them go.
 * @param age place of a GPR in creation order; one that burst keeps the place of the one it replaces
 */
export function missedStarts(simulation: Simulation, age: (gprId: string) => number): string[] {
  const { scenario } = simulation;
  const { queue } = scenario.scheduler;
  const nodes = simulation.views.nodes().filter(({ up }) => up);
  const byPriorityAndAge = (a: GprView, b: GprView) => b.priority - a.priority || age(a.gprId) - age(b.gprId);
  const missed: string[] = [];
  for (const pool of headsByPool(simulation, byPriorityAndAge)) {
    const heads = pool.toSorted(byPriorityAndAge);
    // Under strict and backfill the first head decides: if it cannot go, and cannot evict, the others may have to wait.
    for (const head of queue === 'greedy' ? heads : heads.slice(0, 1)) {
      const own = nodes.filter(
        (node) => node.cluster === head.cluster && node.instanceType === head.instanceType,
      );
      const fits = hasRoom(head, own, () => true);
      const fitsByEviction = head.enableEviction && hasRoom(head, own, (gprId) => !isVictim(head, gprId));
      if (fits || fitsByEviction) missed.push(head.gprId);
    }
  }
  return missed;

  function isVictim(evictor: GprView, gprId: string): boolean {
    const held = simulation.views.gpr(gprId)!;
    return held.priority < evictor.priority && held.workspaceCreation !== evictor.workspaceCreation;
  }
}

/** Heads by pool. Pools of several types are left out: what a request accepts of them cannot be read. */
function headsByPool(simulation: Simulation, order: (a: GprView, b: GprView) => number): GprView[][] {
  const { scenario } = simulation;
  const isLimited = scenario.scheduler.workspaceLimit === 1;
  const shared = new Set(scenario.clusters.filter(({ onePool }) => onePool).map(({ name }) => name));
  const heads = workspaceNames(simulation).flatMap((name) => {
    const gprs = simulation.views.gprsOf(name)!;
    const queued = gprs.filter(({ state }) => state === 'Queued').toSorted(order);
    if (!isLimited) return queued;
    const holds = gprs.some(({ state }) => state === 'Provisioning' || state === 'Successful');
    return holds ? [] : queued.slice(0, 1);
  });
  const pools = Map.groupBy(
    heads.filter(({ cluster }) => !shared.has(cluster)),
    ({ cluster, instanceType }) => `${cluster} ${instanceType}`,
  );
  return [...pools.values()];
}

/** Whether enough nodes have room, counting the GPUs of those who need not stay as free. */
function hasRoom(gpr: GprView, nodes: readonly NodeView[], stays: (gprId: string) => boolean): boolean {
  const room = nodes.filter((node) => {
    const held = node.allocations
      .filter(({ gprId }) => stays(gprId))
      .reduce((sum, { gpus }) => sum + gpus, 0);
    return node.gpuCount - held >= (gpr.dedicatedNodes ? node.gpuCount : gpr.gpusPerNode);
  });
  return room.length >= gpr.nodeCount;
}
