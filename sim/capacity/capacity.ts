// Capacity: what nodes have free, who gets which of them, and what would be if. One object for all pools.
//
// What a GPR holds is its *lot*: a place for each of its nodes, counted within the pool. Whoever holds a lot keeps it.
// A demand is known by its index in the demand table.

import type { Saved } from '../base/state.ts';
import type { Totals } from './totals.ts';

export interface Capacity {
  readonly totals: Totals;
  /** Adds the next pool, without nodes. @param gpuCounts GPUs a node, of each class of its nodes */
  addPool(gpuCounts: readonly number[]): void;
  /** Adds a node, which is not up yet. Returns its place; places are in order of node index. */
  addNode(pool: number, node: number, nodeClass: number): number;
  /** A node comes, with all its GPUs free; or goes, and nobody holds any of them. */
  setUp(pool: number, place: number, isUp: boolean): void;

  /** Nodes that have room for one node's part of a demand. */
  room(pool: number, demand: number): number;
  fits(pool: number, demand: number): boolean;
  /** Writes the places that a demand that fits would get, best first, to `lots[at …)`. */
  choose(pool: number, demand: number, lots: Int32Array, at: number): void;
  /** Takes what a demand asks for at `lots[at …)`; returns how many GPUs that are. */
  take(pool: number, demand: number, lots: Int32Array, at: number): number;
  /** Gives back what `take` took. */
  give(pool: number, demand: number, lots: Int32Array, at: number): void;

  /** What a demand would find if some gave back what they hold. @param used an earlier trial that is over */
  trial(pool: number, demand: number, used?: Trial): Trial;
  /** A capacity of its own, with these pools as they are now. @param demands the table in which it looks demands up */
  fork(demands: Demands, pools: readonly number[]): Capacity;
  /** What is free in a pool, for `reset`. */
  mark(pool: number): Int16Array;
  reset(pool: number, mark: Int16Array): void;
  /** Makes another capacity of the same kind as this one is. */
  copyTo(copy: Capacity): void;
  save(): Saved;
  load(saved: Saved): void;

  /** Places of a pool; nodes that are up; their free GPUs. */
  places(pool: number): number;
  up(pool: number): number;
  freeGpus(pool: number): number;
  node(pool: number, place: number): number;
  /** Free GPUs of a node, −1 unless it is up. */
  freeAt(pool: number, place: number): number;
  /** GPUs that a demand takes of a node of a class. */
  need(pool: number, demand: number, nodeClass: number): number;
}

/**
 * Room for one demand as if some GPRs held nothing, or some nodes were back: what eviction and reservations try out. It is
 * frozen when it is made: what starts or ends later in the pool does not enter it.
 */
export interface Trial {
  readonly fits: boolean;
  /** A GPR of this demand gives back what it holds at `lots[at …)`. */
  give(demand: number, lots: Int32Array, at: number): void;
  /** A GPR of this demand takes the nodes at `lots[at …)`. */
  take(demand: number, lots: Int32Array, at: number): void;
  /** A node that is down is back, with all its GPUs free. */
  open(place: number): void;
}

/** What capacity reads of the demand table. */
export interface Demands {
  readonly nodes: Int32Array;
  readonly gpus: Int32Array;
  readonly dedicated: Uint8Array;
  readonly classes: Int32Array;
}
