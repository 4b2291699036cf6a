// A simple version of steps 1 to 4 of the cycle, which reads every GPR and every node: which queued GPRs should have started? It
// shares no code with the engine, so it detects a pool that the engine failed to serve.

import type { GprView, NodeView, Simulation } from '../../sim/index.ts';
import { workspaceNames } from './action.ts';

/**
 * Ids of the GPRs that are queued after a closed instant although the rules allow their start.
 * @param age position of a GPR in creation order; a GPR that a burst creates has the position of the one it replaces
 */
export function missedStarts(simulation: Simulation, age: (gprId: string) => number): string[] {
  const { queue } = simulation.rules().scheduler;
  const nodes = simulation.views.nodes().filter(({ up }) => up);
  const byPriorityAndAge = (a: GprView, b: GprView) => b.priority - a.priority || age(a.gprId) - age(b.gprId);
  const missed: string[] = [];
  for (const pool of headsByPool(simulation, byPriorityAndAge)) {
    const heads = pool.toSorted(byPriorityAndAge);
    // Under strict and backfill, only the first head must start if it can: the others may have to wait for it.
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

/** The heads of each pool. Pools of several types are omitted: views do not show which types a request accepts. */
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

/** Whether enough nodes have room if the GPRs that do not stay count as ended. */
function hasRoom(gpr: GprView, nodes: readonly NodeView[], stays: (gprId: string) => boolean): boolean {
  const room = nodes.filter((node) => {
    const held = node.allocations
      .filter(({ gprId }) => stays(gprId))
      .reduce((sum, { gpus }) => sum + gpus, 0);
    return node.gpuCount - held >= (gpr.dedicatedNodes ? node.gpuCount : gpr.gpusPerNode);
  });
  return room.length >= gpr.nodeCount;
}
