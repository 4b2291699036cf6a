// The order of heads, as the documents describe it. GPU time is counted from a list of all attempts.

import { byRank, type Gpr, type NaiveWorld } from './state.ts';

/** A time for which a workspace held GPUs. */
export interface Held {
  readonly gpr: number;
  readonly workspace: number;
  readonly gpus: number;
  readonly fromMs: number;
  toMs: number;
}

/** Heads in the order in which a cycle takes them now. */
export function byOrder(world: NaiveWorld, order: string): (a: Gpr, b: Gpr) => number {
  if (order === 'shortest') return (a, b) => a.exitLeftMs - b.exitLeftMs || byRank(a, b);
  if (order === 'fair-share')
    return (a, b) => gpuTime(world, a.workspace.index) - gpuTime(world, b.workspace.index) || byRank(a, b);
  return byRank;
}

/** The order of the heads behind a blocked one. */
export function orderBehind({ order, backfillOrder }: NaiveWorld): string {
  return backfillOrder === 'same' ? order : backfillOrder;
}

function needsGpuTime(world: NaiveWorld): boolean {
  return world.order === 'fair-share' || orderBehind(world) === 'fair-share';
}

/** Changes the orders. GPU time counts from the instant at which an order needs it. */
export function setOrders(world: NaiveWorld, order: string, backfillOrder: string): void {
  const needed = needsGpuTime(world);
  world.order = order;
  world.backfillOrder = backfillOrder;
  if (!needed && needsGpuTime(world)) world.countsFromMs = world.nowMs;
}

export function holdFrom(world: NaiveWorld, { uid, workspace }: Gpr, gpus: number): void {
  world.held.push({ gpr: uid, workspace: workspace.index, gpus, fromMs: world.nowMs, toMs: Infinity });
}

export function holdTo(world: NaiveWorld, { uid }: Gpr): void {
  for (const held of world.held) if (held.gpr === uid && held.toMs === Infinity) held.toMs = world.nowMs;
}

/** GPU-ms that a workspace has used. At each multiple of the half-life, they are halved and rounded down. */
function gpuTime({ scenario, held, countsFromMs, nowMs }: NaiveWorld, workspace: number): number {
  const { halfLifeMs } = scenario.scheduler;
  const own = held.filter((one) => one.workspace === workspace);
  const between = (fromMs: number, toMs: number) =>
    own.reduce(
      (sum, { gpus, ...one }) =>
        sum + gpus * Math.max(0, Math.min(toMs, one.toMs) - Math.max(fromMs, one.fromMs)),
      0,
    );
  let used = 0;
  let fromMs = countsFromMs;
  for (let at = halfLifeMs; at <= nowMs; at += halfLifeMs) {
    if (at <= countsFromMs) continue;
    used = Math.floor((used + between(fromMs, at)) / 2);
    fromMs = at;
  }
  return used + between(fromMs, nowMs);
}
