// Makes the state changes of a GPR: each function makes one, updates all tables and writes one fact.
// gpr-deadlines.ts sets the timer of a provisioned GPR; gpr-events.ts handles it when it is due and calls this file.

import { NEVER } from '../../base/numbers/time.ts';
import {
  FactKind,
  GprCreated,
  GprEnded,
  GprGpus,
  GprProvisioning,
  GprRequeued,
  GprShape,
  GprSuccessful,
} from '../../facts/fact-catalogue.ts';
import { noteFact } from '../../facts/log.ts';
import { Reason, State } from '../../facts/numbered.ts';
import {
  FACT_FLAGS,
  Field,
  Flag,
  NONE,
  PROVISIONING_FAILURES_MAX,
  REMOVED_FLAGS,
  Real,
  rankOf,
  STARTED_FLAGS,
} from '../../tables/gprs/gpr-table.ts';
import { dequeue, enqueue } from '../../tables/gprs/workspace-queue.ts';
import { recordOf } from '../../tables/workspace-table.ts';
import type { Core } from '../core.ts';
import { Call } from '../hooks.ts';
import { attemptCostMicro } from './cost.ts';
import { planNext, planProvisioning } from './gpr-deadlines.ts';
import { plannedEnd } from './planned-end.ts';

/** Creates a GPR, last in creation order. @param row new (`GprTable.add`), with the request filled in */
export function create(core: Core, row: number): void {
  const { gprs } = core;
  const { ints, reals } = gprs;
  reals[row + Real.rank] = rankOf(ints[row + Field.priority], gprs.orders++);
  reals[row + Real.createdAt] = core.now;
  enter(core, row);
}

/** Enters a GPR whose rank and creation instant are set: writes the fact of its creation and queues it. */
export function enter(core: Core, row: number): void {
  const { gprs, facts, demands } = core;
  const { ints, reals } = gprs;
  const workspace = ints[row + Field.workspace];
  const demand = ints[row + Field.demand];
  core.workspaces.addOpen(workspace, 1);
  const at = facts.begin(FactKind.gprCreated, core.now, GprCreated.length, row);
  const { words } = facts;
  words[at + GprCreated.uid] = reals[row + Real.uid];
  words[at + GprCreated.workspace] = workspace;
  words[at + GprCreated.pool] = ints[row + Field.pool];
  words[at + GprCreated.priority] = ints[row + Field.priority];
  words[at + GprCreated.nodeCount] = demands.nodes[demand];
  words[at + GprCreated.gpusPerNode] = demands.gpus[demand];
  words[at + GprCreated.exitMs] = reals[row + Real.exitLeftMs] + reals[row + Real.ranMs];
  words[at + GprCreated.flags] = ints[row + Field.flags] & FACT_FLAGS;
  reals[row + Real.createdSeq] = facts.seq;
  if (core.pools[ints[row + Field.pool]].hasShares) noteShape(core, row);
  queue(core, row);
}

function noteShape(core: Core, row: number): void {
  const { gprs, facts, demands } = core;
  const demand = gprs.demand[row];
  const at = facts.begin(FactKind.gprShape, core.now, GprShape.length, row);
  const { words } = facts;
  words[at + GprShape.uid] = gprs.uid[row];
  words[at + GprShape.workspace] = gprs.workspace[row];
  words[at + GprShape.gpuMilli] = demands.gpuMilli[demand];
  words[at + GprShape.cpuMilli] = demands.cpuMilli[demand];
  words[at + GprShape.memoryMib] = demands.memoryMib[demand];
}

/** Makes a GPR Queued. The next cycle considers it. */
export function queue(core: Core, row: number): void {
  const { gprs, workspaces } = core;
  const { ints } = gprs;
  ints[row + Field.state] = State.queued;
  core.queued++;
  const workspace = ints[row + Field.workspace];
  if (core.rules.limited) {
    const root = enqueue(workspaces.root[recordOf(workspace)], row, gprs);
    workspaces.root[recordOf(workspace)] = root;
    if (root === row) workspaces.touch(workspace);
  } else {
    core.newlyQueued.push(row);
  }
}

/** Takes a GPR out of the queue of its workspace and of its pool. If it does not start, the caller must touch the workspace. */
export function unqueue(core: Core, row: number): void {
  const { gprs, workspaces } = core;
  const { ints } = gprs;
  core.queued--;
  const workspace = ints[row + Field.workspace];
  const pool = core.pools[ints[row + Field.pool]];
  if (!core.rules.limited) {
    if (ints[row + Field.headAt] === NONE) return;
    if (core.plans !== null) core.plans.left(pool, row);
    pool.removeHead(row, gprs);
    return;
  }
  workspaces.root[recordOf(workspace)] = dequeue(workspaces.root[recordOf(workspace)], row, gprs);
  if (workspaces.head[recordOf(workspace)] === row) {
    workspaces.head[recordOf(workspace)] = NONE;
    pool.removeHead(row, gprs);
  }
}

/** Starts a queued GPR on the nodes at `slots[0 … count)` of its pool. */
export function start(core: Core, row: number, slots: Int32Array, count: number): void {
  const { gprs, facts } = core;
  const { ints, reals } = gprs;
  const pool = core.pools[ints[row + Field.pool]];
  const demand = ints[row + Field.demand];
  const workspace = ints[row + Field.workspace];
  unqueue(core, row);
  if (core.rules.limited) core.workspaces.holds[recordOf(workspace)] = row;

  const held = pool.capacity.take(demand, slots, 0);
  gprs.setLot(row, slots, count);
  const isFirst = (ints[row + Field.flags] & Flag.requeued) === 0;
  ints[row + Field.gpusHeld] = held;
  ints[row + Field.state] = State.provisioning;
  reals[row + Real.startedAt] = core.now;
  pool.addRunning(row, gprs);
  if (core.keepsEnds) pool.ends.add(row, plannedEnd(gprs, core.rules, row));
  if (core.usage.isKept) core.usage.hold(workspace, core.gpusUsed(row), core.now);
  if ((ints[row + Field.flags] & STARTED_FLAGS) !== 0) core.hooks.started(row);

  const at = facts.begin(FactKind.gprProvisioning, core.now, GprProvisioning.length + count, row);
  const { words } = facts;
  words[at + GprProvisioning.uid] = reals[row + Real.uid];
  words[at + GprProvisioning.workspace] = workspace;
  words[at + GprProvisioning.pool] = pool.index;
  words[at + GprProvisioning.gpus] = held;
  words[at + GprProvisioning.waitMs] = isFirst ? core.now - reals[row + Real.createdAt] : -1;
  words[at + GprProvisioning.retryCount] = ints[row + Field.retries];
  for (let i = 0; i < count; i++) {
    words[at + GprProvisioning.nodes + i] = pool.capacity.nodeAt(pool.capacity.slotOf(slots[i]));
  }
  reals[row + Real.startedSeq] = facts.seq;
  if (pool.hasShares) noteGpus(core, row, slots, count);

  if (core.rules.provisioningDelayMs === 0) finishProvisioning(core, row);
  else planProvisioning(core, row);
}

/** Writes a fact for each node of a GPR: which of its GPUs it got. */
function noteGpus(core: Core, row: number, slots: Int32Array, count: number): void {
  const { gprs, facts } = core;
  const { capacity } = core.pools[gprs.pool[row]];
  for (let i = 0; i < count; i++) {
    const at = facts.begin(FactKind.gprGpus, core.now, GprGpus.length, row);
    const { words } = facts;
    words[at + GprGpus.uid] = gprs.uid[row];
    words[at + GprGpus.workspace] = gprs.workspace[row];
    words[at + GprGpus.node] = capacity.nodeAt(capacity.slotOf(slots[i]));
    words[at + GprGpus.gpuIndexes] = capacity.gpusAt(slots[i]);
  }
}

/** Ends the provisioning of a GPR: it becomes Successful, or the provisioning fails. */
export function finishProvisioning(core: Core, row: number): void {
  const { gprs, rules } = core;
  const { ints, reals } = gprs;
  if (rules.provisioningMicro > 0) {
    const draw = rules.provisioningDice.draw(reals[row + Real.uid], ints[row + Field.retries]);
    if (draw < (rules.provisioningMicro / 1e6) * 2 ** 32) {
      failProvisioning(core, row);
      return;
    }
  }
  if ((core.calls & Call.strikes) !== 0 && core.hooks.strikes(row)) {
    failProvisioning(core, row);
    return;
  }
  ints[row + Field.flags] &= ~Flag.failing;
  ints[row + Field.state] = State.successful;
  reals[row + Real.successfulAt] = core.now;
  const at = core.facts.begin(FactKind.gprSuccessful, core.now, GprSuccessful.length, row);
  const { words } = core.facts;
  words[at + GprSuccessful.uid] = reals[row + Real.uid];
  words[at + GprSuccessful.workspace] = ints[row + Field.workspace];
  planNext(core, row);
  if ((ints[row + Field.flags] & Flag.watched) !== 0) core.hooks.changed(row);
}

function failProvisioning(core: Core, row: number): void {
  const { gprs } = core;
  core.again = true;
  const before = (gprs.flags[row] & Flag.failing) === 0 ? 0 : gprs.provisioningFailures[row];
  gprs.flags[row] |= Flag.failing;
  gprs.provisioningFailures[row] = before + 1;
  if (before + 1 >= PROVISIONING_FAILURES_MAX) {
    end(core, row, State.failed, Reason.provisioningFailure, 0);
  } else {
    requeue(core, row, Reason.provisioningFailure, 0);
  }
}

/** Ends a provisioned GPR. @param culprit what `reason` refers to: uid of the evictor or number of the node; else 0 */
export function end(core: Core, row: number, state: number, reason: number, culprit: number): void {
  const held = core.gprs.ints[row + Field.gpusHeld];
  endAttempt(core, row);
  noteEnd(core, row, state, reason, culprit, held);
}

/** Ends a queued GPR as Failed, because it does not fit. */
export function refuse(core: Core, row: number): void {
  const { gprs, workspaces, rules } = core;
  const workspace = gprs.workspace[row];
  if ((gprs.flags[row] & REMOVED_FLAGS) !== 0) core.hooks.refused(row);
  unqueue(core, row);
  if (rules.limited && workspaces.root[recordOf(workspace)] !== NONE) {
    // The next GPR of its workspace may fit at this instant.
    workspaces.touch(workspace);
    core.again = true;
  }
  noteEnd(core, row, State.failed, Reason.noRoom, 0, 0);
}

/** Makes the change of state and writes the fact of an end. @param held GPUs that it held until now */
function noteEnd(
  core: Core,
  row: number,
  state: number,
  reason: number,
  culprit: number,
  held: number,
): void {
  const { gprs, facts } = core;
  const { ints, reals } = gprs;
  ints[row + Field.state] = state;
  const at = facts.begin(FactKind.gprEnded, core.now, GprEnded.length, row);
  const { words } = facts;
  words[at + GprEnded.uid] = reals[row + Real.uid];
  words[at + GprEnded.workspace] = ints[row + Field.workspace];
  words[at + GprEnded.state] = state;
  words[at + GprEnded.reason] = reason;
  words[at + GprEnded.culprit] = culprit;
  words[at + GprEnded.inSystemMs] = core.now - reals[row + Real.createdAt];
  words[at + GprEnded.ranMs] = reals[row + Real.ranMs];
  words[at + GprEnded.costMicro] = reals[row + Real.costMicro];
  words[at + GprEnded.gpus] = held;
  if ((ints[row + Field.flags] & Flag.watched) !== 0) core.hooks.changed(row);
  core.retire(row);
}

/** Makes a provisioned GPR Queued again; its remaining durations count on. @param culprit as in `end` */
export function requeue(core: Core, row: number, reason: number, culprit: number): void {
  const { gprs, facts } = core;
  const { ints, reals } = gprs;
  if (ints[row + Field.state] === State.successful) {
    const ran = core.now - reals[row + Real.successfulAt];
    reals[row + Real.idleAfterMs] = idleAfterRequeue(core, row, ran);
  }
  endAttempt(core, row);
  gprs.freeLot(row, core.demands.nodes[ints[row + Field.demand]]);
  if ((ints[row + Field.flags] & Flag.requeued) === 0) {
    ints[row + Field.flags] |= Flag.requeued;
    gprs.firstStartedAt[row] = reals[row + Real.startedAt];
  }
  reals[row + Real.startedAt] = -1;
  ints[row + Field.retries]++;
  gprs.reason[row] = reason;
  gprs.culprit[row] = culprit;
  const at = facts.begin(FactKind.gprRequeued, core.now, GprRequeued.length, row);
  const { words } = facts;
  words[at + GprRequeued.uid] = reals[row + Real.uid];
  words[at + GprRequeued.workspace] = ints[row + Field.workspace];
  words[at + GprRequeued.reason] = reason;
  words[at + GprRequeued.culprit] = culprit;
  words[at + GprRequeued.exitLeftMs] = reals[row + Real.exitLeftMs];
  if ((ints[row + Field.flags] & Flag.watched) !== 0) core.hooks.changed(row);
  queue(core, row);
}

/** Takes the nodes from a provisioned GPR (node failure, eviction): requeues it if it has that flag, else fails it. */
export function interrupt(core: Core, row: number, reason: number, culprit: number): void {
  if ((core.gprs.flags[row] & Flag.requeues) !== 0) requeue(core, row, reason, culprit);
  else end(core, row, State.failed, reason, culprit);
}

/** Removes a queued GPR without an end state. */
export function remove(core: Core, row: number): void {
  const { gprs, facts } = core;
  if ((gprs.flags[row] & REMOVED_FLAGS) !== 0) core.hooks.removed(row);
  // Another GPR may reuse the row before the next cycle.
  if (!core.rules.limited && gprs.headAt[row] === NONE) core.newlyQueued.keep((other) => other !== row);
  unqueue(core, row);
  core.workspaces.touch(gprs.workspace[row]);
  // With one GPR less, a policy may now allow a burst that it refused.
  core.changedPools.touches++;
  noteFact(facts, FactKind.gprRemoved, core.now, { uid: gprs.uid[row], workspace: gprs.workspace[row] }, row);
  core.retire(row);
}

/** Removes a queued GPR; ends a provisioned one as Complete. */
export function removeOrEnd(core: Core, row: number, reason: number): void {
  if (core.gprs.state[row] === State.queued) remove(core, row);
  else if (core.gprs.isProvisioned(row)) end(core, row, State.complete, reason, 0);
}

/** Ends the current attempt: adds up its time and cost, and frees the nodes. */
function endAttempt(core: Core, row: number): void {
  const { gprs, demands, rules } = core;
  const { ints, reals } = gprs;
  const pool = core.pools[ints[row + Field.pool]];
  if (core.keepsEnds) pool.ends.remove(row, plannedEnd(gprs, rules, row));
  if (core.plans !== null) core.plans.ended(pool, plannedEnd(gprs, rules, row), ints[row + Field.gpusHeld]);
  if (ints[row + Field.state] === State.successful) {
    const ran = core.now - reals[row + Real.successfulAt];
    // The sums of ranMs and of what is left stay the whole durations.
    reals[row + Real.ranMs] += ran;
    reals[row + Real.exitLeftMs] -= ran;
    reals[row + Real.runLeftMs] -= ran;
  }
  reals[row + Real.costMicro] += runningCostMicro(core, row);
  const demand = ints[row + Field.demand];
  const count = demands.nodes[demand];
  pool.capacity.give(demand, gprs.lotWords(count), gprs.lotAt(row, count));
  pool.removeRunning(row, gprs);
  pool.touch();
  core.gprTimers.remove(row);
  if (core.usage.isKept) core.usage.hold(ints[row + Field.workspace], -core.gpusUsed(row), core.now);
  ints[row + Field.gpusHeld] = 0;
  reals[row + Real.successfulAt] = -1;
  reals[row + Real.idleSince] = -1;
  ints[row + Field.flags] &= ~Flag.idleByCommand;
  if (rules.limited) {
    const workspace = ints[row + Field.workspace];
    core.workspaces.holds[recordOf(workspace)] = NONE;
    if (core.workspaces.root[recordOf(workspace)] !== NONE) core.workspaces.touch(workspace);
  }
}

/** `idleAfterMs` for the next attempt. A workload that went idle is idle again at once, which a forecast does not know. */
function idleAfterRequeue(core: Core, row: number, ranMs: number): number {
  const { ints, reals } = core.gprs;
  const wentIdle = reals[row + Real.idleSince] >= 0 && (ints[row + Field.flags] & Flag.idleByCommand) === 0;
  // A GPR idle by command may have run past the point at which its workload would have gone idle.
  if (!wentIdle) return Math.max(0, reals[row + Real.idleAfterMs] - ranMs);
  return core.rules.knowsHidden ? 0 : NEVER;
}

/** Cost of the current attempt up to now, in millionths of the currency; 0 in a pool of several instance types. */
export function runningCostMicro(core: Core, row: number): number {
  const { gprs, rules } = core;
  const { ints, reals } = gprs;
  const { classes } = core.pools[ints[row + Field.pool]];
  const type = rules.instanceTypes[classes[0]];
  if (classes.length > 1) return 0;
  return attemptCostMicro(
    core.now - reals[row + Real.startedAt],
    ints[row + Field.gpusHeld],
    type.pricePerHourMicro,
    type.gpuCount,
  );
}
