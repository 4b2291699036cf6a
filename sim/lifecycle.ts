// What happens to a GPR: created, started, successful, ended, requeued, removed, forgotten. Each change of state is one
// function here, keeps every table in step, and leaves one fact.

import type { Core } from './core.ts';
import { stretchCostMicro } from './cost.ts';
import { planNext } from './deadline.ts';
import { appendEnded, detachEnded, forget } from './ended.ts';
import { FactKind, Reason } from './facts.ts';
import { Flag, indexOf, NONE, PROVISIONING_FAILURES_MAX, rankOf, State } from './gpr.ts';
import { dequeue, enqueue, recordOf } from './queue.ts';
import { NEVER } from './time.ts';
import { strikesProvisioning } from './world/faults.ts';
import { tellRemoved, tellWatchers } from './world/watch.ts';

/**
 * Makes a Queued GPR; its workspace's next cycle will see it. Returns its row.
 * @param age of the GPR that it replaces; without, it is the youngest
 */
export function create(
  core: Core,
  uid: number,
  workspace: number,
  pool: number,
  demand: number,
  priority: number,
  exitMs: number,
  runMs: number,
  idleAfterMs: number,
  idleTimeOutMs: number,
  flags: number,
  memoryGb: number,
  age?: { readonly order: number; readonly createdAt: number },
): number {
  const { gprs, facts, demands } = core;
  const row = gprs.add();
  gprs.uid[row] = uid;
  gprs.workspace[row] = workspace;
  gprs.pool[row] = pool;
  gprs.demand[row] = demand;
  gprs.priority[row] = priority;
  if (age !== undefined) gprs.order[row] = age.order;
  gprs.rank[row] = rankOf(priority, gprs.order[row]);
  gprs.flags[row] = flags;
  gprs.memoryGb[row] = memoryGb;
  gprs.exitMs[row] = exitMs;
  gprs.exitLeftMs[row] = exitMs;
  gprs.runLeftMs[row] = runMs;
  gprs.idleAfterMs[row] = idleAfterMs;
  gprs.idleTimeOutMs[row] = idleTimeOutMs;
  gprs.createdAt[row] = age === undefined ? core.now : age.createdAt;
  core.uids.set(uid, row);
  core.workspaces.addGpr(workspace, row, gprs);
  facts.open(FactKind.gprCreated, core.now);
  facts.add(uid);
  facts.add(workspace);
  facts.add(pool);
  facts.add(priority);
  facts.add(demands.nodes[demand]);
  facts.add(demands.gpus[demand]);
  facts.add(exitMs);
  facts.add(flags);
  facts.close();
  queue(core, row);
  return row;
}

/** Puts a GPR among those that wait. */
export function queue(core: Core, row: number): void {
  const { gprs, workspaces } = core;
  gprs.state[row] = State.queued;
  core.queued++;
  const workspace = gprs.workspace[row];
  if (core.rules.limited) {
    workspaces.root[recordOf(workspace)] = enqueue(workspaces.root[recordOf(workspace)], row, gprs);
    workspaces.touch(workspace);
  } else {
    // As with the limit, it is a head from the next cycle on.
    core.comers.push(row);
  }
}

/** A GPR of a placement does not wait for room any more. */
function forgetHead(core: Core, row: number): void {
  const { placedHeads, headSince } = core.world;
  const uid = core.gprs.uid[row];
  const workspace = core.gprs.workspace[row];
  headSince.delete(uid);
  if (placedHeads.get(workspace) === uid) placedHeads.delete(workspace);
}

/** Takes a GPR out of every queue it waits in. */
export function unqueue(core: Core, row: number): void {
  const { gprs, workspaces } = core;
  core.queued--;
  const workspace = gprs.workspace[row];
  const pool = core.pools[gprs.pool[row]];
  if (!core.rules.limited) {
    if (core.lanePlaces.at[indexOf(row)] >= 0) pool.removeHead(row, gprs);
    return;
  }
  workspaces.root[recordOf(workspace)] = dequeue(workspaces.root[recordOf(workspace)], row, gprs);
  if (workspaces.head[recordOf(workspace)] === row) {
    workspaces.head[recordOf(workspace)] = NONE;
    pool.removeHead(row, gprs);
  }
  workspaces.touch(workspace);
}

/** Gives a queued GPR its nodes: `places[0 … count)` of its pool. */
export function start(core: Core, row: number, places: Int32Array, count: number): void {
  const { gprs, cells, nodes, totals, facts, demands } = core;
  const pool = core.pools[gprs.pool[row]];
  const demand = gprs.demand[row];
  const workspace = gprs.workspace[row];
  unqueue(core, row);
  if ((gprs.flags[row] & Flag.placed) !== 0) forgetHead(core, row);
  if (core.rules.limited) core.workspaces.holds[recordOf(workspace)] = row;

  let cell = NONE;
  let held = 0;
  for (let i = 0; i < count; i++) {
    const node = pool.nodes[places[i]];
    const nodeClass = nodes.nodeClass[node];
    const gpus = pool.need(demands, demand, nodeClass);
    const free = nodes.free[node];
    cell = cells.add(row, node, gpus, cell, nodes);
    nodes.free[node] = free - gpus;
    pool.setLevel(places[i], nodeClass, free, free - gpus);
    totals.partialFreeGpus += free - gpus - (free === nodes.gpuCount[node] ? 0 : free);
    held += gpus;
  }
  totals.allocatedGpus += held;

  const isFirst = gprs.firstStartedAt[row] < 0;
  const promised = gprs.promisedAt[row];
  if (promised >= 0 && promised < NEVER) core.measures?.promiseEnded(core.now - promised);
  gprs.promisedAt[row] = -1;
  gprs.firstCell[row] = cell;
  gprs.gpusHeld[row] = held;
  gprs.state[row] = State.provisioning;
  gprs.startedAt[row] = core.now;
  if (isFirst) gprs.firstStartedAt[row] = core.now;
  pool.addRunning(row, gprs);
  if (core.rules.queue.reserves) pool.ends.add(row, plannedEnd(core, row));
  if (core.foreseen !== null && core.foreseen[indexOf(row)] === NEVER) {
    core.foreseen[indexOf(row)] = core.now;
    core.foreseenLeft--;
  }

  facts.open(FactKind.gprProvisioning, core.now);
  facts.add(gprs.uid[row]);
  facts.add(workspace);
  facts.add(pool.index);
  facts.add(held);
  facts.add(isFirst ? core.now - gprs.createdAt[row] : -1);
  facts.add(gprs.retries[row]);
  for (let i = 0; i < count; i++) facts.add(pool.nodes[places[i]]);
  facts.close();

  if (core.rules.provisioningDelayMs === 0) finishProvisioning(core, row);
  else planNext(core, row);
}

/** The provisioning delay is over: the GPR is Successful, or its provisioning failed. */
export function finishProvisioning(core: Core, row: number): void {
  const { gprs, rules } = core;
  if (rules.provisioningMicro > 0 && core.foreseen === null) {
    const draw = rules.provisioningDice.draw(gprs.uid[row], gprs.retries[row]);
    if (draw < (rules.provisioningMicro / 1e6) * 2 ** 32) {
      failProvisioning(core, row);
      return;
    }
  }
  if (core.world.faults.size > 0 && strikesProvisioning(core, row)) {
    failProvisioning(core, row);
    return;
  }
  gprs.provisioningFailures[row] = 0;
  gprs.state[row] = State.successful;
  gprs.successfulAt[row] = core.now;
  core.facts.open(FactKind.gprSuccessful, core.now);
  core.facts.add(gprs.uid[row]);
  core.facts.add(gprs.workspace[row]);
  core.facts.close();
  planNext(core, row);
  if ((gprs.flags[row] & Flag.watched) !== 0) tellWatchers(core, row);
}

function failProvisioning(core: Core, row: number): void {
  core.surprises++;
  core.again = true;
  if (++core.gprs.provisioningFailures[row] >= PROVISIONING_FAILURES_MAX) {
    end(core, row, State.failed, Reason.provisioningFailure, 0);
  } else {
    requeue(core, row, Reason.provisioningFailure, 0);
  }
}

/** Ends a provisioned GPR. */
export function end(core: Core, row: number, state: number, reason: number, culprit: number): void {
  const { gprs, facts } = core;
  const held = gprs.gpusHeld[row];
  release(core, row);
  gprs.state[row] = state;
  gprs.reason[row] = reason;
  gprs.culprit[row] = culprit;
  gprs.endedAt[row] = core.now;
  facts.open(FactKind.gprEnded, core.now);
  facts.add(gprs.uid[row]);
  facts.add(gprs.workspace[row]);
  facts.add(state);
  facts.add(reason);
  facts.add(culprit);
  facts.add(core.now - gprs.createdAt[row]);
  facts.add(gprs.ranMs[row]);
  facts.add(gprs.costMicro[row]);
  facts.add(held);
  facts.close();
  if ((gprs.flags[row] & Flag.watched) !== 0) tellWatchers(core, row);
  appendEnded(core, row);
}

/** Sends a provisioned GPR back to wait, with what is left of its durations. */
export function requeue(core: Core, row: number, reason: number, culprit: number): void {
  const { gprs, facts } = core;
  release(core, row);
  core.cells.freeChain(gprs.firstCell[row]);
  gprs.firstCell[row] = NONE;
  gprs.startedAt[row] = -1;
  gprs.retries[row]++;
  gprs.reason[row] = reason;
  gprs.culprit[row] = culprit;
  core.surprises++;
  facts.open(FactKind.gprRequeued, core.now);
  facts.add(gprs.uid[row]);
  facts.add(gprs.workspace[row]);
  facts.add(reason);
  facts.add(culprit);
  facts.add(gprs.exitLeftMs[row]);
  facts.close();
  if ((gprs.flags[row] & Flag.watched) !== 0) tellWatchers(core, row);
  queue(core, row);
}

/** A provisioned GPR loses its nodes through no end of its own: requeued if it asked for that, else Failed. */
export function interrupt(core: Core, row: number, reason: number, culprit: number): void {
  if ((core.gprs.flags[row] & Flag.requeues) !== 0) requeue(core, row, reason, culprit);
  else end(core, row, State.failed, reason, culprit);
}

/** Removes a queued or ended GPR from memory, as DELETE does. */
export function remove(core: Core, row: number): void {
  const { gprs, facts } = core;
  if ((gprs.flags[row] & Flag.watched) !== 0) tellRemoved(core, row);
  if ((gprs.flags[row] & Flag.placed) !== 0) forgetHead(core, row);
  if (gprs.state[row] === State.queued) unqueue(core, row);
  else detachEnded(core, row);
  if (core.foreseen !== null && core.foreseen[indexOf(row)] === NEVER) {
    core.foreseen[indexOf(row)] = -1;
    core.foreseenLeft--;
  }
  facts.open(FactKind.gprRemoved, core.now);
  facts.add(gprs.uid[row]);
  facts.add(gprs.workspace[row]);
  facts.close();
  forget(core, row, true);
}

/** Gets rid of a GPR that nobody wants any more: one that waits is removed, one that holds GPUs gives them back. */
export function dismiss(core: Core, row: number, reason: number): void {
  if (core.gprs.state[row] === State.queued) remove(core, row);
  else if (core.gprs.isProvisioned(row)) end(core, row, State.complete, reason, 0);
}

/** When the exit duration of a provisioned GPR ends: the same instant from its start on. */
function plannedEnd(core: Core, row: number): number {
  const { gprs } = core;
  return gprs.startedAt[row] + core.rules.provisioningDelayMs + gprs.exitLeftMs[row];
}

/** Ends the present stretch: accounts for it and frees the nodes. */
function release(core: Core, row: number): void {
  const { gprs, cells, nodes, totals, rules } = core;
  const pool = core.pools[gprs.pool[row]];
  if (rules.queue.reserves) pool.ends.remove(row, plannedEnd(core, row));
  if (gprs.state[row] === State.successful) {
    const ran = core.now - gprs.successfulAt[row];
    gprs.ranMs[row] += ran;
    gprs.exitLeftMs[row] -= ran;
    gprs.runLeftMs[row] -= ran;
    gprs.idleAfterMs[row] = idleAfterRequeue(core, row, ran);
  }
  gprs.costMicro[row] += runningCostMicro(core, row);
  for (let cell = gprs.firstCell[row]; cell !== NONE; cell = cells.next[cell]) {
    const node = cells.node[cell];
    const free = nodes.free[node];
    const freed = free + cells.gpus[cell];
    cells.detach(cell, nodes);
    nodes.free[node] = freed;
    totals.allocatedGpus -= cells.gpus[cell];
    totals.partialFreeGpus += (freed === nodes.gpuCount[node] ? 0 : freed) - free;
    pool.setLevel(nodes.place[node], nodes.nodeClass[node], free, freed);
  }
  pool.removeRunning(row, gprs);
  pool.touch();
  core.gprTimers.remove(indexOf(row));
  gprs.gpusHeld[row] = 0;
  gprs.successfulAt[row] = -1;
  gprs.idleSince[row] = -1;
  gprs.flags[row] &= ~Flag.toldIdle;
  if (rules.limited) {
    const workspace = gprs.workspace[row];
    core.workspaces.holds[recordOf(workspace)] = NONE;
    core.workspaces.touch(workspace);
  }
}

/**
 * When a GPR would go idle in its next stretch: a workload that had gone idle is idle again at once, which a forecast
 * does not know; idleness that somebody asked for ends with the stretch.
 */
function idleAfterRequeue(core: Core, row: number, ranMs: number): number {
  const { gprs } = core;
  const wentIdle = gprs.idleSince[row] >= 0 && (gprs.flags[row] & Flag.toldIdle) === 0;
  // Told to be idle before its workload went idle by itself, it may have run past that point.
  if (!wentIdle) return Math.max(0, gprs.idleAfterMs[row] - ranMs);
  return core.foreseen === null ? 0 : NEVER;
}

/** Cost of the stretch that a provisioned GPR is in, up to now, in micro-units. Pools of several classes have no price. */
export function runningCostMicro(core: Core, row: number): number {
  const { gprs, rules } = core;
  const pool = core.pools[gprs.pool[row]];
  const type = rules.instanceTypes[pool.classes[0]];
  if (pool.classes.length > 1 || type.pricePerHourMicro === 0 || !gprs.isProvisioned(row)) return 0;
  return stretchCostMicro(
    core.now - gprs.startedAt[row],
    gprs.gpusHeld[row],
    type.pricePerHourMicro,
    type.gpuCount,
  );
}
