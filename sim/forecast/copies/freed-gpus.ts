// Follows the facts of a copy of the world, and knows which event freed each free GPU of one pool. In a pool with shared GPUs, it
// counts thousandths of GPUs, and does not distinguish the GPUs of a node.

import { WHOLE_GPU } from '../../capacity/shares/share-nodes.ts';
import { Shares } from '../../capacity/shares/shares.ts';
import { FactKind, GprCreated, GprEnded, GprProvisioning, GprRequeued } from '../../facts/fact-catalogue.ts';
import { LogReader } from '../../facts/follower.ts';
import { Reason } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { ROW } from '../../tables/gprs/gpr-table.ts';
import { type Freeing, inOrderOfTime } from './freeing.ts';

/** Free GPUs of a node, in units. */
interface Freed {
  gpus: number;
  /** undefined: they were free from the beginning. */
  readonly by: Freeing | undefined;
}

export class FreedGpus extends LogReader {
  readonly #core: Core;
  readonly #pool: number;
  /** Units of a whole GPU: 1, or its thousandths. */
  readonly #whole: number;
  /** The GPR whose start ends the search. */
  readonly #uid: number;
  readonly #workspace: number;
  /** By node: the free GPUs, those that were freed last at the end. */
  readonly #free: Map<number, Freed[]> = new Map();
  /** uid → GPUs on each of its nodes, for the provisioned GPRs of the pool. */
  readonly #held: Map<number, ReadonlyMap<number, number>> = new Map();
  /** uids of GPRs that a burst has made. */
  readonly #made: Set<number> = new Set();
  /** The last end of the workspace's provisioned GPR. */
  #opening: Freeing | undefined;
  /** What makes room for the GPR; undefined until it starts. */
  freeings: readonly Freeing[] | undefined;

  constructor(core: Core, row: number) {
    super(core.facts, [
      FactKind.gprCreated,
      FactKind.gprProvisioning,
      FactKind.gprEnded,
      FactKind.gprRequeued,
      FactKind.nodeUp,
    ]);
    const { gprs, pools, rules } = core;
    this.#core = core;
    this.#pool = gprs.pool[row];
    this.#uid = gprs.uid[row];
    this.#workspace = rules.limited ? gprs.workspace[row] : -1;
    const { capacity, hasShares } = pools[this.#pool];
    this.#whole = hasShares ? WHOLE_GPU : 1;
    for (let slot = 0; slot < capacity.nodeCount; slot++) {
      const isShared = hasShares && capacity instanceof Shares && capacity.freeAt(slot) >= 0;
      const gpus = isShared ? capacity.nodes.gpuLeft[slot] : capacity.freeAt(slot);
      if (gpus > 0) this.#free.set(capacity.nodeAt(slot), [{ gpus, by: undefined }]);
    }
    for (let other = 0; other < gprs.used; other += ROW) {
      if (gprs.pool[other] === this.#pool && gprs.isProvisioned(other))
        this.#hold(other, core.nodesOf(other));
    }
    this.start();
  }

  protected see(kind: number, words: Float64Array, at: number, row: number): void {
    // The word before the first is the instant.
    const atMs = words[at - 1];
    if (this.freeings !== undefined) return;
    switch (kind) {
      case FactKind.gprCreated:
        this.#made.add(words[at + GprCreated.uid]);
        break;
      case FactKind.gprProvisioning:
        if (words[at + GprProvisioning.pool] === this.#pool) this.#start(words, at, row);
        break;
      case FactKind.gprEnded:
        this.#end(
          atMs,
          words[at + GprEnded.uid],
          words[at + GprEnded.workspace],
          words[at + GprEnded.reason],
        );
        break;
      case FactKind.gprRequeued:
        this.#end(
          ...([atMs, words[at + GprRequeued.uid], words[at + GprRequeued.workspace]] as const),
          words[at + GprRequeued.reason],
        );
        break;
      case FactKind.nodeUp:
        this.#repair(atMs, words[at]);
    }
  }

  #start(words: Float64Array, at: number, row: number): void {
    const { demands, gprs } = this.#core;
    const from = at + GprProvisioning.nodes;
    const nodes = words.subarray(from, from + demands.nodes[gprs.demand[row]]);
    const uid = words[at + GprProvisioning.uid];
    const taken = new Set<Freeing>();
    for (const [node, gpus] of this.#hold(row, nodes, uid)) this.#take(node, gpus, uid === this.#uid, taken);
    if (uid !== this.#uid) return;
    if (this.#opening !== undefined) {
      this.#opening.opensWorkspace = true;
      taken.add(this.#opening);
    }
    // A GPU of which a part was freed counts as one.
    for (const freeing of taken) freeing.gpus = Math.ceil(freeing.gpus / this.#whole);
    this.freeings = inOrderOfTime(taken);
  }

  #hold(row: number, nodes: Iterable<number>, uid = this.#core.gprs.uid[row]): ReadonlyMap<number, number> {
    const held = new Map<number, number>();
    const { gprs, demands } = this.#core;
    const units = this.#whole === 1 ? 1 : demands.gpuMilli[gprs.demand[row]];
    for (const node of nodes) held.set(node, this.#core.gpusOn(row, node) * units);
    this.#held.set(uid, held);
    return held;
  }

  /** Takes the GPUs that were freed last. @param counts whether their events make room for the GPR */
  #take(node: number, gpus: number, counts: boolean, events: Set<Freeing>): void {
    const free = this.#free.get(node) ?? [];
    for (let left = gpus; left > 0; ) {
      const last = free.at(-1);
      if (last === undefined) throw new Error(`node ${node} has ${left} free GPUs less than a start takes`);
      const now = Math.min(left, last.gpus);
      left -= now;
      last.gpus -= now;
      if (last.gpus === 0) free.pop();
      if (!counts || last.by === undefined) continue;
      last.by.gpus += now;
      events.add(last.by);
    }
  }

  #end(atMs: number, uid: number, workspace: number, reason: number): void {
    const held = this.#held.get(uid);
    if (held === undefined && workspace !== this.#workspace) return;
    this.#held.delete(uid);
    const freeing: Freeing = {
      atMs,
      uid,
      workspace,
      reason: reason as Freeing['reason'],
      node: -1,
      isNew: this.#made.has(uid),
      gpus: 0,
      opensWorkspace: false,
    };
    for (const [node, gpus] of held ?? []) this.#give(node, gpus, freeing);
    if (workspace === this.#workspace) this.#opening = freeing;
  }

  #repair(atMs: number, node: number): void {
    const { nodes } = this.#core;
    if (nodes.pool[node] !== this.#pool) return;
    this.#give(node, nodes.gpuCount[node] * this.#whole, {
      atMs,
      uid: -1,
      workspace: -1,
      reason: Reason.none,
      node,
      isNew: false,
      gpus: 0,
      opensWorkspace: false,
    });
  }

  #give(node: number, gpus: number, by: Freeing): void {
    const free = this.#free.get(node) ?? [];
    let place = free.length;
    for (; place > 0; place--) {
      const before = free[place - 1].by;
      if (before === undefined || before.atMs < by.atMs || before.uid < by.uid) break;
    }
    free.splice(place, 0, { gpus, by });
    this.#free.set(node, free);
  }
}
