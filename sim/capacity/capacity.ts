// Capacity: what the nodes of a pool have free, which of them a GPR gets, and what would fit if others gave back theirs.
//
// A *lot* is what one GPR holds: a slot for each of its nodes. The GPR's row stores it. A demand is its index in the
// demand table.

import type { Totals } from './totals.ts';

export interface Capacity {
  /** Nodes that ever were there. */
  readonly nodeCount: number;
  /** Nodes that are up, and their free GPUs. */
  readonly up: number;
  readonly freeGpus: number;
  /** Adds a node, which is not up yet. Returns its slot; slots are in order of node index. */
  add(node: number, nodeClass: number): number;
  /** Brings a node up with all its GPUs free, or takes one down whose GPUs are all free. */
  setUp(slot: number, isUp: boolean): void;
  nodeAt(slot: number): number;
  /** Free GPUs of a node, −1 unless it is up. */
  freeAt(slot: number): number;
  /** GPUs that a demand takes of a node of a class. */
  need(demand: number, nodeClass: number): number;

  /** Nodes that have room for one node's part of a demand. */
  room(demand: number): number;
  fits(demand: number): boolean;
  /** Writes the slots that a demand that fits would get, best first, to `slots[at …)`. */
  choose(demand: number, slots: Int32Array, at: number): void;
  /** Takes what a demand asks for at `slots[at …)`; returns how many GPUs that are. */
  take(demand: number, slots: Int32Array, at: number): number;
  /** Gives back what `take` took. */
  give(demand: number, slots: Int32Array, at: number): void;

  /** Room for a demand if some GPRs gave back what they hold. @param used an earlier trial that is over */
  trial(demand: number, used?: Trial): Trial;
  /** An independent copy. @param demands the table that it reads @param totals that it maintains */
  fork(demands: Demands, totals: Totals): Capacity;
  /** What is free, for `reset`. */
  mark(): Int16Array;
  reset(mark: Int16Array): void;
}

/**
 * Room for one demand as if some GPRs held nothing, or some nodes were back: what eviction and reservations try out. It is
 * frozen when it is made: what starts or ends later in the pool does not enter it.
 */
export interface Trial {
  readonly fits: boolean;
  /** A GPR of this demand gives back what it holds at `slots[at …)`. */
  give(demand: number, slots: Int32Array, at: number): void;
  /** A GPR of this demand takes the nodes at `slots[at …)`. */
  take(demand: number, slots: Int32Array, at: number): void;
  /** A node that is down is back, with all its GPUs free. */
  open(slot: number): void;
}

/** What capacity reads of the demand table. */
export interface Demands {
  readonly nodes: Int32Array;
  readonly gpus: Int32Array;
  readonly dedicated: Uint8Array;
  readonly classes: Int32Array;
}
