import { FactKind, Flag, Reason } from '../../sim/index.ts';
import { startWaiting } from './bursts.ts';
import { dueIn, makePlans } from './conservative.ts';
import { interrupt, refuse, start } from './gprs.ts';
import { byOrder, orderBehind } from './order.ts';
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
  report,
} from './state.ts';

const FIT = 3;
const EVICT = 4;

/** Runs one cycle. Returns whether another round has to follow (step 6). */
export function runCycle(world: NaiveWorld): boolean {
  findHeads(world);
  let again = false;
  for (const pool of world.pools) {
    if (!pool.changed) continue;
    const isUnsettled = world.queue === 'conservative' ? servePlanned(world, pool) : serve(world, pool);
    // Changes by the cycle itself count only if they made room.
    pool.changed = isUnsettled;
    if (isUnsettled) again = true;
  }
  return again;
}

/** Step 1: finds the heads. */
export function findHeads(world: NaiveWorld): void {
  const queued = world.gprs.filter(isQueued).sort(byRank);
  // A workspace that holds a GPR has no candidate; any other has at most one.
  const served = new Set(world.gprs.filter(isProvisioned).map(({ workspace }) => workspace));
  for (const gpr of queued) {
    const isHead = !isLimited(world) || !served.has(gpr.workspace);
    served.add(gpr.workspace);
    if (isHead !== gpr.isHead) gpr.pool.changed = true;
    gpr.isHead = isHead;
    if (!isHead) gpr.candidateSinceMs = null;
  }
  // GPRs become candidates in the order in which their queues changed.
  const beginning = queued.filter((gpr) => gpr.isHead && gpr.candidateSinceMs === null);
  for (const queue of world.changes) {
    for (const gpr of beginning) if (queue === gpr.workspace || queue === gpr) startWaiting(world, gpr);
  }
  world.changes = [];
}

/** Steps 2 to 5. Returns whether a GPR was evicted or a provisioning failed. */
function serve(world: NaiveWorld, pool: Pool): boolean {
  const { queue } = world;
  const { workspaceLimit } = world.scenario.scheduler;
  const heads = world.gprs.filter((gpr) => gpr.isHead && gpr.pool === pool);
  heads.sort(byOrder(world, world.order));
  const refused = new Set<string>();
  let blocked: Gpr | null = null;
  let reservation: Reservation | null = null;
  let again = false;

  while (heads.length > 0) {
    const head = heads.shift()!;
    // If a demand did not fit, heads with the same demand wait for the next round.
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

    if (queue === 'refuse') {
      if (refuse(world, head)) again = true;
      continue;
    }
    if (blocked === null) {
      blocked = head;
      record(world, pool, head, mayEvict ? EVICT : FIT, victims.length);
      if (queue === 'strict') break;
      if (queue === 'backfill') reservation = reserve(world, head);
      heads.sort(byOrder(world, orderBehind(world)));
    }
    // Without a limit, GPRs of the head's workspace are no victims; they may be victims of the next head.
    if (!mayEvict || workspaceLimit === 1) refused.add(demandOf(head));
  }
  if (blocked === null) pool.blocked = null;
  return again;
}

/** As `serve`, if starts are planned. */
function servePlanned(world: NaiveWorld, pool: Pool): boolean {
  makePlans(world, pool);
  let again = false;
  for (const gpr of dueIn(world, pool)) {
    const nodes = choose(world, gpr);
    // Not yet: the repair of the machine is due in the next round, or the end of a GPR that has no time left.
    if (nodes !== null && start(world, gpr, nodes) === 'failed') again = true;
  }
  const [first] = world.gprs.filter((gpr) => gpr.isHead && gpr.pool === pool).sort(byRank);
  if (first !== undefined && choose(world, first) === null) record(world, pool, first, FIT, 0);
  else pool.blocked = null;
  return again;
}

function demandOf(gpr: Gpr): string {
  const { nodeCount, gpusPerNode, types, shape } = gpr;
  const flags = gpr.flags & (Flag.dedicatedNodes | Flag.evicts);
  return JSON.stringify([nodeCount, gpusPerNode, flags, types, shape]);
}

/** Step 4: the GPRs that a head must evict; if evicting all eligible ones is not enough, all of them. */
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

/** Step 7: records the blocked head. */
function record(world: NaiveWorld, pool: Pool, head: Gpr, step: number, victims: number): void {
  const room = roomFor(world, head).length;
  const { uid, workspace, nodeCount, gpusPerNode } = head;
  const { blocked } = pool;
  if (blocked?.uid === uid && blocked.step === step && blocked.room === room && blocked.victims === victims) {
    return;
  }
  pool.blocked = { uid, step, room, victims };
  const words = [uid, workspace.index, pool.index, step, nodeCount, gpusPerNode, room, victims];
  report(world, FactKind.headBlocked, ...words);
}
