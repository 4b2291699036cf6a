// The timers outside the GPR table, in one heap for each event rank that has any. A timer whose rank has passed in the current
// round waits for the next one.

import { IndexedHeap } from '../base/collections/heap.ts';

/** Kinds of timers. The id of a timer is index × 8 + kind. */
export const Timer = {
  node: 0,
  stream: 1,
  estimates: 2,
  workspace: 3,
  endpoint: 4,
  decision: 5,
  burst: 6,
  plan: 7,
} as const;
const TIMER_KINDS = 8;

export function timerId(kind: number, index: number): number {
  return index * TIMER_KINDS + kind;
}

export function timerKind(id: number): number {
  return id & (TIMER_KINDS - 1);
}

export function timerIndex(id: number): number {
  return id >>> 3;
}

export class Timers {
  /** By instant. Event rank 0: failures and repairs of nodes. */
  readonly nodes: IndexedHeap = new IndexedHeap();
  /** Event rank 2. */
  readonly world: IndexedHeap = new IndexedHeap();
  /** Event rank 4: the next arrival of each stream. */
  readonly streams: IndexedHeap = new IndexedHeap();

  /** Sets or moves a timer. If its rank has passed in the round of this instant, it is due in the next round. */
  set(kind: number, index: number, atMs: number): void {
    this.#heapOf(kind).update(timerId(kind, index), atMs);
  }

  clear(kind: number, index: number): void {
    this.#heapOf(kind).remove(timerId(kind, index));
  }

  /** Removes a timer by its id. */
  remove(id: number): void {
    this.#heapOf(timerKind(id)).remove(id);
  }

  /** Instant of the next timer; Infinity if there is none. */
  next(): number {
    return Math.min(this.nodes.peekKey(), this.world.peekKey(), this.streams.peekKey());
  }

  /** The ids of all timers, in no particular order. Timers must not change until the end. */
  *ids(): Generator<number> {
    for (const { ids, size } of [this.nodes, this.world, this.streams]) yield* ids.subarray(0, size);
  }

  #heapOf(kind: number): IndexedHeap {
    if (kind === Timer.node) return this.nodes;
    return kind === Timer.stream ? this.streams : this.world;
  }
}
