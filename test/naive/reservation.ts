// Backfilling: the reservation for the first blocked head of a pool.

import { State } from '../../sim/index.ts';
import { freeGpus, type Gpr, isProvisioned, type NaiveWorld, type Node, need } from './state.ts';

export interface Reservation {
  readonly head: Gpr;
  /** Infinity = no instant can be foreseen at which the head fits. */
  readonly atMs: number;
  /** Free GPUs of the nodes that are up, both at that instant. */
  readonly free: Map<Node, number>;
}

/** The earliest instant at which the head fits if every GPR runs for its whole exit duration. */
export function reserve(world: NaiveWorld, head: Gpr): Reservation {
  const free = new Map<Node, number>();
  for (const node of world.nodes) {
    if (node.pool === head.pool && node.state === 'up') free.set(node, freeGpus(node));
  }
  const running = world.gprs.filter((gpr) => gpr.pool === head.pool && isProvisioned(gpr));
  const repairs = world.nodes.filter(
    (node) => node.pool === head.pool && node.state === 'down' && node.repairAtMs !== null,
  );
  const instants = [
    ...running.map((gpr) => endOf(world, gpr)),
    ...repairs.map(({ repairAtMs }) => repairAtMs!),
  ].sort((a, b) => a - b);
  for (const atMs of new Set(instants)) {
    for (const gpr of running) {
      if (endOf(world, gpr) !== atMs) continue;
      for (const node of gpr.nodes) free.set(node, free.get(node)! + need(gpr, node));
    }
    for (const node of repairs) if (node.repairAtMs === atMs) free.set(node, node.gpuCount);
    if (fits(head, free)) return { head, atMs, free };
  }
  return { head, atMs: Infinity, free };
}

/** Whether a GPR may take these nodes now: it ends before the reservation, or the reservation remains possible and is reduced. */
export function mayPass(
  world: NaiveWorld,
  { head, atMs, free }: Reservation,
  gpr: Gpr,
  nodes: readonly Node[],
): boolean {
  if (world.nowMs + world.scenario.scheduler.provisioningDelayMs + gpr.exitLeftMs <= atMs) return true;
  const left = new Map(free);
  for (const node of nodes) left.set(node, left.get(node)! - need(gpr, node));
  if (!fits(head, left)) return false;
  for (const [node, gpus] of left) free.set(node, gpus);
  return true;
}

/** When a provisioned GPR ends, by its exit duration. */
function endOf(world: NaiveWorld, gpr: Gpr): number {
  const { provisioningDelayMs } = world.scenario.scheduler;
  const from = gpr.state === State.provisioning ? gpr.startedAtMs + provisioningDelayMs : gpr.successfulAtMs;
  return from + gpr.exitLeftMs;
}

function fits(gpr: Gpr, free: Map<Node, number>): boolean {
  const room = [...free].filter(([node, gpus]) => gpr.types.includes(node.type) && gpus >= need(gpr, node));
  return room.length >= gpr.nodeCount;
}
