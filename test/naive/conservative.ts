// Conservative backfilling, as the documents describe it: plans are kept in the GPRs, and the free processors are counted anew
// for each instant that matters.

import { State } from '../../sim/index.ts';
import { byRank, type Gpr, isProvisioned, isQueued, type NaiveWorld, need, type Pool } from './state.ts';

/** GPRs of a pool that get plans: the first by rank. */
const PLANNED_MAX = 5000;

/** GPRs of a pool may start earlier than planned. */
export function loosen(pool: Pool): void {
  if (pool.plans === 'valid') pool.plans = 'loose';
}

/** A GPR leaves the queue before it starts. */
export function dropPlan(gpr: Gpr): void {
  if (gpr.plannedMs !== null) loosen(gpr.pool);
  gpr.plannedMs = null;
}

/** Makes the plans that a pool needs: of the GPRs that wait, if some may start earlier, and of those that are new. */
export function makePlans(world: NaiveWorld, pool: Pool): void {
  const waiting = waitingIn(world, pool);
  if (pool.plans === 'invalid') for (const gpr of waiting) gpr.plannedMs = null;
  const first = waiting.slice(0, PLANNED_MAX);
  if (pool.plans === 'loose') {
    for (const gpr of first) {
      if (gpr.plannedMs === null || gpr.plannedMs <= world.nowMs) continue;
      const before = gpr.plannedMs;
      gpr.plannedMs = null;
      gpr.plannedMs = earliest(world, gpr);
      if (gpr.plannedMs > before) throw new Error(`a plan moves from ${before} to ${gpr.plannedMs}`);
    }
  }
  pool.plans = 'valid';
  for (const gpr of first) gpr.plannedMs ??= earliest(world, gpr);
}

/** The GPRs of a pool whose planned start has come. */
export function dueIn(world: NaiveWorld, pool: Pool): Gpr[] {
  return waitingIn(world, pool).filter(({ plannedMs }) => plannedMs !== null && plannedMs <= world.nowMs);
}

/** The first planned start of the world; Infinity = none. */
export function nextPlannedMs(world: NaiveWorld): number {
  if (world.queue !== 'conservative') return Infinity;
  // A GPR without a plan gets one in the round that is open.
  return Math.min(Infinity, ...world.gprs.filter(isQueued).map(({ plannedMs }) => plannedMs ?? Infinity));
}

function waitingIn({ gprs }: NaiveWorld, pool: Pool): Gpr[] {
  return gprs.filter((gpr) => gpr.pool === pool && isQueued(gpr)).sort(byRank);
}

interface Use {
  readonly fromMs: number;
  readonly toMs: number;
  readonly processors: number;
}

/** The earliest instant from now on from which a GPR has its processors for as long as it may take. */
function earliest(world: NaiveWorld, gpr: Gpr): number {
  const machine = world.nodes.find(({ pool, state }) => pool === gpr.pool && state !== 'removed');
  if (machine === undefined || gpr.nodeCount > 1 || !gpr.types.includes(machine.type)) return Infinity;
  const { nowMs } = world;
  const upMs = machine.state === 'up' ? nowMs : (machine.repairAtMs ?? Infinity);
  const uses = world.gprs
    .filter((other) => other.pool === gpr.pool && other !== gpr)
    .flatMap((other): Use[] => {
      const processors = need(other, machine);
      if (isProvisioned(other)) return [{ fromMs: nowMs, toMs: endOf(world, other), processors }];
      if (!isQueued(other) || other.plannedMs === null) return [];
      return [{ fromMs: other.plannedMs, toMs: other.plannedMs + lengthOf(world, other), processors }];
    });
  const freeAt = (atMs: number) =>
    uses.reduce(
      (free, { fromMs, toMs, processors }) => (fromMs <= atMs && atMs < toMs ? free - processors : free),
      atMs < upMs ? 0 : machine.gpuCount,
    );
  const changes = [nowMs, upMs, ...uses.flatMap(({ fromMs, toMs }) => [fromMs, toMs])]
    .filter((atMs) => atMs >= nowMs && atMs < Infinity)
    .sort((a, b) => a - b);
  const wanted = need(gpr, machine);
  const isHole = (fromMs: number) =>
    [fromMs, ...changes.filter((atMs) => atMs > fromMs && atMs < fromMs + lengthOf(world, gpr))].every(
      (atMs) => freeAt(atMs) >= wanted,
    );
  return changes.find(isHole) ?? Infinity;
}

/** A plan of a GPR with no time left lasts for 1 ms, so that others leave it its processors. */
function lengthOf({ scenario }: NaiveWorld, { exitLeftMs }: Gpr): number {
  return Math.max(1, scenario.scheduler.provisioningDelayMs + exitLeftMs);
}

function endOf({ scenario }: NaiveWorld, gpr: Gpr): number {
  if (gpr.state !== State.provisioning) return gpr.successfulAtMs + gpr.exitLeftMs;
  return gpr.startedAtMs + scenario.scheduler.provisioningDelayMs + gpr.exitLeftMs;
}
