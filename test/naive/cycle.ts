// The scheduling cycle, step by step.

import { FactKind, Flag, Reason } from '../../sim/index.ts';
import { startWaiting } from './bursts.ts';
import { interrupt, start } from './gprs.ts';
import { mayPass, type Reservation, reserve } from './reservation.ts';
import { choose, roomFor } from './room.ts';
import {
  byRank,
  type Gpr,
  has,
  isLimited,
  isProvisioned,
  isQueued,
  type NaiveWorld,
  type Pool,
  tell,
} from './state.ts';

const FIT = 3;
const EVICT = 4;

/** Returns whether another round has to follow (step 6). */
export function runCycle(world: NaiveWorld): boolean {
  findHeads(world);
  let again = false;
  for (const pool of world.pools) {
    if (!pool.changed) continue;
    const isUnsettled = serve(world, pool);
    // What the cycle itself did is nothing new, unless it made room.
    pool.changed = isUnsettled;
    if (isUnsettled) again = true;
  }
  return again;
}

/** Step 1. */
function findHeads(world: NaiveWorld): void {
  const queued = world.gprs.filter(isQueued).sort(byRank);
  // A workspace that holds a GPR has no candidate, another has one.
  const served = new Set(world.gprs.filter(isProvisioned).map(({ workspace }) => workspace));
  for (const gpr of queued) {
    const isHead = !isLimited(world) || !served.has(gpr.workspace);
    served.add(gpr.workspace);
    if (isHead !== gpr.isHead) gpr.pool.changed = true;
    gpr.isHead = isHead;
    if (!isHead) gpr.candidateSinceMs = null;
  }
  // Waiting for room begins in the order in which queues have changed.
  const beginning = queued.filter((gpr) => gpr.isHead && gpr.candidateSinceMs === null);
  for (const queue of world.changes) {
    for (const gpr of beginning) if (queue === gpr.workspace || queue === gpr) startWaiting(world, gpr);
  }
  world.changes = [];
}

/** Steps 2 to 5. Returns whether somebody was evicted or a provisioning failed. */
function serve(world: NaiveWorld, pool: Pool): boolean {
  const { queue, workspaceLimit } = world.scenario.scheduler;
  const heads = world.gprs.filter((gpr) => gpr.isHead && gpr.pool === pool).sort(byRank);
  const refused = new Set<string>();
  let blocked: Gpr | null = null;
  let reservation: Reservation | null = null;
  let again = false;

  for (const head of heads) {
    // Heads that ask for the same as one that did not fit wait for the next round.
    if (refused.has(demandOf(head))) continue;

    const nodes = choose(world, head);
    if (nodes !== null) {
      if (reservation !== null && !mayPass(world, reservation, head, nodes)) continue;
      if (start(world, head, nodes) === 'failed') again = true;
      continue;
    }

    const mayEvict = has(head, Flag.evicts) && (blocked === null || queue === 'greedy');
    let victims: readonly Gpr[] = [];
    if (mayEvict) {
      const found = findVictims(world, head);
      if (found.fits) {
        evict(world, head, found.victims);
        start(world, head, choose(world, head)!);
        again = true;
        continue;
      }
      victims = found.victims;
    }

    if (blocked === null) {
      blocked = head;
      record(world, pool, head, mayEvict ? EVICT : FIT, victims.length);
      if (queue === 'strict') break;
      if (queue === 'backfill') reservation = reserve(world, head);
    }
    // Without a limit a workspace may have kept its own GPRs from being victims; of the next head they may be.
    if (!mayEvict || workspaceLimit === 1) refused.add(demandOf(head));
  }
  if (blocked === null) pool.blocked = null;
  return again;
}

function demandOf(gpr: Gpr): string {
  const { nodeCount, gpusPerNode, types } = gpr;
  return JSON.stringify([nodeCount, gpusPerNode, gpr.flags & (Flag.dedicatedNodes | Flag.evicts), types]);
}

/** Step 4: whom a head has to push out; if all there are would not be enough, they. */
function findVictims(world: NaiveWorld, head: Gpr): { fits: boolean; victims: Gpr[] } {
  const eligible = world.gprs
    .filter(
      (gpr) =>
        isProvisioned(gpr) &&
        gpr.pool === head.pool &&
        gpr.workspace !== head.workspace &&
        gpr.priority < head.priority,
    )
    .sort((a, b) => a.priority - b.priority || b.startedAtMs - a.startedAtMs || b.order - a.order);
  const fitsWithout = (gone: readonly Gpr[]) => roomFor(world, head, gone).length >= head.nodeCount;
  let victims: Gpr[] = [];
  for (const gpr of eligible) {
    if (fitsWithout(victims)) break;
    victims.push(gpr);
  }
  if (!fitsWithout(victims)) return { fits: false, victims };
  for (const gpr of victims.toReversed()) {
    const others = victims.filter((other) => other !== gpr);
    if (fitsWithout(others)) victims = others;
  }
  return { fits: true, victims };
}

function evict(world: NaiveWorld, head: Gpr, victims: readonly Gpr[]): void {
  if (world.forecast?.starts.get(head.uid) === null) world.forecast.victims = victims.map(({ uid }) => uid);
  for (const victim of victims) interrupt(world, victim, Reason.eviction, head.uid);
}

/** Step 7. */
function record(world: NaiveWorld, pool: Pool, head: Gpr, step: number, victims: number): void {
  const room = roomFor(world, head).length;
  const { uid, workspace, nodeCount, gpusPerNode } = head;
  const { blocked } = pool;
  if (blocked?.uid === uid && blocked.step === step && blocked.room === room && blocked.victims === victims) {
    return;
  }
  pool.blocked = { uid, step, room, victims };
  const words = [uid, workspace.index, pool.index, step, nodeCount, gpusPerNode, room, victims];
  tell(world, FactKind.headBlocked, ...words);
}
