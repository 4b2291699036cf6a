// Which nodes have room for a demand, and their scores. A score depends on one node and one demand, so it is kept until the node
// changes: a placement changes one node, and a scan of the kept scores finds the next one.

import type { PlacementPolicy } from '../placement/placement-policy.ts';
import type { ShareNodes } from './share-nodes.ts';
import type { ShareView } from './share-view.ts';

/** What is kept of a demand. */
interface Kept {
  /** By slot: the score, −Infinity without room. */
  scores: Float64Array;
  /** By slot: the version of the node of which this is the score; 0 = none. */
  versions: Int32Array;
  /** The last scan: the number of changes of the pool before it, the nodes with room, and the best of them (−1 = none). */
  at: number;
  room: number;
  best: number;
}

export class ShareScores {
  readonly #nodes: ShareNodes;
  readonly #view: ShareView;
  readonly #ranks: Int32Array;
  readonly #placement: PlacementPolicy;
  /** By demand. */
  readonly #kept: Kept[] = [];
  /** By slot: raised with each change of the node. */
  #versions: Int32Array = new Int32Array(0);
  #changes = 0;

  /** @param ranks by slot; a slot beyond its end has itself as rank. Of equal scores, the lowest rank is best */
  constructor(nodes: ShareNodes, view: ShareView, ranks: Int32Array, placement: PlacementPolicy) {
    this.#nodes = nodes;
    this.#view = view;
    this.#ranks = ranks;
    this.#placement = placement;
  }

  /** A node was added, or changed. */
  touch(slot: number): void {
    if (slot >= this.#versions.length) {
      const longer = new Int32Array(Math.max(32, slot + 1, this.#versions.length * 2)).fill(1);
      longer.set(this.#versions);
      this.#versions = longer;
    }
    this.#versions[slot]++;
    this.#changes++;
    this.#view.forget(slot);
  }

  /** Returns the number of nodes with room for a demand. */
  room(demand: number): number {
    return this.#scanned(demand).room;
  }

  /** Returns the best slot with room for a demand, −1 without one. @param except slots that do not count */
  best(demand: number, except: readonly number[]): number {
    const { scores, best } = this.#scanned(demand);
    if (except.length === 0) return best;
    let found = -1;
    for (let slot = 0; slot < this.#nodes.count; slot++) {
      if (scores[slot] === -Infinity || except.includes(slot)) continue;
      if (found < 0 || this.#isBetter(scores, slot, found)) found = slot;
    }
    return found;
  }

  /** Returns the slots of the nodes with room for a demand. */
  slots(demand: number): number[] {
    const { scores } = this.#scanned(demand);
    const slots: number[] = [];
    for (let slot = 0; slot < this.#nodes.count; slot++) if (scores[slot] !== -Infinity) slots.push(slot);
    return slots;
  }

  /** Returns the slot of the nth node with room for a demand. @param except slots that do not count */
  nth(demand: number, n: number, except: readonly number[]): number {
    const { scores } = this.#scanned(demand);
    let left = n;
    for (let slot = 0; slot < this.#nodes.count; slot++) {
      if (scores[slot] === -Infinity || except.includes(slot)) continue;
      if (left-- === 0) return slot;
    }
    throw new Error(`demand ${demand} has room on fewer than ${n + 1} nodes`);
  }

  #scanned(demand: number): Kept {
    let kept = this.#kept[demand];
    if (kept === undefined) {
      kept = { scores: new Float64Array(0), versions: new Int32Array(0), at: -1, room: 0, best: -1 };
      this.#kept[demand] = kept;
    }
    if (kept.at !== this.#changes) this.#scan(demand, kept);
    return kept;
  }

  #scan(demand: number, kept: Kept): void {
    const { count } = this.#nodes;
    const present = this.#versions;
    if (kept.scores.length < count) {
      kept.scores = new Float64Array(present.length);
      kept.versions = new Int32Array(present.length);
    }
    const { scores, versions } = kept;
    let room = 0;
    let best = -1;
    this.#view.ask(demand);
    for (let slot = 0; slot < count; slot++) {
      if (versions[slot] !== present[slot]) {
        versions[slot] = present[slot];
        scores[slot] = this.#nodes.hasRoom(slot, demand) ? this.#score(slot) : -Infinity;
      }
      if (scores[slot] === -Infinity) continue;
      room++;
      if (best < 0 || this.#isBetter(scores, slot, best)) best = slot;
    }
    kept.at = this.#changes;
    kept.room = room;
    kept.best = best;
  }

  #score(slot: number): number {
    if (this.#placement.score === undefined) return 0;
    this.#view.show(slot);
    return this.#placement.score(this.#view, this.#view.asked);
  }

  #isBetter(scores: Float64Array, slot: number, other: number): boolean {
    if (scores[slot] !== scores[other]) return scores[slot] > scores[other];
    return this.#rankOf(slot) < this.#rankOf(other);
  }

  #rankOf(slot: number): number {
    return slot < this.#ranks.length ? this.#ranks[slot] : slot;
  }
}
