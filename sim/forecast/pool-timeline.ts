// The timeline of one pool: its nodes, and what happens to them, batch by batch. A batch is what happens at one instant:
// ends and repairs, GPRs that become heads, then starts. The free GPUs are noted once a block of batches, so that the state
// before any batch is found without going through all of them; and so is the highest blocked rank of the block, so that a
// search for a start passes over blocks in which a better head is blocked throughout.

import type { List } from '../base/list.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { DemandTable } from '../tables/demand.ts';

/** Kinds of entries. An entry is what it is about × 4 + its kind. */
export const Entry = { end: 0, repair: 1, head: 2, start: 3 } as const;

const BLOCK_MIN = 32;

export class PoolTimeline {
  /** Its place among the pools of its component. */
  readonly pool: number;
  readonly #capacity: Capacity;
  readonly #demands: DemandTable;
  readonly entries: Int32Array;
  /** Of each batch: its instant; where its entries begin and its starts; the rank of the head that is blocked after it. */
  readonly at: Float64Array;
  readonly begin: Int32Array;
  readonly starts: Int32Array;
  readonly blocked: Float64Array;
  batches = 0;
  /** Who waits in the pool, by start. */
  readonly members: Int32Array;
  #waiting = 0;
  #count = 0;
  /** Of each block: its first batch, the free GPUs before it, the highest `blocked` in it. */
  readonly #blockBegin: number[] = [];
  readonly #blockFree: Int16Array[] = [];
  readonly #blockHighest: number[] = [];
  readonly #blockEntries: number;

  /**
   * @param capacity becomes its own
   * @param waiting how many wait in the pool
   * @param entriesMax entries that there can be at most; batches without any there is one
   */
  constructor(pool: number, capacity: Capacity, demands: DemandTable, waiting: number, entriesMax: number) {
    this.pool = pool;
    this.members = new Int32Array(waiting);
    this.#capacity = capacity;
    this.#demands = demands;
    this.#blockEntries = Math.max(BLOCK_MIN, capacity.nodeCount >> 1);
    const batchesMax = entriesMax + 1;
    this.entries = new Int32Array(entriesMax);
    // After the last batch comes one that is at no instant.
    this.at = new Float64Array(batchesMax + 1).fill(NaN);
    this.begin = new Int32Array(batchesMax);
    this.starts = new Int32Array(batchesMax);
    this.blocked = new Float64Array(batchesMax);
  }

  fits(demand: number): boolean {
    return this.#capacity.fits(demand);
  }

  /** Appends the slots that a demand gets to `slots`, and takes them. It fits. */
  choose(demand: number, slots: List): void {
    const at = slots.reserve(this.#demands.nodes[demand]);
    this.#capacity.choose(demand, slots.list, at);
    this.#capacity.take(demand, slots.list, at);
  }

  /** Takes a demand's GPUs at `slots[at …)`, or gives them back. */
  take(demand: number, { list }: List, at: number): void {
    this.#capacity.take(demand, list, at);
  }

  give(demand: number, { list }: List, at: number): void {
    this.#capacity.give(demand, list, at);
  }

  /** A node is up again, with all its GPUs free. */
  repair(slot: number): void {
    this.#capacity.setUp(slot, true);
  }

  /** Begins a batch; its entries follow. */
  open(atMs: number): void {
    const last = this.#blockBegin.length - 1;
    if (last < 0 || this.#count - this.begin[this.#blockBegin[last]] >= this.#blockEntries) {
      this.#blockBegin.push(this.batches);
      this.#blockFree.push(this.#capacity.mark());
      this.#blockHighest.push(-Infinity);
    }
    this.at[this.batches] = atMs;
    this.begin[this.batches++] = this.#count;
  }

  add(about: number, kind: number): void {
    this.entries[this.#count++] = about * 4 + kind;
  }

  /** Notes the next one to start, or one that never does. */
  addMember(member: number): void {
    this.members[this.#waiting++] = member;
  }

  /** From here on the open batch has starts alone. */
  openStarts(): void {
    this.starts[this.batches - 1] = this.#count;
  }

  /** Ends a batch. @param blocked rank of the head that is blocked now, Infinity = none */
  close(blocked: number): void {
    this.blocked[this.batches - 1] = blocked;
    const block = this.#blockHighest.length - 1;
    if (blocked > this.#blockHighest[block]) this.#blockHighest[block] = blocked;
  }

  endOf(batch: number): number {
    return batch + 1 < this.batches ? this.begin[batch + 1] : this.#count;
  }

  /** The first batch in which what comes at an instant takes part. @param pastAt an instant whose batches have happened */
  batchFrom(atMs: number, pastAt: number): number {
    let low = 0;
    let high = this.batches;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle] < atMs) low = middle + 1;
      else high = middle;
    }
    return this.at[low] === pastAt ? low + 1 : low;
  }

  /** Whether what comes at an instant comes after `batch - 1` and before `batch`. */
  isBetween(batch: number, atMs: number): boolean {
    return batch > 0 && this.at[batch] !== atMs;
  }

  /** The first batch from `batch` on in which a head of this rank would be looked at, if it stood there; or `batches`. */
  nextTry(batch: number, rank: number): number {
    const { blocked, batches } = this;
    let block = this.#blockOf(batch);
    let at = batch;
    while (at < batches) {
      const end = this.#blockBegin[block + 1] ?? batches;
      if (this.#blockHighest[block] >= rank) {
        for (; at < end; at++) if (blocked[at] >= rank) return at;
      }
      at = end;
      block++;
    }
    return at;
  }

  /**
   * Brings the nodes to the state before the block of a batch, unless they are further on already. Returns the batch before
   * which they are.
   * @param loaded a batch, `batch` at most, before which the nodes are as they are now; NONE = of no batch
   */
  resetToBlock(batch: number, loaded: number): number {
    const block = this.#blockOf(batch);
    const begin = this.#blockBegin[block];
    if (loaded >= begin) return loaded;
    this.#capacity.reset(this.#blockFree[block]);
    return begin;
  }

  #blockOf(batch: number): number {
    let low = 0;
    let high = this.#blockBegin.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#blockBegin[middle] <= batch) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
