// Backfilling: the reservation for the first blocked head of a pool.

import { State } from '../../sim/index.ts';
import { copied, emptyLeft, holds, type Left, leftOn, put } from './shares.ts';
import { type Gpr, isProvisioned, type NaiveWorld, type Node } from './state.ts';

export interface Reservation {
  readonly head: Gpr;
  /** Infinity = no instant can be foreseen at which the head fits. */
  readonly atMs: number;
  /** What the nodes that are up then have left at that instant. */
  readonly free: Map<Node, Left>;
}

/** The earliest instant at which the head fits if every GPR runs for its whole exit duration. */
export function reserve(world: NaiveWorld, head: Gpr): Reservation {
  const free = new Map<Node, Left>();
  for (const node of world.nodes) {
    if (node.pool === head.pool && node.state === 'up') free.set(node, leftOn(world, node));
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
      for (const [node, gpus] of gpr.got) put(free.get(node)!, gpr, gpus, -1);
    }
    for (const node of repairs) if (node.repairAtMs === atMs) free.set(node, emptyLeft(world, node));
    if (fits(head, free)) return { head, atMs, free };
  }
  return { head, atMs: Infinity, free };
}

/** Whether a GPR may take these nodes now: it ends before the reservation, or the reservation remains possible and is reduced. */
export function mayPass(
  world: NaiveWorld,
  { head, atMs, free }: Reservation,
  gpr: Gpr,
  got: ReadonlyMap<Node, readonly number[]>,
): boolean {
  if (world.nowMs + world.scenario.scheduler.provisioningDelayMs + gpr.exitLeftMs <= atMs) return true;
  const left = new Map([...free].map(([node, one]) => [node, copied(one)]));
  for (const [node, gpus] of got) {
    const one = left.get(node)!;
    put(one, gpr, gpr.pool.knowsGpus ? gpus : freest(one, gpus.length), 1);
  }
  if (!fits(head, left)) return false;
  for (const [node, one] of left) free.set(node, one);
  return true;
}

/** As many of the GPUs with the most left: where GPUs are only counted, it does not matter which. */
function freest({ gpus }: Left, count: number): number[] {
  return gpus
    .map((_, gpu) => gpu)
    .sort((a, b) => gpus[b] - gpus[a])
    .slice(0, count);
}

/** When a provisioned GPR ends, by its exit duration. */
function endOf(world: NaiveWorld, gpr: Gpr): number {
  const { provisioningDelayMs } = world.scenario.scheduler;
  const from = gpr.state === State.provisioning ? gpr.startedAtMs + provisioningDelayMs : gpr.successfulAtMs;
  return from + gpr.exitLeftMs;
}

function fits(gpr: Gpr, free: ReadonlyMap<Node, Left>): boolean {
  const room = [...free].filter(([node, left]) => holds(gpr, node, left));
  return room.length >= gpr.nodeCount;
}
