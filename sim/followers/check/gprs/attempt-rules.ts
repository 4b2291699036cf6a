// Checks facts about attempts: changes of state are possible, a workspace has at most one provisioned GPR, durations and counts
// add up.

import type { WordsOf } from '../../../facts/catalogue.ts';
import { Reason, State } from '../../../facts/numbered.ts';
import { Flag, PROVISIONING_FAILURES_MAX } from '../../../tables/gprs/gpr-table.ts';
import type { Rules } from '../check-report.ts';
import type { Parts } from '../parts.ts';
import { type CheckedGpr, hasFlag, need } from './checked-gpr.ts';

const END_STATES: Readonly<Record<number, number>> = {
  [Reason.exitDuration]: State.complete,
  [Reason.runTime]: State.complete,
  [Reason.earlyRelease]: State.complete,
  [Reason.idleTimeOut]: State.timedOut,
  [Reason.nodeFailure]: State.failed,
  [Reason.eviction]: State.failed,
  [Reason.provisioningFailure]: State.failed,
  [Reason.workspaceDeleted]: State.complete,
  [Reason.noRoom]: State.failed,
};

const REQUEUES: readonly number[] = [Reason.nodeFailure, Reason.eviction, Reason.provisioningFailure];

/** Reasons that end only a Successful GPR. */
const AFTER_SUCCESS: readonly number[] = [Reason.exitDuration, Reason.runTime, Reason.idleTimeOut];

export function attemptRules(
  parts: Parts,
): Rules<'gprProvisioning' | 'gprSuccessful' | 'gprEnded' | 'gprRequeued'> {
  return {
    gprProvisioning: (words) => onProvisioning(parts, words),
    gprSuccessful: (words) => onSuccessful(parts, words),
    gprEnded: (words) => onEnded(parts, words),
    gprRequeued: (words) => onRequeued(parts, words),
  };
}

function onProvisioning(parts: Parts, words: WordsOf<'gprProvisioning'>): void {
  const { report, scenario, changes, order, pools, gprs, shares, evictions } = parts;
  const { uid, gpus, waitMs, retryCount, nodes } = words;
  const { atMs } = report;
  const gpr = gprs.expect(uid, [State.queued], words);
  if (gpr === undefined) return;
  const [holder] = pools.provisionedOf(gpr.workspace);
  if (scenario.scheduler.workspaceLimit === 1 && holder !== undefined) {
    report.object(
      `GPR ${uid} started, but workspace ${gpr.workspace} already has provisioned GPR ${holder.uid}`,
    );
  }
  const ahead = changes.startsInOrder ? pools.headBefore(gpr, atMs, order) : undefined;
  if (ahead !== undefined) report.object(`GPR ${uid} started before GPR ${ahead.uid}, which is ahead of it`);
  gprs.compare(uid, 'wait (ms)', gpr.hasStarted ? -1 : atMs - gpr.createdAt, waitMs);
  gprs.compare(uid, 'retry count', gpr.retries, retryCount);
  evictions.start(gpr);
  pools.leave(gpr);
  gpr.state = State.provisioning;
  gpr.hasStarted = true;
  gpr.startedAt = atMs;
  pools.start(gpr);
  const held = takeNodes(parts, gpr, nodes);
  order.hold(gpr.workspace, shares.counted(gpr, held));
  if (gpr.held.size !== gpr.nodeCount) {
    report.object(`GPR ${uid} got ${gpr.held.size} nodes; expected ${gpr.nodeCount}`);
  }
  if (held !== gpus) report.object(`a fact has ${gpus} GPUs for GPR ${uid}; expected ${held}`);
}

/** Returns the number of GPUs that a GPR gets. */
function takeNodes({ report, nodes, shares }: Parts, gpr: CheckedGpr, indexes: readonly number[]): number {
  let held = 0;
  for (const index of indexes) {
    const event = `GPR ${gpr.uid} got node ${index}`;
    const node = nodes.find(index);
    if (node === undefined) {
      report.object(`${event}, which does not exist`);
      continue;
    }
    const needed = need(gpr, node);
    if (!shares.isSharing(gpr.pool)) nodes.take(node, needed);
    held += needed;
    if (gpr.held.has(index)) report.object(`${event} twice`);
    gpr.held.set(index, needed);
    if (!node.up || node.removed) report.object(`${event}, which is down`);
    if (node.pool !== gpr.pool) report.object(`${event} of another pool`);
  }
  return held;
}

function onSuccessful({ report, scenario, gprs }: Parts, words: WordsOf<'gprSuccessful'>): void {
  const gpr = gprs.expect(words.uid, [State.provisioning], words);
  if (gpr === undefined) return;
  const { provisioningDelayMs } = scenario.scheduler;
  const tookMs = report.atMs - gpr.startedAt;
  if (gpr.startedAt >= 0 && tookMs !== provisioningDelayMs) {
    report.object(`provisioning of GPR ${gpr.uid} took ${tookMs} ms; expected ${provisioningDelayMs} ms`);
  }
  gpr.state = State.successful;
  gpr.successfulAt = report.atMs;
  gpr.failures = 0;
}

function onEnded(parts: Parts, words: WordsOf<'gprEnded'>): void {
  const { report, changes, pools, gprs, shares } = parts;
  const { uid, state, reason, culprit, inSystemMs, ranMs, gpus } = words;
  const isRefused = reason === Reason.noRoom;
  const states = isRefused ? [State.queued] : [State.provisioning, State.successful];
  const gpr = gprs.expect(uid, states, words);
  if (gpr === undefined) return;
  if (isRefused && !changes.refuses) report.object(`GPR ${uid} was refused by a policy with a queue`);
  if (isRefused) pools.leave(gpr);
  if (state < State.complete) report.object(`GPR ${uid} ended in state ${state}, which is not an end state`);
  else if (state !== END_STATES[reason]) {
    report.object(`GPR ${uid} ended in state ${state}, which is wrong for reason ${reason}`);
  }
  if (AFTER_SUCCESS.includes(reason) && gpr.state !== State.successful) {
    report.object(`GPR ${uid} ended for reason ${reason} before it was Successful`);
  }
  if (reason === Reason.idleTimeOut && !gpr.isIdle)
    report.object(`GPR ${uid} was timed out, but is not idle`);
  let held = 0;
  for (const count of gpr.held.values()) held += count;
  gprs.compare(uid, 'GPU count', held, gpus);
  gprs.compare(uid, 'time in the system (ms)', report.atMs - gpr.createdAt, inSystemMs);
  endAttempt(parts, gpr, reason, culprit, false);
  gprs.compare(uid, 'time Successful (ms)', gpr.ranMs, ranMs);
  if (gpr.ranMs > gpr.exitMs || (reason === Reason.exitDuration && gpr.ranMs < gpr.exitMs)) {
    report.object(`GPR ${uid} ended after ${gpr.ranMs} ms of its exit duration, ${gpr.exitMs} ms`);
  }
  shares.forget(gpr);
  gprs.end(gpr);
}

function onRequeued(parts: Parts, words: WordsOf<'gprRequeued'>): void {
  const { report, pools, gprs } = parts;
  const { uid, reason, culprit, exitLeftMs } = words;
  const gpr = gprs.expect(uid, [State.provisioning, State.successful], words);
  if (gpr === undefined) return;
  if (!REQUEUES.includes(reason))
    report.object(`GPR ${uid} was requeued for reason ${reason}; expected one of ${REQUEUES}`);
  endAttempt(parts, gpr, reason, culprit, true);
  gprs.compare(uid, 'remaining exit duration (ms)', gpr.exitMs - gpr.ranMs, exitLeftMs);
  gpr.state = State.queued;
  gpr.retries++;
  pools.wait(gpr);
}

/** A GPR lost its nodes: it ended or was requeued. */
function endAttempt(
  parts: Parts,
  gpr: CheckedGpr,
  reason: number,
  culprit: number,
  isRequeued: boolean,
): void {
  const { report, nodes, order, pools, shares, evictions } = parts;
  const { atMs } = report;
  for (const [index, gpus] of gpr.held) {
    if (!shares.isSharing(gpr.pool)) nodes.give(index, gpus);
    order.hold(gpr.workspace, -shares.counted(gpr, gpus));
  }
  shares.release(gpr);
  if (gpr.state === State.successful) gpr.ranMs += atMs - gpr.successfulAt;
  if (gpr.state !== State.queued) {
    gpr.attemptEndedAt = atMs;
    pools.endAttempt(gpr);
  }
  if (reason === Reason.eviction) evictions.evict(gpr, culprit);
  if (reason === Reason.nodeFailure) checkNodeFailure(parts, gpr, culprit);
  if (reason === Reason.provisioningFailure) checkProvisioningFailure(parts, gpr, isRequeued);
  else if (REQUEUES.includes(reason) && isRequeued !== hasFlag(gpr, Flag.requeues)) {
    report.object(
      `GPR ${gpr.uid} was ${isRequeued ? 'requeued without' : 'not requeued despite'} its flag "requeues"`,
    );
  }
  gpr.held = new Map();
  gpr.isIdle = false;
}

function checkNodeFailure({ report, nodes }: Parts, gpr: CheckedGpr, index: number): void {
  const event = `GPR ${gpr.uid} lost node ${index}`;
  if (!gpr.held.has(index)) report.object(`${event}, which it did not hold`);
  if (nodes.find(index)?.up === true) report.object(`${event}, but the node is up`);
}

function checkProvisioningFailure(parts: Parts, gpr: CheckedGpr, isRequeued: boolean): void {
  const { report, scenario, faults } = parts;
  const { uid } = gpr;
  gpr.failures++;
  const event = `the provisioning of GPR ${uid} failed`;
  if (gpr.state !== State.provisioning) report.object(`${event}, but it is not provisioning`);
  if (isRequeued !== gpr.failures < PROVISIONING_FAILURES_MAX) {
    const fate = isRequeued ? 'requeued' : 'Failed';
    report.object(
      `GPR ${uid} is ${fate} after ${gpr.failures} failed provisionings; the limit is ${PROVISIONING_FAILURES_MAX}`,
    );
  }
  if (!faults.takeStrike(uid) && scenario.failures.provisioningMicro === 0) {
    report.object(`${event} without a fault or a failure rate`);
  }
}
