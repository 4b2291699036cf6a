// The model of GPRs. Checks facts about their creation, removal, changes, activity and delays.

import type { WordsOf } from '../../../facts/catalogue.ts';
import { State } from '../../../facts/numbered.ts';
import type { Report, Rules } from '../check-report.ts';
import type { CheckedWorkspaces } from '../world/checked-workspaces.ts';
import { type CheckedGpr, createdGpr } from './checked-gpr.ts';
import type { CheckedPools } from './checked-pools.ts';

export interface GprCounts {
  readonly created: number;
  readonly queued: number;
  readonly provisioned: number;
  readonly ended: number;
  readonly removed: number;
}

export class CheckedGprs {
  readonly rules: Rules<'gprCreated' | 'gprRemoved' | 'gprChanged' | 'gprActivity' | 'gprDelayed'> = {
    gprCreated: (words) => this.#onCreated(words),
    gprRemoved: ({ uid, workspace }) => this.#onRemoved(uid, workspace),
    gprChanged: (words) => this.#onChanged(words),
    gprActivity: (words) => this.#onActivity(words),
    gprDelayed: (words) => this.#onDelayed(words),
  };
  readonly #report: Report;
  readonly #pools: CheckedPools;
  readonly #workspaces: CheckedWorkspaces;
  /** GPRs that have not ended, by uid. */
  readonly #gprs: Map<number, CheckedGpr> = new Map();
  /** uid → workspace of each GPR that has ended and was not removed since. */
  readonly #ended: Map<number, number> = new Map();
  readonly #removedNow: Map<number, CheckedGpr> = new Map();
  #createdCount = 0;
  #removedCount = 0;
  #endedCount = 0;

  constructor(report: Report, pools: CheckedPools, workspaces: CheckedWorkspaces) {
    this.#report = report;
    this.#pools = pools;
    this.#workspaces = workspaces;
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

  count(): GprCounts {
    let queued = 0;
    for (const { state } of this.#gprs.values()) if (state === State.queued) queued++;
    return {
      created: this.#createdCount,
      queued,
      provisioned: this.#gprs.size - queued,
      ended: this.#endedCount,
      removed: this.#removedCount,
    };
  }

  /** The GPR that a fact is about. Objects to what differs. */
  expect(
    uid: number,
    states: readonly number[],
    given: { readonly workspace?: number; readonly pool?: number } = {},
  ): CheckedGpr | undefined {
    const report = this.#report;
    const gpr = this.#gprs.get(uid);
    if (gpr === undefined) {
      report.object(`a fact is about GPR ${uid}, which does not exist`);
      return undefined;
    }
    if (!states.includes(gpr.state)) {
      report.object(`GPR ${uid} is in state ${gpr.state}; expected ${states.join(' or ')}`);
    }
    const { workspace = gpr.workspace, pool = gpr.pool } = given;
    this.compare(uid, 'workspace', gpr.workspace, workspace);
    this.compare(uid, 'pool', gpr.pool, pool);
    return gpr;
  }

  compare(uid: number, what: string, expected: number, found: number): void {
    if (expected !== found)
      this.#report.object(`a fact has ${what} ${found} for GPR ${uid}; expected ${expected}`);
  }

  end({ uid, workspace }: CheckedGpr): void {
    this.#endedCount++;
    this.#gprs.delete(uid);
    this.#ended.set(uid, workspace);
  }

  /** Replaces a GPR that was removed in this instant with one that was created in it (a burst). */
  move(leftUid: number, uid: number): void {
    const report = this.#report;
    const left = this.#removedNow.get(leftUid);
    const gpr = this.#gprs.get(uid);
    if (left === undefined)
      report.object(`GPR ${leftUid} was replaced; expected its removal in this instant`);
    if (gpr === undefined || gpr.state !== State.queued || gpr.createdAt !== report.atMs) {
      report.object(`GPR ${uid} replaces another; expected its creation in this instant`);
    }
    if (left === undefined || gpr === undefined) return;
    // Its priority and exit duration can be those of another template.
    if (gpr.workspace !== left.workspace)
      report.object(`GPR ${uid} replaces GPR ${leftUid}; expected the same workspace`);
    const { order, createdAt, hasStarted, ranMs, retries, failures, delays } = left;
    this.#pools.leave(gpr);
    Object.assign(gpr, { order, createdAt, hasStarted, ranMs, retries, failures, delays });
    this.#pools.wait(gpr);
  }

  endInstant(): void {
    this.#removedNow.clear();
  }

  #onCreated(words: WordsOf<'gprCreated'>): void {
    const { uid, workspace } = words;
    const known = this.#gprs.get(uid);
    if (this.isKnown(uid)) this.#report.object(`GPR ${uid} was created twice`);
    if (known?.state === State.queued) this.#pools.leave(known);
    this.#workspaces.expectOpen(workspace, `GPR ${uid}`);
    const gpr = createdGpr(words, this.#createdCount++, this.#report.atMs);
    this.#gprs.set(uid, gpr);
    this.#pools.wait(gpr);
  }

  #onRemoved(uid: number, workspace: number): void {
    this.#removedCount++;
    const gpr = this.#gprs.get(uid);
    const owner = gpr?.workspace ?? this.#ended.get(uid);
    if (owner === undefined) {
      this.#report.object(`GPR ${uid} was removed, but does not exist`);
      return;
    }
    // The fact has no workspace (−1) if the GPR had ended and left memory.
    if (gpr !== undefined || workspace >= 0) this.compare(uid, 'workspace', owner, workspace);
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
    const gpr = this.expect(words.uid, [State.queued], words);
    if (gpr === undefined) return;
    gpr.flags = words.flags;
    if (gpr.state !== State.queued) return;
    this.#pools.leave(gpr);
    gpr.priority = words.priority;
    this.#pools.wait(gpr);
  }

  #onActivity(words: WordsOf<'gprActivity'>): void {
    const gpr = this.expect(words.uid, [State.successful], words);
    if (gpr === undefined) return;
    const isIdle = words.idle === 1;
    if (gpr.isIdle === isIdle)
      this.#report.object(`GPR ${gpr.uid} became ${isIdle ? 'idle' : 'busy'}, but already was`);
    gpr.isIdle = isIdle;
  }

  #onDelayed(words: WordsOf<'gprDelayed'>): void {
    const { uid, delayedCount, estimatedStartMs } = words;
    const gpr = this.expect(uid, [State.queued], words);
    if (gpr === undefined) return;
    this.compare(uid, 'delay count', gpr.delays + 1, delayedCount);
    gpr.delays = delayedCount;
    if (estimatedStartMs >= 0 && estimatedStartMs < this.#report.atMs) {
      this.#report.object(`the estimated start of GPR ${uid}, at ${estimatedStartMs} ms, is in the past`);
    }
  }
}
