// Checks facts about GPRs: changes of state are possible, a workspace has at most one provisioned GPR, durations and counts
// add up, each victim has strictly lower priority and is needed, and no GPR is lost.

import type { WordsOf } from '../../facts/catalogue.ts';
import { Reason, State } from '../../facts/numbered.ts';
import { Flag, PROVISIONING_FAILURES_MAX } from '../../tables/gprs/gpr-table.ts';
import type { CheckedFaults } from './checked-faults.ts';
import type { CheckedNode, CheckedNodes } from './checked-nodes.ts';
import { type CheckedGpr, type CheckedPools, createdGpr } from './checked-pools.ts';
import type { CheckedWorkspaces } from './checked-workspaces.ts';
import type { CheckedScenario, Report, Rules } from './report.ts';

const END_STATES: Readonly<Record<number, number>> = {
  [Reason.exitDuration]: State.complete,
  [Reason.runTime]: State.complete,
  [Reason.earlyRelease]: State.complete,
  [Reason.idleTimeOut]: State.timedOut,
  [Reason.nodeFailure]: State.failed,
  [Reason.eviction]: State.failed,
  [Reason.provisioningFailure]: State.failed,
  [Reason.workspaceDeleted]: State.complete,
};

const REQUEUES: readonly number[] = [Reason.nodeFailure, Reason.eviction, Reason.provisioningFailure];

/** Reasons that end only a Successful GPR. */
const AFTER_SUCCESS: readonly number[] = [Reason.exitDuration, Reason.runTime, Reason.idleTimeOut];

type GprFact =
  | 'gprCreated'
  | 'gprProvisioning'
  | 'gprSuccessful'
  | 'gprEnded'
  | 'gprRequeued'
  | 'gprRemoved'
  | 'gprChanged'
  | 'gprActivity'
  | 'gprDelayed';

export class CheckedGprs {
  readonly rules: Rules<GprFact> = {
    gprCreated: (words) => this.#onCreated(words),
    gprProvisioning: (words) => this.#onProvisioning(words),
    gprSuccessful: (words) => this.#onSuccessful(words),
    gprEnded: (words) => this.#onEnded(words),
    gprRequeued: (words) => this.#onRequeued(words),
    gprRemoved: ({ uid, workspace }) => this.#onRemoved(uid, workspace),
    gprChanged: (words) => this.#onChanged(words),
    gprActivity: (words) => this.#onActivity(words),
    gprDelayed: (words) => this.#onDelayed(words),
  };
  created = 0;
  removed = 0;
  ended = 0;
  readonly #report: Report;
  readonly #scenario: CheckedScenario;
  readonly #nodes: CheckedNodes;
  readonly #pools: CheckedPools;
  readonly #workspaces: CheckedWorkspaces;
  readonly #faults: CheckedFaults;
  /** GPRs that have not ended, by uid. */
  readonly #gprs: Map<number, CheckedGpr> = new Map();
  /** uid → workspace of each GPR that has ended and was not removed since. */
  readonly #ended: Map<number, number> = new Map();
  readonly #removedNow: Map<number, CheckedGpr> = new Map();
  /** Evictor that has not started yet → the GPUs that each of its victims held, by node. */
  readonly #victims: Map<number, Map<number, number>[]> = new Map();

  constructor(
    report: Report,
    scenario: CheckedScenario,
    nodes: CheckedNodes,
    pools: CheckedPools,
    workspaces: CheckedWorkspaces,
    faults: CheckedFaults,
  ) {
    this.#report = report;
    this.#scenario = scenario;
    this.#nodes = nodes;
    this.#pools = pools;
    this.#workspaces = workspaces;
    this.#faults = faults;
  }

  /** The GPR of a uid that has not ended. */
  find(uid: number): CheckedGpr | undefined {
    return this.#gprs.get(uid);
  }

  /** Whether a GPR exists, ended or not, or was removed in this instant. */
  isKnown(uid: number): boolean {
    return this.#gprs.has(uid) || this.#ended.has(uid) || this.#removedNow.has(uid);
  }

  isSuccessful(uid: number): boolean {
    return this.#gprs.get(uid)?.state === State.successful;
  }

  count(): { readonly queued: number; readonly provisioned: number } {
    let queued = 0;
    for (const { state } of this.#gprs.values()) if (state === State.queued) queued++;
    return { queued, provisioned: this.#gprs.size - queued };
  }

  /** Replaces a GPR that was removed in this instant with one that was created in it (a burst). */
  move(leftUid: number, uid: number): void {
    const left = this.#removedNow.get(leftUid);
    const gpr = this.#gprs.get(uid);
    if (left === undefined)
      this.#report.object(`GPR ${leftUid} was replaced; expected its removal in this instant`);
    if (gpr === undefined || gpr.state !== State.queued || gpr.createdAt !== this.#report.atMs) {
      this.#report.object(`GPR ${uid} replaces another; expected its creation in this instant`);
    }
    if (left === undefined || gpr === undefined) return;
    // Its priority and exit duration can be those of another template.
    if (gpr.workspace !== left.workspace)
      this.#report.object(`GPR ${uid} replaces GPR ${leftUid}; expected the same workspace`);
    const { order, createdAt, hasStarted, ranMs, retries, failures, delays } = left;
    this.#pools.leave(gpr);
    Object.assign(gpr, { order, createdAt, hasStarted, ranMs, retries, failures, delays });
    this.#pools.wait(gpr);
  }

  endTurn(): void {
    for (const uid of this.#victims.keys())
      this.#report.object(`GPR ${uid} evicted others, but did not start`);
    this.#victims.clear();
  }

  endInstant(): void {
    this.#removedNow.clear();
  }

  #expect(
    uid: number,
    states: readonly number[],
    given: { readonly workspace?: number; readonly pool?: number } = {},
  ): CheckedGpr | undefined {
    const gpr = this.#gprs.get(uid);
    if (gpr === undefined) {
      this.#report.object(`a fact is about GPR ${uid}, which does not exist`);
      return undefined;
    }
    const { workspace = gpr.workspace, pool = gpr.pool } = given;
    if (!states.includes(gpr.state)) {
      this.#report.object(`GPR ${uid} is in state ${gpr.state}; expected ${states.join(' or ')}`);
    }
    if (workspace !== gpr.workspace) {
      this.#report.object(`a fact has workspace ${workspace} for GPR ${uid}; expected ${gpr.workspace}`);
    }
    if (pool !== gpr.pool)
      this.#report.object(`a fact has pool ${pool} for GPR ${uid}; expected ${gpr.pool}`);
    return gpr;
  }

  #compare(uid: number, what: string, expected: number, found: number): void {
    if (expected !== found)
      this.#report.object(`a fact has ${what} ${found} for GPR ${uid}; expected ${expected}`);
  }

  #onCreated(words: WordsOf<'gprCreated'>): void {
    const { uid, workspace } = words;
    const known = this.#gprs.get(uid);
    if (this.isKnown(uid)) this.#report.object(`GPR ${uid} was created twice`);
    if (known?.state === State.queued) this.#pools.leave(known);
    this.#workspaces.expectOpen(workspace, `GPR ${uid}`);
    const gpr = createdGpr(words, State.queued, this.created++, this.#report.atMs);
    this.#gprs.set(uid, gpr);
    this.#pools.wait(gpr);
  }

  #onProvisioning(words: WordsOf<'gprProvisioning'>): void {
    const { uid, gpus, waitMs, retryCount, nodes } = words;
    const { atMs } = this.#report;
    const gpr = this.#expect(uid, [State.queued], words);
    if (gpr === undefined) return;
    const [holder] = this.#pools.provisionedOf(gpr.workspace);
    if (this.#scenario.scheduler.workspaceLimit === 1 && holder !== undefined) {
      this.#report.object(
        `GPR ${uid} started, but workspace ${gpr.workspace} already has provisioned GPR ${holder.uid}`,
      );
    }
    this.#compare(uid, 'wait (ms)', gpr.hasStarted ? -1 : atMs - gpr.createdAt, waitMs);
    this.#compare(uid, 'retry count', gpr.retries, retryCount);
    this.#checkVictims(gpr);
    this.#pools.leave(gpr);
    gpr.state = State.provisioning;
    gpr.hasStarted = true;
    gpr.startedAt = atMs;
    this.#pools.start(gpr);
    let held = 0;
    for (const index of nodes) {
      const node = this.#nodes.find(index);
      if (node === undefined) {
        this.#report.object(`GPR ${uid} got node ${index}, which does not exist`);
        continue;
      }
      const needed = need(gpr, node);
      this.#nodes.take(node, needed);
      held += needed;
      if (gpr.held.has(index)) this.#report.object(`GPR ${uid} got node ${index} twice`);
      gpr.held.set(index, needed);
      if (!node.up || node.removed) this.#report.object(`GPR ${uid} got node ${index}, which is down`);
      if (node.pool !== gpr.pool) this.#report.object(`GPR ${uid} got node ${index} of another pool`);
    }
    if (gpr.held.size !== gpr.nodeCount) {
      this.#report.object(`GPR ${uid} got ${gpr.held.size} nodes; expected ${gpr.nodeCount}`);
    }
    if (held !== gpus) this.#report.object(`a fact has ${gpus} GPUs for GPR ${uid}; expected ${held}`);
  }

  /** Checks that the evictor needed each of its victims to fit. */
  #checkVictims(gpr: CheckedGpr): void {
    const victims = this.#victims.get(gpr.uid) ?? [];
    this.#victims.delete(gpr.uid);
    if (this.#nodes.isShared(gpr.pool)) return;
    victims.forEach((held, i) => {
      let room = 0;
      for (const node of this.#nodes.nodesOf(gpr.pool)) {
        if (node.up && node.free - (held.get(node.index) ?? 0) >= need(gpr, node)) room++;
      }
      if (room >= gpr.nodeCount) this.#report.object(`victim ${i + 1} of GPR ${gpr.uid} was not needed`);
    });
  }

  #onSuccessful(words: WordsOf<'gprSuccessful'>): void {
    const gpr = this.#expect(words.uid, [State.provisioning], words);
    if (gpr === undefined) return;
    const { atMs } = this.#report;
    const { provisioningDelayMs } = this.#scenario.scheduler;
    if (gpr.startedAt >= 0 && atMs - gpr.startedAt !== provisioningDelayMs) {
      this.#report.object(
        `provisioning of GPR ${gpr.uid} took ${atMs - gpr.startedAt} ms; expected ${provisioningDelayMs} ms`,
      );
    }
    gpr.state = State.successful;
    gpr.successfulAt = atMs;
    gpr.failures = 0;
  }

  #onEnded(words: WordsOf<'gprEnded'>): void {
    const { uid, state, reason, culprit, inSystemMs, ranMs, gpus } = words;
    const gpr = this.#expect(uid, [State.provisioning, State.successful], words);
    if (gpr === undefined) return;
    if (state < State.complete)
      this.#report.object(`GPR ${uid} ended in state ${state}, which is not an end state`);
    else if (state !== END_STATES[reason]) {
      this.#report.object(`GPR ${uid} ended in state ${state}, which is wrong for reason ${reason}`);
    }
    if (AFTER_SUCCESS.includes(reason) && gpr.state !== State.successful) {
      this.#report.object(`GPR ${uid} ended for reason ${reason} before it was Successful`);
    }
    if (reason === Reason.idleTimeOut && !gpr.isIdle) {
      this.#report.object(`GPR ${uid} was timed out, but is not idle`);
    }
    let held = 0;
    for (const count of gpr.held.values()) held += count;
    this.#compare(uid, 'GPU count', held, gpus);
    this.#compare(uid, 'time in the system (ms)', this.#report.atMs - gpr.createdAt, inSystemMs);
    this.#onAttemptEnd(gpr, reason, culprit, false);
    this.#compare(uid, 'time Successful (ms)', gpr.ranMs, ranMs);
    if (gpr.ranMs > gpr.exitMs || (reason === Reason.exitDuration && gpr.ranMs < gpr.exitMs)) {
      this.#report.object(`GPR ${uid} ended after ${gpr.ranMs} ms of its exit duration, ${gpr.exitMs} ms`);
    }
    this.ended++;
    this.#gprs.delete(uid);
    this.#ended.set(uid, gpr.workspace);
  }

  #onRequeued(words: WordsOf<'gprRequeued'>): void {
    const { uid, reason, culprit, exitLeftMs } = words;
    const gpr = this.#expect(uid, [State.provisioning, State.successful], words);
    if (gpr === undefined) return;
    if (!REQUEUES.includes(reason))
      this.#report.object(`GPR ${uid} was requeued for reason ${reason}; expected one of ${REQUEUES}`);
    this.#onAttemptEnd(gpr, reason, culprit, true);
    this.#compare(uid, 'remaining exit duration (ms)', gpr.exitMs - gpr.ranMs, exitLeftMs);
    gpr.state = State.queued;
    gpr.retries++;
    this.#pools.wait(gpr);
  }

  /** A GPR lost its nodes: it ended or was requeued. */
  #onAttemptEnd(gpr: CheckedGpr, reason: number, culprit: number, isRequeued: boolean): void {
    const { uid } = gpr;
    const { atMs } = this.#report;
    for (const [index, gpus] of gpr.held) this.#nodes.give(index, gpus);
    if (gpr.state === State.successful) gpr.ranMs += atMs - gpr.successfulAt;
    if (gpr.state !== State.queued) {
      gpr.attemptEndedAt = atMs;
      this.#pools.endAttempt(gpr);
    }
    if (reason === Reason.eviction) this.#onEvicted(gpr, culprit);
    if (reason === Reason.nodeFailure) this.#onNodeFailure(gpr, culprit);
    if (reason === Reason.provisioningFailure) this.#onProvisioningFailure(gpr, isRequeued);
    else if (REQUEUES.includes(reason) && isRequeued !== ((gpr.flags & Flag.requeues) !== 0)) {
      this.#report.object(
        `GPR ${uid} was ${isRequeued ? 'requeued without' : 'not requeued despite'} its flag "requeues"`,
      );
    }
    gpr.held = new Map();
    gpr.isIdle = false;
  }

  #onEvicted(gpr: CheckedGpr, culprit: number): void {
    const evictor = this.#expect(culprit, [State.queued]);
    if (evictor === undefined) return;
    if (evictor.priority <= gpr.priority) {
      this.#report.object(`GPR ${gpr.uid} was evicted by GPR ${culprit}, whose priority is not higher`);
    }
    if ((evictor.flags & Flag.evicts) === 0)
      this.#report.object(`GPR ${culprit} evicted others without its flag "evicts"`);
    if (evictor.pool !== gpr.pool)
      this.#report.object(`GPR ${gpr.uid} was evicted by GPR ${culprit} of another pool`);
    if (evictor.workspace === gpr.workspace) {
      this.#report.object(`GPR ${gpr.uid} was evicted by GPR ${culprit} of the same workspace`);
    }
    const victims = this.#victims.get(culprit) ?? [];
    victims.push(gpr.held);
    this.#victims.set(culprit, victims);
  }

  #onNodeFailure(gpr: CheckedGpr, index: number): void {
    if (!gpr.held.has(index)) {
      this.#report.object(`GPR ${gpr.uid} lost node ${index}, which it did not hold`);
    }
    if (this.#nodes.find(index)?.up === true) {
      this.#report.object(`GPR ${gpr.uid} lost node ${index}, but the node is up`);
    }
  }

  #onProvisioningFailure(gpr: CheckedGpr, isRequeued: boolean): void {
    const { uid } = gpr;
    gpr.failures++;
    if (gpr.state !== State.provisioning) {
      this.#report.object(`the provisioning of GPR ${uid} failed, but it is not provisioning`);
    }
    if (isRequeued !== gpr.failures < PROVISIONING_FAILURES_MAX) {
      const fate = isRequeued ? 'requeued' : 'Failed';
      this.#report.object(
        `GPR ${uid} is ${fate} after ${gpr.failures} failed provisionings; the limit is ${PROVISIONING_FAILURES_MAX}`,
      );
    }
    if (!this.#faults.takeStrike(uid) && this.#scenario.failures.provisioningMicro === 0) {
      this.#report.object(`the provisioning of GPR ${uid} failed without a fault or a failure rate`);
    }
  }

  #onRemoved(uid: number, workspace: number): void {
    this.removed++;
    const gpr = this.#gprs.get(uid);
    const owner = gpr?.workspace ?? this.#ended.get(uid);
    if (owner === undefined) {
      this.#report.object(`GPR ${uid} was removed, but does not exist`);
      return;
    }
    // The fact has no workspace (−1) if the GPR had ended and left memory.
    if (workspace !== owner && (gpr !== undefined || workspace >= 0)) {
      this.#report.object(`a fact has workspace ${workspace} for GPR ${uid}; expected ${owner}`);
    }
    this.#ended.delete(uid);
    if (gpr === undefined) return;
    this.#gprs.delete(uid);
    if (gpr.state === State.queued) {
      this.#pools.leave(gpr);
      this.#removedNow.set(uid, gpr);
    } else {
      this.#report.object(`GPR ${uid} was removed while it was provisioned`);
      this.#pools.endAttempt(gpr);
    }
  }

  #onChanged(words: WordsOf<'gprChanged'>): void {
    const gpr = this.#expect(words.uid, [State.queued], words);
    if (gpr === undefined) return;
    gpr.flags = words.flags;
    if (gpr.state !== State.queued) return;
    this.#pools.leave(gpr);
    gpr.priority = words.priority;
    this.#pools.wait(gpr);
  }

  #onActivity(words: WordsOf<'gprActivity'>): void {
    const gpr = this.#expect(words.uid, [State.successful], words);
    if (gpr === undefined) return;
    const isIdle = words.idle === 1;
    if (gpr.isIdle === isIdle)
      this.#report.object(`GPR ${gpr.uid} became ${isIdle ? 'idle' : 'busy'}, but already was`);
    gpr.isIdle = isIdle;
  }

  #onDelayed(words: WordsOf<'gprDelayed'>): void {
    const { uid, delayedCount, estimatedStartMs } = words;
    const gpr = this.#expect(uid, [State.queued], words);
    if (gpr === undefined) return;
    this.#compare(uid, 'delay count', gpr.delays + 1, delayedCount);
    gpr.delays = delayedCount;
    if (estimatedStartMs >= 0 && estimatedStartMs < this.#report.atMs) {
      this.#report.object(`the estimated start of GPR ${uid}, at ${estimatedStartMs} ms, is in the past`);
    }
  }
}

function need(gpr: CheckedGpr, node: CheckedNode): number {
  return (gpr.flags & Flag.dedicatedNodes) !== 0 ? node.gpus : gpr.gpusPerNode;
}
