// What happens to a GPR: created, started, successful, ended, requeued, removed, forgotten. Each change of state is one
// function here, keeps every table in step, and leaves one fact.

import type { Core } from './core.ts';
import { stretchCostMicro } from './cost.ts';
import { planNext, planProvisioning } from './deadline.ts';
import { appendEnded, detachEnded, forget } from './ended.ts';
import { FactKind, noteFact, Reason } from './facts.ts';
import { Field, Flag, indexOf, NONE, PROVISIONING_FAILURES_MAX, rankOf, State } from './gpr.ts';
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
  const fields = gprs.records;
  fields[row + Field.uid] = uid;
  fields[row + Field.workspace] = workspace;
  fields[row + Field.pool] = pool;
  fields[row + Field.demand] = demand;
  fields[row + Field.priority] = priority;
  if (age !== undefined) fields[row + Field.order] = age.order;
  fields[row + Field.rank] = rankOf(priority, fields[row + Field.order]);
  fields[row + Field.flags] = flags;
  fields[row + Field.memoryGb] = memoryGb;
  fields[row + Field.exitMs] = exitMs;
  fields[row + Field.exitLeftMs] = exitMs;
  fields[row + Field.runLeftMs] = runMs;
  fields[row + Field.idleAfterMs] = idleAfterMs;
  fields[row + Field.idleTimeOutMs] = idleTimeOutMs;
  fields[row + Field.createdAt] = age === undefined ? core.now : age.createdAt;
  core.surprises.ofComer(workspace, pool);
  core.uids.set(uid, row);
  core.workspaces.addGpr(workspace, row, gprs);
  const at = facts.begin(FactKind.gprCreated, core.now, 8);
  const { words } = facts;
  words[at] = uid;
  words[at + 1] = workspace;
  words[at + 2] = pool;
  words[at + 3] = priority;
  words[at + 4] = demands.nodes[demand];
  words[at + 5] = demands.gpus[demand];
  words[at + 6] = exitMs;
  words[at + 7] = flags;
  queue(core, row);
  return row;
}

/** Puts a GPR among those that wait. */
export function queue(core: Core, row: number): void {
  const { gprs, workspaces } = core;
  const fields = gprs.records;
  fields[row + Field.state] = State.queued;
  core.queued++;
  const workspace = fields[row + Field.workspace];
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
  const fields = gprs.records;
  core.queued--;
  const workspace = fields[row + Field.workspace];
  const pool = core.pools[fields[row + Field.pool]];
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
  const fields = gprs.records;
  const pool = core.pools[fields[row + Field.pool]];
  const demand = fields[row + Field.demand];
  const workspace = fields[row + Field.workspace];
  unqueue(core, row);
  if ((fields[row + Field.flags] & Flag.placed) !== 0) forgetHead(core, row);
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

  const isFirst = fields[row + Field.firstStartedAt] < 0;
  const promised = fields[row + Field.promisedAt];
  if (promised >= 0 && promised < NEVER) core.measures?.promiseEnded(core.now - promised);
  fields[row + Field.promisedAt] = -1;
  fields[row + Field.firstCell] = cell;
  fields[row + Field.gpusHeld] = held;
  fields[row + Field.state] = State.provisioning;
  fields[row + Field.startedAt] = core.now;
  if (isFirst) fields[row + Field.firstStartedAt] = core.now;
  pool.addRunning(row, gprs);
  if (core.rules.queue.reserves) pool.ends.add(row, plannedEnd(core, row));
  if (core.foreseen !== null && core.foreseen[indexOf(row)] === NEVER) {
    core.foreseen[indexOf(row)] = core.now;
    core.foreseenLeft--;
  }

  const at = facts.begin(FactKind.gprProvisioning, core.now, 6 + count);
  const { words } = facts;
  words[at] = fields[row + Field.uid];
  words[at + 1] = workspace;
  words[at + 2] = pool.index;
  words[at + 3] = held;
  words[at + 4] = isFirst ? core.now - fields[row + Field.createdAt] : -1;
  words[at + 5] = fields[row + Field.retries];
  for (let i = 0; i < count; i++) words[at + 6 + i] = pool.nodes[places[i]];

  if (core.rules.provisioningDelayMs === 0) finishProvisioning(core, row);
  else planProvisioning(core, row);
}

/** The provisioning delay is over: the GPR is Successful, or its provisioning failed. */
export function finishProvisioning(core: Core, row: number): void {
  const { gprs, rules } = core;
  const fields = gprs.records;
  if (rules.provisioningMicro > 0 && core.foreseen === null) {
    const draw = rules.provisioningDice.draw(fields[row + Field.uid], fields[row + Field.retries]);
    if (draw < (rules.provisioningMicro / 1e6) * 2 ** 32) {
      failProvisioning(core, row);
      return;
    }
  }
  if (core.world.faults.size > 0 && strikesProvisioning(core, row)) {
    failProvisioning(core, row);
    return;
  }
  fields[row + Field.provisioningFailures] = 0;
  fields[row + Field.state] = State.successful;
  fields[row + Field.successfulAt] = core.now;
  const at = core.facts.begin(FactKind.gprSuccessful, core.now, 2);
  const { words } = core.facts;
  words[at] = fields[row + Field.uid];
  words[at + 1] = fields[row + Field.workspace];
  planNext(core, row);
  if ((fields[row + Field.flags] & Flag.watched) !== 0) tellWatchers(core, row);
}

function failProvisioning(core: Core, row: number): void {
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
  const fields = gprs.records;
  const held = fields[row + Field.gpusHeld];
  if (!isForeseen(reason)) core.surprises.inPool(fields[row + Field.pool]);
  release(core, row);
  fields[row + Field.state] = state;
  fields[row + Field.reason] = reason;
  fields[row + Field.culprit] = culprit;
  fields[row + Field.endedAt] = core.now;
  const at = facts.begin(FactKind.gprEnded, core.now, 9);
  const { words } = facts;
  words[at] = fields[row + Field.uid];
  words[at + 1] = fields[row + Field.workspace];
  words[at + 2] = state;
  words[at + 3] = reason;
  words[at + 4] = culprit;
  words[at + 5] = core.now - fields[row + Field.createdAt];
  words[at + 6] = fields[row + Field.ranMs];
  words[at + 7] = fields[row + Field.costMicro];
  words[at + 8] = held;
  if ((fields[row + Field.flags] & Flag.watched) !== 0) tellWatchers(core, row);
  appendEnded(core, row);
}

/** Whether forecasts know of an end: who evicts whom is found out by those in which somebody may. */
function isForeseen(reason: number): boolean {
  return reason === Reason.exitDuration || reason === Reason.idleTimeOut || reason === Reason.eviction;
}

/** Sends a provisioned GPR back to wait, with what is left of its durations. */
export function requeue(core: Core, row: number, reason: number, culprit: number): void {
  const { gprs, facts } = core;
  const fields = gprs.records;
  release(core, row);
  core.cells.freeChain(fields[row + Field.firstCell]);
  fields[row + Field.firstCell] = NONE;
  fields[row + Field.startedAt] = -1;
  fields[row + Field.retries]++;
  fields[row + Field.reason] = reason;
  fields[row + Field.culprit] = culprit;
  core.surprises.inPool(fields[row + Field.pool]);
  const at = facts.begin(FactKind.gprRequeued, core.now, 5);
  const { words } = facts;
  words[at] = fields[row + Field.uid];
  words[at + 1] = fields[row + Field.workspace];
  words[at + 2] = reason;
  words[at + 3] = culprit;
  words[at + 4] = fields[row + Field.exitLeftMs];
  if ((fields[row + Field.flags] & Flag.watched) !== 0) tellWatchers(core, row);
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
  if (gprs.state[row] === State.queued) {
    core.surprises.inPool(gprs.pool[row]);
    // The GPR that takes its row comes later.
    if (!core.rules.limited && !(core.lanePlaces.at[indexOf(row)] >= 0))
      core.comers.keep((other) => other !== row);
    unqueue(core, row);
    // What the policy kept from moving for the number of GPRs may move now.
    core.changedPools.touches++;
  } else {
    detachEnded(core, row);
  }
  if (core.foreseen !== null && core.foreseen[indexOf(row)] === NEVER) {
    core.foreseen[indexOf(row)] = -1;
    core.foreseenLeft--;
  }
  noteFact(facts, FactKind.gprRemoved, core.now, [gprs.uid[row], gprs.workspace[row]]);
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
  const fields = gprs.records;
  const pool = core.pools[fields[row + Field.pool]];
  if (rules.queue.reserves) pool.ends.remove(row, plannedEnd(core, row));
  if (fields[row + Field.state] === State.successful) {
    const ran = core.now - fields[row + Field.successfulAt];
    fields[row + Field.ranMs] += ran;
    fields[row + Field.exitLeftMs] -= ran;
    fields[row + Field.runLeftMs] -= ran;
    fields[row + Field.idleAfterMs] = idleAfterRequeue(core, row, ran);
  }
  fields[row + Field.costMicro] += runningCostMicro(core, row);
  for (let cell = fields[row + Field.firstCell]; cell !== NONE; cell = cells.next[cell]) {
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
  fields[row + Field.gpusHeld] = 0;
  fields[row + Field.successfulAt] = -1;
  fields[row + Field.idleSince] = -1;
  fields[row + Field.flags] &= ~Flag.toldIdle;
  if (rules.limited) {
    const workspace = fields[row + Field.workspace];
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
