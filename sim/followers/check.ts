// The invariant checker: a model of its own, made of nothing but facts, that objects to whatever cannot be.
//   GPUs are never oversold · a node that is down holds nothing · states follow one another as they may · no GPR is lost
//   one provisioned GPR a workspace · victims are strictly lower in priority and none was needless · time never runs back

import { FactKind } from '../facts/catalogue.ts';
import { eachFact, type FactRun } from '../facts/log.ts';
import { Reason, State } from '../facts/numbered.ts';
import type { Scenario } from '../language/scenario.ts';
import { Flag } from '../tables/gpr.ts';

interface CheckedGpr {
  readonly workspace: number;
  readonly pool: number;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  priority: number;
  flags: number;
  state: number;
  /** node → GPUs held. */
  held: Map<number, number>;
}

interface CheckedNode {
  readonly pool: number;
  readonly gpus: number;
  free: number;
  up: boolean;
  /** Another instant may only bring it back. */
  removed: boolean;
}

export interface CheckResult {
  readonly facts: number;
  readonly created: number;
  readonly queued: number;
  readonly provisioned: number;
  readonly ended: number;
  readonly removed: number;
}

/** Violations are kept up to this many. */
const VIOLATIONS_MAX = 20;

export class Checker {
  readonly violations: string[] = [];
  readonly #limited: boolean;
  readonly #gprs: Map<number, CheckedGpr> = new Map();
  readonly #nodes: Map<number, CheckedNode> = new Map();
  /** workspace → its provisioned GPR. */
  readonly #holds: Map<number, number> = new Map();
  /** Victims of an evictor that has not started yet, with what each held. */
  readonly #victims: Map<number, Map<number, number>[]> = new Map();
  /** The scenario's nodes in their order: whether they are in a pool of several instance types; and those pools. */
  readonly #isMixed: readonly boolean[];
  readonly #mixedPools: Set<number> = new Set();
  /** Nodes that went down or were removed in this instant. */
  readonly #vacated: Set<number> = new Set();
  #atMs = 0;
  #facts = 0;
  #created = 0;
  #removed = 0;
  #ended = 0;
  #words: Float64Array = new Float64Array(0);
  #at = 0;
  #count = 0;

  constructor(scenario: Pick<Scenario, 'scheduler' | 'clusters'>) {
    this.#limited = scenario.scheduler.workspaceLimit === 1;
    this.#isMixed = scenario.clusters.flatMap(({ onePool, nodes }) =>
      nodes.flatMap(({ count }) => new Array<boolean>(count).fill(onePool && nodes.length > 1)),
    );
  }

  read(run: FactRun): void {
    this.#words = run.words;
    eachFact(run, (kind, atMs, at, count, seq) => {
      this.#at = at;
      this.#count = count;
      this.#facts++;
      if (seq !== this.#facts) this.#object(`fact ${seq} where fact ${this.#facts} should be`);
      this.#facts = seq;
      if (atMs < this.#atMs) this.#object(`time ran back from ${this.#atMs} to ${atMs} at fact ${seq}`);
      if (atMs > this.#atMs) this.#checkInstant();
      this.#atMs = atMs;
      this.#see(kind);
    });
  }

  /** The counts; a GPR that is in none of them would have been lost. */
  result(): CheckResult {
    let queued = 0;
    let provisioned = 0;
    for (const gpr of this.#gprs.values()) {
      if (gpr.state === State.queued) queued++;
      else provisioned++;
    }
    const counts = {
      facts: this.#facts,
      created: this.#created,
      queued,
      provisioned,
      ended: this.#ended,
      removed: this.#removed,
    };
    return counts;
  }

  /** Compares with what the engine says is queued and provisioned, between two of its turns. */
  compare(states: Readonly<Record<string, number>>): void {
    this.#checkInstant();
    const { queued, provisioned } = this.result();
    if (states.Queued !== queued) this.#object(`${states.Queued} GPRs are queued, by the facts ${queued}`);
    const engine = states.Provisioning + states.Successful;
    if (engine !== provisioned) this.#object(`${engine} GPRs are provisioned, by the facts ${provisioned}`);
  }

  /** What must hold when the engine has done with an instant. */
  #checkInstant(): void {
    for (const uid of this.#victims.keys()) this.#object(`GPR ${uid} evicted and did not start`);
    this.#victims.clear();
    for (const index of this.#vacated) {
      const { up, free, gpus } = this.#nodes.get(index)!;
      if (!up && free < gpus) this.#object(`node ${index} is down and holds ${gpus - free} GPUs`);
    }
    this.#vacated.clear();
  }

  #word(i: number): number {
    return this.#words[this.#at + i];
  }

  #object(what: string): void {
    if (this.violations.length < VIOLATIONS_MAX) this.violations.push(`at ${this.#atMs} ms: ${what}`);
  }

  #see(kind: number): void {
    switch (kind) {
      case FactKind.gprCreated:
        this.#onCreated();
        break;
      case FactKind.gprProvisioning:
        this.#onProvisioning();
        break;
      case FactKind.gprSuccessful: {
        const gpr = this.#expect(this.#word(0), [State.provisioning]);
        if (gpr !== undefined) gpr.state = State.successful;
        break;
      }
      case FactKind.gprEnded:
      case FactKind.gprRequeued:
        this.#onRelease(kind);
        break;
      case FactKind.gprRemoved:
        this.#onRemoved();
        break;
      case FactKind.gprChanged: {
        const gpr = this.#expect(this.#word(0), [State.queued]);
        if (gpr === undefined) break;
        gpr.priority = this.#word(2);
        gpr.flags = this.#word(3);
        break;
      }
      case FactKind.gprActivity:
        this.#expect(this.#word(0), [State.successful]);
        break;
      case FactKind.gprDelayed:
        this.#expect(this.#word(0), [State.queued]);
        break;
      case FactKind.nodeAdded:
        if (this.#isMixed[this.#word(0)]) this.#mixedPools.add(this.#word(1));
        this.#nodes.set(this.#word(0), {
          pool: this.#word(1),
          gpus: this.#word(2),
          free: this.#word(2),
          up: true,
          removed: false,
        });
        break;
      case FactKind.nodeDown:
      case FactKind.nodeUp:
      case FactKind.nodeRemoved:
        this.#onNode(kind);
        break;
    }
  }

  #expect(uid: number, states: readonly number[]): CheckedGpr | undefined {
    const gpr = this.#gprs.get(uid);
    if (gpr === undefined) this.#object(`GPR ${uid} is spoken of, but there is none`);
    else if (!states.includes(gpr.state))
      this.#object(`GPR ${uid} is in state ${gpr.state}, not in ${states}`);
    return gpr;
  }

  #onCreated(): void {
    const uid = this.#word(0);
    if (this.#gprs.has(uid)) this.#object(`GPR ${uid} was created twice`);
    this.#created++;
    this.#gprs.set(uid, {
      workspace: this.#word(1),
      pool: this.#word(2),
      priority: this.#word(3),
      nodeCount: this.#word(4),
      gpusPerNode: this.#word(5),
      flags: this.#word(7),
      state: State.queued,
      held: new Map(),
    });
  }

  #onProvisioning(): void {
    const uid = this.#word(0);
    const gpr = this.#expect(uid, [State.queued]);
    if (gpr === undefined) return;
    if (this.#limited && this.#holds.has(gpr.workspace)) {
      this.#object(`workspace ${gpr.workspace} got GPR ${uid} and holds ${this.#holds.get(gpr.workspace)}`);
    }
    this.#checkVictims(uid, gpr);
    gpr.state = State.provisioning;
    this.#holds.set(gpr.workspace, uid);
    let held = 0;
    for (let i = 6; i < this.#count; i++) {
      const node = this.#nodes.get(this.#word(i));
      if (node === undefined) {
        this.#object(`GPR ${uid} got node ${this.#word(i)}, but there is none`);
        continue;
      }
      const gpus = need(gpr, node);
      node.free -= gpus;
      held += gpus;
      if (gpr.held.has(this.#word(i))) this.#object(`GPR ${uid} got node ${this.#word(i)} twice`);
      gpr.held.set(this.#word(i), gpus);
      if (!node.up || node.removed) this.#object(`GPR ${uid} got node ${this.#word(i)}, which is down`);
      if (node.pool !== gpr.pool) this.#object(`GPR ${uid} got node ${this.#word(i)} of another pool`);
      if (node.free < 0) this.#object(`node ${this.#word(i)} is oversold by ${-node.free} GPUs`);
    }
    if (gpr.held.size !== gpr.nodeCount)
      this.#object(`GPR ${uid} got ${gpr.held.size} of ${gpr.nodeCount} nodes`);
    if (held !== this.#word(3)) this.#object(`GPR ${uid} holds ${held} GPUs, its fact says ${this.#word(3)}`);
  }

  /** Without any one of its victims the evictor would not have fitted. */
  #checkVictims(uid: number, gpr: CheckedGpr): void {
    const victims = this.#victims.get(uid) ?? [];
    this.#victims.delete(uid);
    // Facts do not tell which types of a mixed pool a GPR accepts.
    if (this.#mixedPools.has(gpr.pool)) return;
    victims.forEach((held, i) => {
      let room = 0;
      for (const [index, node] of this.#nodes) {
        if (node.pool !== gpr.pool || !node.up) continue;
        if (node.free - (held.get(index) ?? 0) >= need(gpr, node)) room++;
      }
      if (room >= gpr.nodeCount) this.#object(`victim ${i + 1} of GPR ${uid} was needless`);
    });
  }

  #onRelease(kind: number): void {
    const uid = this.#word(0);
    const gpr = this.#expect(uid, [State.provisioning, State.successful]);
    if (gpr === undefined) return;
    for (const [index, gpus] of gpr.held) {
      const node = this.#nodes.get(index)!;
      node.free += gpus;
      if (node.free > node.gpus) this.#object(`node ${index} got back more than it has`);
    }
    this.#holds.delete(gpr.workspace);
    const [reason, culprit] =
      kind === FactKind.gprEnded ? [this.#word(3), this.#word(4)] : [this.#word(2), this.#word(3)];
    if (reason === Reason.eviction) this.#onEvicted(uid, gpr, culprit);
    gpr.held = new Map();
    if (kind === FactKind.gprRequeued) {
      gpr.state = State.queued;
      return;
    }
    gpr.state = this.#word(2);
    if (gpr.state < State.complete) this.#object(`GPR ${uid} ended in state ${gpr.state}`);
    this.#ended++;
    // What has ended holds nothing and is spoken of no more, but for its removal.
    this.#gprs.delete(uid);
  }

  #onEvicted(uid: number, gpr: CheckedGpr, culprit: number): void {
    const evictor = this.#expect(culprit, [State.queued]);
    if (evictor === undefined) return;
    if (evictor.priority <= gpr.priority) this.#object(`GPR ${uid} was evicted by one of no higher priority`);
    if ((evictor.flags & Flag.evicts) === 0) this.#object(`GPR ${culprit} evicted without leave`);
    if (evictor.workspace === gpr.workspace) this.#object(`GPR ${uid} was evicted by its own workspace`);
    const victims = this.#victims.get(culprit) ?? [];
    victims.push(gpr.held);
    this.#victims.set(culprit, victims);
  }

  #onRemoved(): void {
    const gpr = this.#gprs.get(this.#word(0));
    this.#removed++;
    if (gpr === undefined) return;
    if (gpr.state !== State.queued) this.#object(`GPR ${this.#word(0)} was removed while provisioned`);
    this.#gprs.delete(this.#word(0));
  }

  #onNode(kind: number): void {
    const index = this.#word(0);
    const node = this.#nodes.get(index);
    if (node === undefined) {
      this.#object(`node ${index} is spoken of, but there is none`);
      return;
    }
    if (node.removed) this.#object(`node ${index} was removed before`);
    if (kind === FactKind.nodeRemoved) node.removed = true;
    else if (node.up === (kind === FactKind.nodeUp)) this.#object(`node ${index} was in that state already`);
    node.up = kind === FactKind.nodeUp;
    if (!node.up) this.#vacated.add(index);
  }
}

/** GPUs that a GPR takes of a node. */
function need(gpr: CheckedGpr, node: CheckedNode): number {
  return (gpr.flags & Flag.dedicatedNodes) !== 0 ? node.gpus : gpr.gpusPerNode;
}
