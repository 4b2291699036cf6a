import { Dice, FactKind, Flag, Reason, State, Stream } from '../../sim/index.ts';
import { dropPlan, loosen } from './conservative.ts';
import { strike } from './faults.ts';
import { holdFrom, holdTo } from './order.ts';
import { takenBy } from './shares.ts';
import {
  dueAt,
  type Gpr,
  has,
  isLimited,
  isProvisioned,
  isQueued,
  type NaiveWorld,
  type Node,
  need,
  noteChange,
  report,
  typeOf,
} from './state.ts';

/** If this number of provisionings fails in sequence, the GPR ends. */
const FAILURES_MAX = 3;

/** A GPR joins its queue. It can be a candidate from the next cycle on. */
export function enqueue(world: NaiveWorld, gpr: Gpr): void {
  gpr.state = State.queued;
  gpr.plannedMs = null;
  noteChange(world, isLimited(world) ? gpr.workspace : gpr);
}

export function dequeue(world: NaiveWorld, gpr: Gpr): void {
  if (gpr.isHead) gpr.pool.changed = true;
  dropPlan(gpr);
  gpr.isHead = false;
  if (isLimited(world)) noteChange(world, gpr.workspace);
}

export function start(world: NaiveWorld, gpr: Gpr, got: Map<Node, number[]>): 'started' | 'failed' {
  const nodes = [...got.keys()];
  // Its processors stay in use: no plan changes.
  gpr.plannedMs = null;
  dequeue(world, gpr);
  gpr.candidateSinceMs = null;
  const isFirst = gpr.firstStartedAtMs === null;
  if (isFirst) gpr.firstStartedAtMs = world.nowMs;
  gpr.state = State.provisioning;
  gpr.startedAtMs = world.nowMs;
  gpr.recordedStartMs = null;
  gpr.nodes = nodes;
  gpr.got = got;
  for (const node of nodes) node.held.push(gpr);
  holdFrom(world, gpr, (gpusHeld(gpr) * takenBy(gpr).gpuMilli) / 1000);
  const { forecast } = world;
  if (forecast?.starts.get(gpr.uid) === null) forecast.starts.set(gpr.uid, world.nowMs);
  const waitMs = isFirst ? world.nowMs - gpr.createdAtMs : -1;
  const words = [gpr.uid, gpr.workspace.index, gpr.pool.index, gpusHeld(gpr), waitMs, gpr.retries];
  report(world, FactKind.gprProvisioning, ...words, ...nodes.map(({ index }) => index));
  if (gpr.pool.isShared) {
    for (const [{ index }, gpus] of got)
      report(world, FactKind.gprGpus, gpr.uid, gpr.workspace.index, index, maskOf(gpus));
  }
  const { provisioningDelayMs } = world.scenario.scheduler;
  if (provisioningDelayMs === 0) return finishProvisioning(world, gpr);
  gpr.turn = dueAt(world, world.nowMs + provisioningDelayMs);
  return 'started';
}

/** Handles the timer of a provisioned GPR: its first due event. */
export function takeGprTurn(world: NaiveWorld, gpr: Gpr): void {
  if (gpr.state === State.provisioning) {
    finishProvisioning(world, gpr);
    return;
  }
  const ran = world.nowMs - gpr.successfulAtMs;
  if (ran >= gpr.exitLeftMs) end(world, gpr, State.complete, Reason.exitDuration);
  else if (ran >= gpr.runLeftMs) end(world, gpr, State.complete, Reason.runTime);
  else if (gpr.idleSinceMs !== null) end(world, gpr, State.timedOut, Reason.idleTimeOut);
  else setIdle(world, gpr, true);
}

export function setIdle(world: NaiveWorld, gpr: Gpr, idle: boolean): void {
  gpr.idleSinceMs = idle ? world.nowMs : null;
  // If a command sets a GPR busy whose workload had gone idle, it stays busy.
  if (!idle && gpr.successfulAtMs + gpr.idleAfterMs <= world.nowMs) gpr.idleAfterMs = Infinity;
  report(world, FactKind.gprActivity, gpr.uid, gpr.workspace.index, idle ? 1 : 0);
  planTurn(world, gpr);
}

export function end(world: NaiveWorld, gpr: Gpr, state: number, reason: number, culprit = 0): void {
  const held = gpusHeld(gpr);
  release(world, gpr);
  gpr.state = state;
  const words = [state, reason, culprit, world.nowMs - gpr.createdAtMs, gpr.ranMs, gpr.costMicro, held];
  report(world, FactKind.gprEnded, gpr.uid, gpr.workspace.index, ...words);
  wakeUsers(world, gpr);
  world.ended.push(gpr);
  if (world.ended.length > world.scenario.keepEnded) forget(world, world.ended[0]);
}

/** A queued GPR does not fit, and fails. Returns whether another GPR of its workspace waits. */
export function refuse(world: NaiveWorld, gpr: Gpr): boolean {
  dequeue(world, gpr);
  gpr.candidateSinceMs = null;
  gpr.state = State.failed;
  const words = [State.failed, Reason.noRoom, 0, world.nowMs - gpr.createdAtMs, gpr.ranMs, gpr.costMicro, 0];
  report(world, FactKind.gprEnded, gpr.uid, gpr.workspace.index, ...words);
  wakeUsers(world, gpr);
  world.ended.push(gpr);
  if (world.ended.length > world.scenario.keepEnded) forget(world, world.ended[0]);
  return isLimited(world) && world.gprs.some((other) => isQueued(other) && other.workspace === gpr.workspace);
}

function maskOf(gpus: readonly number[]): number {
  return gpus.reduce((mask, gpu) => mask + 2 ** gpu, 0);
}

/** A provisioned GPR loses its nodes without its fault: it is requeued or fails. */
export function interrupt(world: NaiveWorld, gpr: Gpr, reason: number, culprit: number): void {
  if (has(gpr, Flag.requeues)) requeue(world, gpr, reason, culprit);
  else end(world, gpr, State.failed, reason, culprit);
}

export function remove(world: NaiveWorld, gpr: Gpr): void {
  if (gpr.state === State.queued) {
    dequeue(world, gpr);
    gpr.candidateSinceMs = null;
    gpr.state = State.none;
  }
  forget(world, gpr);
  const starts = world.forecast?.starts;
  if (starts?.get(gpr.uid) === null) starts.delete(gpr.uid);
  report(world, FactKind.gprRemoved, gpr.uid, gpr.workspace.index);
  wakeUsers(world, gpr);
}

/** Ends a GPR that is no longer needed: a queued one is removed, a provisioned one is released. */
export function dismiss(world: NaiveWorld, gpr: Gpr, reason: number): void {
  if (gpr.state === State.queued) remove(world, gpr);
  else if (isProvisioned(gpr)) end(world, gpr, State.complete, reason);
}

/** Controllers check their GPR again, at rank 2. In a forecast they do not act. */
function wakeUsers(world: NaiveWorld, gpr: Gpr): void {
  if (world.forecast !== null) return;
  for (const user of gpr.users) user.turn = dueAt(world, world.nowMs);
}

export function forget(world: NaiveWorld, gpr: Gpr): void {
  world.gprs = world.gprs.filter((known) => known !== gpr);
  world.ended = world.ended.filter((known) => known !== gpr);
  world.names.delete(gpr.uid);
}

function finishProvisioning(world: NaiveWorld, gpr: Gpr): 'started' | 'failed' {
  if (world.forecast === null && (failsByChance(world, gpr) || failsByFault(world, gpr))) {
    gpr.provisioningFailures++;
    if (gpr.provisioningFailures < FAILURES_MAX) {
      requeue(world, gpr, Reason.provisioningFailure, 0);
    } else {
      end(world, gpr, State.failed, Reason.provisioningFailure);
    }
    return 'failed';
  }
  gpr.provisioningFailures = 0;
  gpr.state = State.successful;
  gpr.successfulAtMs = world.nowMs;
  report(world, FactKind.gprSuccessful, gpr.uid, gpr.workspace.index);
  planTurn(world, gpr);
  wakeUsers(world, gpr);
  return 'started';
}

function failsByFault(world: NaiveWorld, { uid, workspace, pool }: Gpr): boolean {
  const cluster = world.scenario.clusters[pool.cluster].name;
  return strike(world, 'provisioning', { uid, workspace: workspace.name, cluster }) !== null;
}

function failsByChance({ scenario }: NaiveWorld, gpr: Gpr): boolean {
  const draw = new Dice(scenario.seed, Stream.provisioning).draw(gpr.uid, gpr.retries);
  return draw < (scenario.failures.provisioningMicro / 1e6) * 2 ** 32;
}

function requeue(world: NaiveWorld, gpr: Gpr, reason: number, culprit: number): void {
  release(world, gpr);
  gpr.retries++;
  const words = [gpr.uid, gpr.workspace.index, reason, culprit, gpr.exitLeftMs];
  report(world, FactKind.gprRequeued, ...words);
  wakeUsers(world, gpr);
  enqueue(world, gpr);
}

function release(world: NaiveWorld, gpr: Gpr): void {
  gpr.costMicro += costOfAttempt(world, gpr);
  if (gpr.state === State.successful) {
    const ran = world.nowMs - gpr.successfulAtMs;
    gpr.ranMs += ran;
    gpr.exitLeftMs -= ran;
    gpr.runLeftMs -= ran;
    // Idleness by command ends with the attempt. If the idle time of the workload has come, it is idle again at once.
    gpr.idleAfterMs = Math.max(0, gpr.idleAfterMs - ran);
  }
  holdTo(world, gpr);
  for (const node of gpr.nodes) node.held = node.held.filter((other) => other !== gpr);
  gpr.nodes = [];
  gpr.got = new Map();
  gpr.pool.changed = true;
  loosen(gpr.pool);
  if (isLimited(world)) noteChange(world, gpr.workspace);
  gpr.idleSinceMs = null;
  gpr.turn = null;
}

export function planTurn(world: NaiveWorld, gpr: Gpr): void {
  const endMs = gpr.successfulAtMs + Math.min(gpr.exitLeftMs, gpr.runLeftMs);
  const timesOut = has(gpr, Flag.enforcesIdleTimeOut) && gpr.idleTimeOutMs > 0;
  const changeMs =
    gpr.idleSinceMs === null
      ? gpr.successfulAtMs + gpr.idleAfterMs
      : timesOut
        ? gpr.idleSinceMs + gpr.idleTimeOutMs
        : Infinity;
  gpr.turn = dueAt(world, Math.min(endMs, changeMs));
}

function gpusHeld(gpr: Gpr): number {
  return gpr.nodes.reduce((sum, node) => sum + need(gpr, node), 0);
}

/** GPU time × price of the node ÷ its GPUs, rounded down. Pools of several types have no price. */
function costOfAttempt(world: NaiveWorld, gpr: Gpr): number {
  if (gpr.pool.types.length > 1) return 0;
  const { pricePerHourMicro, gpuCount } = typeOf(world, gpr.pool.types[0]);
  const gpuMs = BigInt(world.nowMs - gpr.startedAtMs) * BigInt(gpusHeld(gpr));
  return Number((gpuMs * BigInt(pricePerHourMicro)) / (3_600_000n * BigInt(gpuCount)));
}
