// Checks that the facts of a run obey the conservation laws of the simulator:
// 1. Facts have successive numbers and the words of their kind, and time does not go back.
// 2. A GPR is created once, and takes only possible steps from Queued to its end.
// 3. It gets as many nodes and GPUs as it requested, on nodes of its pool that are up, and gives all of them back.
// 4. No GPU, CPU or memory of a node is given twice.
// 5. A node that is down has no GPUs in use.
// 6. With a workspace limit, a workspace has at most one provisioned GPR.
// 7. Waits, time in the system, time Successful, remaining exit durations and retries add up.
// 8. No GPR runs longer than its exit duration.
// 9. A GPR evicts only GPRs of lower priority, of its pool and of other workspaces, and then starts.
// 10. The engine has as many queued and as many provisioned GPRs as the facts.
// It knows the scenario and the facts only, and shares no model with the engine.

import { ENTRIES, FACTS, type FactName, type WordsOf } from '../../facts/fact-catalogue.ts';
import { eachFact, type FactRun, namedWords } from '../../facts/log.ts';
import { Reason, State } from '../../facts/numbered.ts';
import { Flag } from '../../tables/gprs/gpr-table.ts';
import {
  type CheckedGpr,
  type CheckedNodes,
  type CheckedScenario,
  newCheckedNodes,
} from './checked-nodes.ts';

type Laws = { readonly [Name in FactName]?: (words: WordsOf<Name>) => void };

const VIOLATIONS_MAX = 20;

const NAMES: readonly (FactName | undefined)[] = ENTRIES.map((entry) =>
  (Object.keys(FACTS) as FactName[]).find((name) => FACTS[name] === entry),
);

export class Checker {
  readonly violations: string[] = [];
  readonly #limited: boolean;
  readonly #nodes: CheckedNodes;
  readonly #laws: Laws;
  /** GPRs that have not ended, by uid. */
  readonly #gprs: Map<number, CheckedGpr> = new Map();
  /** uids of GPRs that have ended and were not removed since. */
  readonly #ended: Set<number> = new Set();
  /** GPRs that were removed in this instant while they were queued: a burst replaces them. */
  readonly #removedNow: Map<number, CheckedGpr> = new Map();
  /** uids of GPRs that evicted others in this instant and have not started. */
  readonly #evictors: Set<number> = new Set();
  /** Workspace → number of its provisioned GPRs. */
  readonly #provisioned: Map<number, number> = new Map();
  #facts = 0;
  #atMs = 0;

  constructor(scenario: CheckedScenario) {
    this.#limited = scenario.scheduler.workspaceLimit === 1;
    this.#nodes = newCheckedNodes(scenario, (what) => this.#object(what));
    this.#laws = {
      ...this.#nodes.laws,
      gprCreated: (words) => this.#onCreated(words),
      gprShape: (words) => {
        const gpr = this.#expect(words, [State.queued]);
        if (gpr !== undefined) gpr.shape = words;
      },
      gprChanged: (words) => {
        const { priority, flags } = words;
        Object.assign(this.#expect(words, [State.queued]) ?? {}, { priority, flags });
      },
      gprProvisioning: (words) => this.#onProvisioning(words),
      gprGpus: (words) => {
        const gpr = this.#expect(words, [State.provisioning]);
        if (gpr !== undefined) this.#nodes.takeShares(gpr, words.node, words.gpuIndexes);
      },
      gprSuccessful: (words) => {
        const change = { state: State.successful, successfulAtMs: this.#atMs };
        Object.assign(this.#expect(words, [State.provisioning]) ?? {}, change);
      },
      gprRequeued: (words) => this.#onRequeued(words),
      gprEnded: (words) => this.#onEnded(words),
      gprRemoved: (words) => this.#onRemoved(words),
      placementMoved: ({ left, gprId }) => this.#onMoved(left, gprId),
    };
  }

  read(run: FactRun): void {
    eachFact(run, (kind, atMs, at, count, seq) => {
      this.#facts++;
      if (seq !== this.#facts)
        this.#object(`fact ${seq} follows fact ${this.#facts - 1}; expected fact ${this.#facts}`);
      this.#facts = seq;
      if (atMs < this.#atMs)
        this.#object(`time goes back to ${atMs} ms at fact ${seq}; expected at least ${this.#atMs} ms`);
      if (atMs > this.#atMs) {
        this.#endTurn();
        this.#removedNow.clear();
      }
      this.#atMs = atMs;
      const name = NAMES[kind];
      const words = namedWords(kind, run.words, at, count);
      if (name === undefined) this.#object(`fact ${seq} has the unknown kind ${kind}`);
      else if (words === undefined)
        this.#object(`fact ${seq} (${name}) has the wrong number of words: ${count}`);
      else (this.#laws[name] as ((words: object) => void) | undefined)?.(words);
    });
  }

  /** Compares the engine's numbers of queued and provisioned GPRs with the facts. Called between two turns of the engine. */
  compare(states: Readonly<Record<string, number>>): void {
    this.#endTurn();
    let queued = 0;
    for (const { state } of this.#gprs.values()) if (state === State.queued) queued++;
    if (states.Queued !== queued)
      this.#object(`the engine has ${states.Queued} queued GPRs; expected ${queued} by the facts`);
    const engine = states.Provisioning + states.Successful;
    const provisioned = this.#gprs.size - queued;
    if (engine !== provisioned)
      this.#object(`the engine has ${engine} provisioned GPRs; expected ${provisioned} by the facts`);
  }

  #object(what: string): void {
    if (this.violations.length < VIOLATIONS_MAX) this.violations.push(`at ${this.#atMs} ms: ${what}`);
  }

  #endTurn(): void {
    this.#nodes.endTurn();
    for (const uid of this.#evictors) this.#object(`GPR ${uid} evicted others, but did not start`);
    this.#evictors.clear();
  }

  /** The GPR that a fact is about. Objects to what differs. */
  #expect(
    words: { readonly uid: number; readonly workspace: number; readonly pool?: number },
    states: readonly number[],
  ): CheckedGpr | undefined {
    const { uid } = words;
    const gpr = this.#gprs.get(uid);
    if (gpr === undefined) {
      this.#object(`a fact is about GPR ${uid}, which does not exist`);
      return undefined;
    }
    if (!states.includes(gpr.state))
      this.#object(`GPR ${uid} is in state ${gpr.state}; expected ${states.join(' or ')}`);
    this.#compare(uid, 'workspace', gpr.workspace, words.workspace);
    this.#compare(uid, 'pool', gpr.pool, words.pool ?? gpr.pool);
    return gpr;
  }

  #compare(uid: number, what: string, expected: number, found: number): void {
    if (expected !== found) this.#object(`a fact has ${what} ${found} for GPR ${uid}; expected ${expected}`);
  }

  #onCreated(words: WordsOf<'gprCreated'>): void {
    const { uid } = words;
    if (this.#gprs.has(uid) || this.#ended.has(uid)) this.#object(`GPR ${uid} was created twice`);
    this.#gprs.set(uid, {
      ...words,
      state: State.queued,
      held: new Map(),
      masks: new Map(),
      shape: undefined,
      createdAtMs: this.#atMs,
      hasStarted: false,
      successfulAtMs: -1,
      ranMs: 0,
      retries: 0,
    });
  }

  #onProvisioning(words: WordsOf<'gprProvisioning'>): void {
    const gpr = this.#expect(words, [State.queued]);
    if (gpr === undefined) return;
    const { uid, workspace } = gpr;
    this.#compare(uid, 'wait (ms)', gpr.hasStarted ? -1 : this.#atMs - gpr.createdAtMs, words.waitMs);
    this.#compare(uid, 'retry count', gpr.retries, words.retryCount);
    const others = this.#provisioned.get(workspace) ?? 0;
    if (this.#limited && others > 0)
      this.#object(`GPR ${uid} started, but workspace ${workspace} already has a provisioned GPR`);
    this.#provisioned.set(workspace, others + 1);
    this.#evictors.delete(uid);
    gpr.state = State.provisioning;
    gpr.hasStarted = true;
    this.#compare(uid, 'GPU count', this.#nodes.take(gpr, words.nodes), words.gpus);
    if (gpr.held.size !== gpr.nodeCount)
      this.#object(`GPR ${uid} got ${gpr.held.size} nodes; expected ${gpr.nodeCount}`);
  }

  #onRequeued(words: WordsOf<'gprRequeued'>): void {
    const gpr = this.#expect(words, [State.provisioning, State.successful]);
    if (gpr === undefined) return;
    this.#endAttempt(gpr, words);
    this.#compare(gpr.uid, 'remaining exit duration (ms)', gpr.exitMs - gpr.ranMs, words.exitLeftMs);
    gpr.state = State.queued;
    gpr.retries++;
  }

  #onEnded(words: WordsOf<'gprEnded'>): void {
    const { uid, reason } = words;
    const isRefused = reason === Reason.noRoom;
    const gpr = this.#expect(words, isRefused ? [State.queued] : [State.provisioning, State.successful]);
    if (gpr === undefined) return;
    if (words.state < State.complete)
      this.#object(`GPR ${uid} ended in state ${words.state}, which is not an end state`);
    let held = 0;
    for (const gpus of gpr.held.values()) held += gpus;
    this.#compare(uid, 'GPU count', held, words.gpus);
    this.#compare(uid, 'time in the system (ms)', this.#atMs - gpr.createdAtMs, words.inSystemMs);
    this.#endAttempt(gpr, words);
    this.#compare(uid, 'time Successful (ms)', gpr.ranMs, words.ranMs);
    if (gpr.ranMs > gpr.exitMs || (reason === Reason.exitDuration && gpr.ranMs < gpr.exitMs))
      this.#object(`GPR ${uid} ended after ${gpr.ranMs} ms of its exit duration, ${gpr.exitMs} ms`);
    this.#gprs.delete(uid);
    this.#ended.add(uid);
  }

  /** A GPR loses its nodes. */
  #endAttempt(gpr: CheckedGpr, { reason, culprit }: { reason: number; culprit: number }): void {
    const { state, workspace } = gpr;
    this.#nodes.give(gpr);
    if (state === State.successful) gpr.ranMs += this.#atMs - gpr.successfulAtMs;
    if (state !== State.queued) this.#provisioned.set(workspace, this.#provisioned.get(workspace)! - 1);
    if (reason === Reason.eviction) this.#checkEviction(gpr, culprit);
  }

  #checkEviction(victim: CheckedGpr, uid: number): void {
    const evictor = this.#gprs.get(uid);
    if (evictor?.state !== State.queued) {
      this.#object(`GPR ${victim.uid} was evicted by GPR ${uid}, which is not queued`);
      return;
    }
    const event = `GPR ${victim.uid} was evicted by GPR ${uid}`;
    if (evictor.priority <= victim.priority) this.#object(`${event}, whose priority is not higher`);
    if ((evictor.flags & Flag.evicts) === 0) this.#object(`${event}, which lacks the flag "evicts"`);
    if (evictor.pool !== victim.pool) this.#object(`${event} of another pool`);
    if (evictor.workspace === victim.workspace) this.#object(`${event} of the same workspace`);
    this.#evictors.add(uid);
  }

  /** The fact has no workspace (−1) if the GPR had ended and left memory. */
  #onRemoved({ uid, workspace }: WordsOf<'gprRemoved'>): void {
    const gpr = this.#gprs.get(uid);
    if (gpr === undefined) {
      if (!this.#ended.delete(uid)) this.#object(`GPR ${uid} was removed, but does not exist`);
      return;
    }
    this.#expect({ uid, workspace }, [State.queued]);
    this.#gprs.delete(uid);
    this.#removedNow.set(uid, gpr);
  }

  /** A burst: a GPR that was created in this instant continues one that was removed in it. */
  #onMoved(leftUid: number, uid: number): void {
    const left = this.#removedNow.get(leftUid);
    const gpr = this.#gprs.get(uid);
    if (left === undefined || gpr?.state !== State.queued || gpr.createdAtMs !== this.#atMs) {
      this.#object(`GPR ${uid} replaces GPR ${leftUid}; expected a creation and a removal in this instant`);
      return;
    }
    const { createdAtMs, hasStarted, ranMs, retries } = left;
    Object.assign(gpr, { createdAtMs, hasStarted, ranMs, retries });
  }
}
