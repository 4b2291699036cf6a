// A plain reading of steps 1 to 4 of the cycle, by looking at every GPR and every node: who should have started and has
// not? It knows nothing of how the engine finds that out, and so sees a wake-up that got lost.

import type { GprView, NodeView, Simulation } from '../../sim/index.ts';
import { workspaceNames } from './action.ts';

/** Ids of GPRs that still wait after a closed instant though the rules would have let them go. */
export function missedStarts(simulation: Simulation): string[] {
  const { scenario } = simulation;
  const { queue } = scenario.scheduler;
  const nodes = simulation.nodes().filter(({ up }) => up);
  const missed: string[] = [];
  for (const pool of poolsOf(simulation)) {
    const heads = pool.heads.toSorted((a, b) => b.priority - a.priority || a.order - b.order);
    // Under strict and backfill the first head decides: if it cannot go, and cannot evict, the others may have to wait.
    const looked = queue === 'greedy' ? heads : heads.slice(0, 1);
    for (const head of looked) {
      const own = nodes.filter((node) => node.cluster === head.gpr.cluster && node.instanceType === head.gpr.instanceType);
      const fits = hasRoom(head.gpr, own, () => true);
      const fitsByEviction = head.gpr.enableEviction && hasRoom(head.gpr, own, (gprId) => !isVictim(head.gpr, gprId));
      if (fits || fitsByEviction) missed.push(head.gpr.gprId);
    }
  }
  return missed;

  function isVictim(evictor: GprView, gprId: string): boolean {
    const held = simulation.gpr(gprId)!;
    return held.priority < evictor.priority && held.workspaceCreation !== evictor.workspaceCreation;
  }
}

interface Head {
  readonly gpr: GprView;
  readonly priority: number;
  /** Place in creation order. */
  readonly order: number;
}

/** Heads by pool. Pools of several types are left out: what a request accepts of them cannot be read. */
function poolsOf(simulation: Simulation): { heads: Head[] }[] {
  const { scenario } = simulation;
  const isLimited = scenario.scheduler.workspaceLimit === 1;
  const pools = new Map<string, { heads: Head[] }>();
  const shared = new Set(scenario.clusters.filter(({ onePool }) => onePool).map(({ name }) => name));
  for (const name of workspaceNames(simulation)) {
    const gprs = simulation.gprsOf(name)!;
    const holds = gprs.some(({ state }) => state === 'Provisioning' || state === 'Successful');
    if (isLimited && holds) continue;
    // Listed in creation order, so that the first of the highest priority is the candidate.
    const queued = gprs.filter(({ state }) => state === 'Queued').toSorted((a, b) => b.priority - a.priority);
    for (const gpr of isLimited ? queued.slice(0, 1) : queued) {
      if (shared.has(gpr.cluster)) continue;
      const pool = `${gpr.cluster} ${gpr.instanceType}`;
      const known = pools.get(pool) ?? { heads: [] };
      known.heads.push({ gpr, priority: gpr.priority, order: gpr.createdAtMs });
      pools.set(pool, known);
    }
  }
  return [...pools.values()];
}

/** Whether enough nodes have room, counting the GPUs of those who need not stay as free. */
function hasRoom(gpr: GprView, nodes: readonly NodeView[], stays: (gprId: string) => boolean): boolean {
  const room = nodes.filter((node) => {
    const held = node.allocations.filter(({ gprId }) => stays(gprId)).reduce((sum, { gpus }) => sum + gpus, 0);
    return node.gpuCount - held >= (gpr.dedicatedNodes ? node.gpuCount : gpr.gpusPerNode);
  });
  return room.length >= gpr.nodeCount;
}
