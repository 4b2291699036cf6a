// The scheduling cycle. Documents and explanations use the same numbers for its steps:
//   1 heads   2 pools   3 fit   4 evict   5 block or go on   6 again   7 record

import { NEVER } from '../base/numbers/time.ts';
import { FactKind, HeadBlocked } from '../facts/fact-catalogue.ts';
import { State } from '../facts/numbered.ts';
import { Flag, NONE } from '../tables/gprs/gpr-table.ts';
import { Blocked, type Pool } from '../tables/pools/pool.ts';
import { recordOf, WorkspaceBit } from '../tables/workspace-table.ts';
import { ChosenSlots, chooseSlots } from './chosen-slots.ts';
import type { Core } from './core.ts';
import { type EvictionMemory, evict, findVictims } from './eviction.ts';
import { refuse, start } from './gprs/lifecycle.ts';
import { Passing } from './passing.ts';
import type { Plans } from './queue/plans/plans.ts';
import type { Reservation } from './queue/queue-policy.ts';
import { Timer } from './timers.ts';

export const Step = { heads: 1, pools: 2, fit: 3, evict: 4, block: 5 } as const;

/** Memory that cycles reuse. It holds no state. */
export class CycleMemory {
  readonly chosen = new ChosenSlots();
  readonly eviction: EvictionMemory = {};
  passing: Passing | undefined;
}

/** Runs one cycle. Returns whether another round of the same instant must follow (step 6). */
export function runCycle(core: Core, memory: CycleMemory): boolean {
  const { changedPools, workspaces, newlyQueued } = core;
  if (workspaces.touched.count + newlyQueued.count > 0) refreshHeads(core, core.plans === null);
  let again = false;
  for (let pool = -1; ; ) {
    pool = changedPools.takeAbove(pool);
    if (pool < 0) return again;
    const isServed =
      core.plans === null
        ? servePool(core, core.pools[pool], memory)
        : servePlans(core, core.plans, core.pools[pool], memory);
    if (isServed) again = true;
  }
}

/**
 * Step 1: updates the head of each touched workspace, in the order in which they were touched. Without a workspace limit,
 * makes each newly queued GPR a head, in the order in which they were queued.
 * @param serves whether `servePool` follows for each pool with a new head
 */
export function refreshHeads(core: Core, serves = false): void {
  const { workspaces, gprs } = core;
  const { touched } = workspaces;
  for (let i = 0; i < touched.count; i++) {
    const workspace = touched.list[i];
    workspaces.setBit(workspace, WorkspaceBit.touched, false);
    const candidate =
      workspaces.holds[recordOf(workspace)] === NONE ? workspaces.root[recordOf(workspace)] : NONE;
    const head = workspaces.head[recordOf(workspace)];
    if (candidate === head) continue;
    if (head !== NONE) core.pools[gprs.pool[head]].removeHead(head, gprs);
    if (candidate !== NONE) addHead(core, core.pools[gprs.pool[candidate]], candidate, serves);
    if (
      (workspaces.status[recordOf(workspace)] & WorkspaceBit.headMayBurst) !== 0 ||
      (candidate !== NONE && (gprs.flags[candidate] & Flag.mayBurst) !== 0)
    ) {
      core.hooks.candidate(workspace, candidate);
    }
    workspaces.head[recordOf(workspace)] = candidate;
  }
  touched.count = 0;
  const { newlyQueued } = core;
  for (let i = 0; i < newlyQueued.count; i++) {
    const row = newlyQueued.list[i];
    // The GPR may have left the queue since, or its row may be in the list twice.
    if (gprs.state[row] !== State.queued || gprs.headAt[row] !== NONE) continue;
    const pool = core.pools[gprs.pool[row]];
    addHead(core, pool, row, serves);
    if (core.plans !== null) core.plans.arrived(pool, row);
    if ((gprs.flags[row] & Flag.mayBurst) !== 0) core.hooks.candidate(gprs.workspace[row], row);
  }
  newlyQueued.count = 0;
}

function addHead({ orders, gprs }: Core, pool: Pool, row: number, serves: boolean): void {
  if (serves) pool.offerHead(row, orders.score(row), gprs);
  else pool.addHead(row, orders.score(row), gprs);
}

/** Steps 2 to 5 for one pool. Returns whether another round must serve it: a head evicted GPRs, or a provisioning failed. */
function servePool(core: Core, pool: Pool, memory: CycleMemory): boolean {
  const { gprs, demands, rules, queue, orders } = core;
  const { heads, capacity } = pool;
  core.again = false;
  pool.barScore = Infinity;
  pool.barRank = Infinity;
  if (pool.lone !== NONE) {
    const demand = gprs.demand[pool.lone];
    if (!capacity.fits(demand)) pool.enterLone(gprs);
    else start(core, pool.lone, chooseSlots(core, pool, pool.lone, memory.chosen), demands.nodes[demand]);
  }
  if (orders.frontChanges) heads.score((row) => orders.score(row), gprs);
  let blocked: number = NONE;
  let goesOn: boolean | Reservation = false;
  let mayDiffer = false;

  while (heads.size > 0) {
    const lane = heads.bestLane(gprs);
    if (lane === NONE) break;
    const row = heads.firstOf(lane);
    const demand = gprs.demand[row];
    const count = demands.nodes[demand];

    // 3 fit
    if (capacity.room(demand) >= count) {
      start(core, row, chooseSlots(core, pool, row, memory.chosen), count);
      continue;
    }

    // 4 evict
    const mayEvict = demands.evicts[demand] === 1 && (blocked === NONE || queue.mayEvict(pool, row));
    let victims = 0;
    if (mayEvict) {
      const trial = findVictims(core, pool, row, memory.eviction);
      if (trial.fits) {
        evict(core, row, trial.victims);
        start(core, row, chooseSlots(core, pool, row, memory.chosen), count);
        core.again = true;
        continue;
      }
      victims = trial.notEnough.length;
    }

    // 5 block or go on
    if (core.policies.queue.refuses === true) {
      refuse(core, row);
      continue;
    }
    if (blocked === NONE) {
      blocked = row;
      record(core, pool, row, mayEvict ? Step.evict : Step.fit, victims);
      goesOn = queue.goesOn(pool, row);
      if (goesOn === false) break;
      if (goesOn !== true) {
        memory.passing ??= new Passing(core, memory.chosen);
        const hasPassed = memory.passing.pass(pool, goesOn);
        mayDiffer =
          hasPassed &&
          (mayEvict || memory.passing.hasOpen || capacity.room(demand) !== pool.blocked[Blocked.room]);
        break;
      }
    }
    if (mayEvict && !rules.limited) {
      // A head cannot evict GPRs of its workspace; the next head of this lane may be of another workspace.
      heads.setAside(lane, gprs);
    } else {
      heads.close(lane);
    }
    if (row !== blocked) continue;
    closeHopeless(core, pool);
    if (orders.differsBehind) heads.rescore((behind) => orders.scoreBehind(behind), gprs);
  }

  if (blocked === NONE) pool.blocked[Blocked.uid] = -1;
  else if (goesOn === true) heads.reopen((row) => orders.score(row), gprs);
  else if (!orders.frontChanges && !mayDiffer) {
    // If scores change, a new head behind the blocked one may go before it at the next cycle. So is it if the next cycle
    // may differ because of heads that passed.
    pool.barLetsFitting = goesOn !== false;
    pool.barScore = orders.score(blocked);
    pool.barRank = gprs.rank[blocked];
  }
  // Starts alone need no other round; an eviction or a failed provisioning may leave room for one.
  if (!core.again) core.changedPools.remove(pool.index);
  return core.again;
}

/**
 * Steps 2 to 5 for one pool whose starts are planned: makes the plans that it needs, and starts the GPRs whose instant has come.
 * Returns as `servePool`.
 */
function servePlans(core: Core, plans: Plans, pool: Pool, memory: CycleMemory): boolean {
  const { gprs, demands } = core;
  const plan = plans.of(pool);
  core.again = false;
  pool.barScore = Infinity;
  pool.barRank = Infinity;
  plan.settle();
  for (const row of plan.takeDue()) {
    const demand = gprs.demand[row];
    // The repair of its machine is due later in this instant, or the end of a GPR that has no time left.
    if (!pool.capacity.fits(demand)) plan.defer(row);
    else start(core, row, chooseSlots(core, pool, row, memory.chosen), demands.nodes[demand]);
  }
  const first = plan.rows[0] ?? NONE;
  if (first !== NONE && !pool.capacity.fits(gprs.demand[first])) {
    record(core, pool, first, Step.fit, 0);
  } else pool.blocked[Blocked.uid] = -1;
  if (plan.nextAt < NEVER) core.timers.set(Timer.plan, pool.index, plan.nextAt);
  else core.timers.clear(Timer.plan, pool.index);
  if (!core.again) core.changedPools.remove(pool.index);
  return core.again;
}

/** Saves time: closes lanes behind the first blocked head that can neither fit nor evict in this cycle. */
function closeHopeless({ demands, queue }: Core, pool: Pool): void {
  const { heads, capacity } = pool;
  const mayEvict = (lane: number) =>
    demands.evicts[heads.laneDemand[lane]] === 1 && queue.mayEvict(pool, heads.firstOf(lane));
  // An eviction makes room for heads that do not fit now.
  if (heads.occupied.some(mayEvict)) return;
  for (const lane of heads.occupied) {
    const demand = heads.laneDemand[lane];
    if (capacity.room(demand) < demands.nodes[demand]) heads.close(lane);
  }
}

/** Step 7: writes a fact about the pool's first blocked head if the head or its reason differs from the last one. */
function record(core: Core, pool: Pool, row: number, step: number, victims: number): void {
  const { gprs, demands, facts } = core;
  const uid = gprs.uid[row];
  const demand = gprs.demand[row];
  const room = pool.capacity.room(demand);
  const last = pool.blocked;
  if (
    last[Blocked.uid] === uid &&
    last[Blocked.step] === step &&
    last[Blocked.room] === room &&
    last[Blocked.victims] === victims
  ) {
    return;
  }
  last[Blocked.uid] = uid;
  last[Blocked.step] = step;
  last[Blocked.room] = room;
  last[Blocked.victims] = victims;
  const at = facts.begin(FactKind.headBlocked, core.now, HeadBlocked.length);
  const { words } = facts;
  words[at + HeadBlocked.uid] = uid;
  words[at + HeadBlocked.workspace] = gprs.workspace[row];
  words[at + HeadBlocked.pool] = pool.index;
  words[at + HeadBlocked.step] = step;
  words[at + HeadBlocked.needsNodes] = demands.nodes[demand];
  words[at + HeadBlocked.needsGpusPerNode] = demands.gpus[demand];
  words[at + HeadBlocked.nodesWithRoom] = room;
  words[at + HeadBlocked.victimsNotEnough] = victims;
}
