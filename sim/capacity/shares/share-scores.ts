// Which nodes have room for a demand, and their scores. A score depends on one node and one demand, so it is kept until the node
// changes: a placement changes one node, so only the nodes that changed since the last question are scored again.

import type { PlacementPolicy } from '../placement/placement-policy.ts';
import type { ShareNodes } from './share-nodes.ts';
import type { ShareView } from './share-view.ts';

/** Of `Kept.best`: a search must find it. */
const UNKNOWN = -2;

/** What is kept of a demand. */
interface DemandScores {
  /** By slot: the score, −Infinity without room. */
  scores: Float64Array;
  /** The number of changes of the pool that it contains. */
  at: number;
  /** Nodes with room, and the best of them (−1 = none). */
  room: number;
  best: number;
}

export class ShareScores {
  readonly #nodes: ShareNodes;
  readonly #view: ShareView;
  readonly #ranks: Int32Array;
  readonly #placement: PlacementPolicy;
  /** By demand. */
  readonly #kept: DemandScores[] = [];
  /** Change number modulo length → slot. The length is a power of two, at least the number of nodes. */
  #changed: Int32Array = new Int32Array(32);
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
    if (slot >= this.#changed.length) {
      this.#changed = new Int32Array(this.#changed.length * 2);
      this.#kept.length = 0;
    }
    this.#changed[this.#changes++ & (this.#changed.length - 1)] = slot;
    this.#view.forget(slot);
  }

  /** Returns the number of nodes with room for a demand. */
  room(demand: number): number {
    return this.#current(demand).room;
  }

  /** Returns the best slot with room for a demand, −1 without one. @param except slots that do not count */
  best(demand: number, except: readonly number[]): number {
    const kept = this.#current(demand);
    if (except.length > 0) return this.#search(kept, except);
    if (kept.best === UNKNOWN) kept.best = this.#search(kept, except);
    return kept.best;
  }

  #search({ scores }: DemandScores, except: readonly number[]): number {
    let found = -1;
    for (let slot = 0; slot < this.#nodes.count; slot++) {
      if (scores[slot] === -Infinity || except.includes(slot)) continue;
      if (found < 0 || this.#isBetter(scores, slot, found)) found = slot;
    }
    return found;
  }

  /** Returns the slots of the nodes with room for a demand. */
  slots(demand: number): number[] {
    const { scores } = this.#current(demand);
    const slots: number[] = [];
    for (let slot = 0; slot < this.#nodes.count; slot++) if (scores[slot] !== -Infinity) slots.push(slot);
    return slots;
  }

  /** Returns the slot of the nth node with room for a demand. @param except slots that do not count */
  nth(demand: number, n: number, except: readonly number[]): number {
    const { scores } = this.#current(demand);
    let left = n;
    for (let slot = 0; slot < this.#nodes.count; slot++) {
      if (scores[slot] === -Infinity || except.includes(slot)) continue;
      if (left-- === 0) return slot;
    }
    throw new Error(`demand ${demand} has room on fewer than ${n + 1} nodes`);
  }

  #current(demand: number): DemandScores {
    const changes = this.#changes;
    const changed = this.#changed;
    let kept = this.#kept[demand];
    if (kept === undefined) {
      kept = { scores: new Float64Array(changed.length).fill(-Infinity), at: -Infinity, room: 0, best: -1 };
      this.#kept[demand] = kept;
    }
    if (kept.at === changes) return kept;
    this.#view.ask(demand);
    if (changes - kept.at <= this.#nodes.count)
      for (let i = kept.at; i < changes; i++) this.#update(kept, demand, changed[i & (changed.length - 1)]);
    else for (let slot = 0; slot < this.#nodes.count; slot++) this.#update(kept, demand, slot);
    kept.at = changes;
    return kept;
  }

  /** Scores a node anew. */
  #update(kept: DemandScores, demand: number, slot: number): void {
    const { scores, best } = kept;
    if (scores[slot] !== -Infinity) kept.room--;
    const hasRoom = this.#nodes.hasRoom(slot, demand);
    scores[slot] = hasRoom ? this.#score(slot) : -Infinity;
    if (hasRoom) kept.room++;
    if (slot === best) kept.best = UNKNOWN;
    else if (hasRoom && (best === -1 || (best >= 0 && this.#isBetter(scores, slot, best)))) kept.best = slot;
  }

  #score(slot: number): number {
    if (this.#placement.score === undefined) return 0;
    this.#view.show(slot);
    return this.#placement.score(this.#view, this.#view.asked);
  }

  #isBetter(scores: Float64Array, slot: number, other: number): boolean {
    if (scores[slot] !== scores[other]) return scores[slot] > scores[other];
    const difference = this.#rankOf(slot) - this.#rankOf(other);
    return difference === 0 ? slot < other : difference < 0;
  }

  #rankOf(slot: number): number {
    return slot < this.#ranks.length ? this.#ranks[slot] : slot;
  }
}
