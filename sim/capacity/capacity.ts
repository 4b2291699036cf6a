// The contract of a pool's capacity: what its nodes have free, which nodes a GPR gets, and whether a demand would fit if other
// GPRs released theirs. A demand is an index in the table of demands; `slots[at …)` has one word per node of a demand, which names
// what the GPR holds there: the slot of the node, and with shared GPUs also which of them.

import type { CapacityKind } from '../language/scenario.ts';
import type { Totals } from './capacity-totals.ts';
import type { PlacementPolicy } from './placement/placement-policy.ts';

/** What `mark` returned. Only the capacity that made it, and forks of it, can read it. */
export type Mark = object;

export interface Capacity {
  readonly kind: CapacityKind;
  /** Class → GPUs of a node. */
  readonly gpuCounts: Int32Array;
  /** Number of nodes ever added. */
  readonly nodeCount: number;
  /** Number of nodes that are up, and their free GPUs. */
  readonly up: number;
  readonly freeGpus: number;
  /** Adds a node, which is not up yet. Returns its slot: slots count from 0 in order of addition. */
  add(node: number, nodeClass: number): number;
  /** Sets a node up, with all GPUs free, or down. All its GPUs must be free. */
  setUp(slot: number, isUp: boolean): void;
  /** Sets the free GPUs of a node; −1 sets it down. */
  setFree(slot: number, free: number): void;
  nodeAt(slot: number): number;
  /** Returns the slot of a word of `slots[at …)`, which names what a GPR holds on one node. */
  slotOf(word: number): number;
  /** Returns the mask of the GPUs that such a word names; 0 if the capacity does not distinguish GPUs. */
  gpusAt(word: number): number;
  /** Returns the free GPUs of a node, −1 unless it is up. */
  freeAt(slot: number): number;
  /** Returns the number of GPUs that a demand takes of a node of a class. */
  need(demand: number, nodeClass: number): number;

  /** Whether a node of a class, up and empty, has room for one node of a demand. */
  couldHold(demand: number, nodeClass: number): boolean;

  /** Returns the number of nodes that have room for one node of a demand. */
  room(demand: number): number;
  /** As `room`, if all nodes were up. @param nodeCounts class → number of nodes, up or down */
  roomIfUp(demand: number, nodeCounts: Int32Array): number;
  fits(demand: number): boolean;
  /** Writes to `slots[at …)` the words that a demand would get, best first. The demand must fit. @param uid of the GPR, for draws */
  choose(demand: number, slots: Int32Array, at: number, uid?: number): void;
  /** Whether the choice for a demand depends on the GPR. */
  readonly draws: boolean;
  /** If it draws: what a demand would do to the room for the demand of a trial. */
  losses?(demand: number, trial: Trial): Losses;
  /** Later choices are those of this policy. */
  setPlacement(placement: PlacementPolicy): void;
  /** Allocates the GPUs of a demand on `slots[at …)`. Returns their number. */
  take(demand: number, slots: Int32Array, at: number): number;
  /** Releases what `take` allocated. */
  give(demand: number, slots: Int32Array, at: number): void;

  /** Begins a trial. @param used an earlier trial of any capacity, which may be overwritten */
  trial(demand: number, used?: Trial): Trial;
  /** Returns an independent copy. @param demands the table that it reads @param totals the totals that it updates */
  fork(demands: Demands, totals: Totals): Capacity;
  /** Returns what all nodes have free, for `reset`. */
  mark(): Mark;
  /** Sets what all nodes have free. No node may have been added since the mark. */
  reset(mark: Mark): void;
}

/**
 * Computes whether one demand would fit if some GPRs released their nodes or some nodes came up. Eviction and reservations
 * use it. It begins with the free GPUs of the pool at that moment; later changes of the pool do not affect it.
 */
export interface Trial {
  readonly fits: boolean;
  /** Number of nodes with room for the demand beyond those that it needs. */
  readonly spare: number;
  /** Assumes that a GPR of this demand releases `slots[at …)`. */
  give(demand: number, slots: Int32Array, at: number): void;
  /** Assumes that a GPR of this demand takes `slots[at …)`. */
  take(demand: number, slots: Int32Array, at: number): void;
  /** Assumes that a node that is down comes up, with all its GPUs free. */
  open(slot: number): void;
}

/** Numbers of nodes that a demand may draw, and that no longer have room for the demand of a trial if it draws them. */
export interface Losses {
  /** Whatever GPUs it draws there. */
  readonly surely: number;
  /** With at least some of the GPUs that it may draw there. */
  readonly perhaps: number;
}

/** The columns of the table of demands that capacity reads. */
export interface Demands {
  readonly nodes: Int32Array;
  readonly gpus: Int32Array;
  readonly dedicated: Uint8Array;
  readonly classes: Int32Array;
  /** Thousandths of each GPU; 1000 = whole GPUs. */
  readonly gpuMilli: Int32Array;
  /** On each node. */
  readonly cpuMilli: Int32Array;
  readonly memoryMib: Int32Array;
}
