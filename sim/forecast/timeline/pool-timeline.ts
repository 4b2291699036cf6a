// The timeline of one pool: its nodes and their events, in batches. A batch has the events of one instant: ends, repairs and
// new heads, then starts. Consecutive batches form a block. For each block, the timeline stores the free GPUs before it, to
// load the state before any batch quickly, and the highest blocked rank, so that a search skips blocks without a possible start.

import { firstFrom } from '../../base/collections/columns.ts';
import type { List } from '../../base/collections/list.ts';
import type { Capacity, Mark } from '../../capacity/capacity.ts';
import type { DemandTable } from '../../tables/demand-table.ts';

/** Kinds of entries. An entry is `subject × 4 + kind`; the subject is a node slot (repair) or a member. */
export const Entry = { end: 0, repair: 1, head: 2, start: 3 } as const;

const BLOCK_MIN = 32;

export class PoolTimeline {
  /** Its index among the pools of its component. */
  readonly pool: number;
  readonly #capacity: Capacity;
  readonly #demands: DemandTable;
  readonly entries: Int32Array;
  /** By batch: its instant, the index of its first entry and of its first start, the rank of the blocked head after it. */
  readonly at: Float64Array;
  readonly begin: Int32Array;
  readonly starts: Int32Array;
  readonly blocked: Float64Array;
  batches = 0;
  /** The waiting members of the pool, in order of start; members that never start come last. */
  readonly members: Int32Array;
  #waiting = 0;
  #count = 0;
  /** By block: its first batch, what is free before it, the highest `blocked` in it. */
  readonly #blockBegin: number[] = [];
  readonly #blockFree: Mark[] = [];
  readonly #blockHighest: number[] = [];
  readonly #blockEntries: number;

  /**
   * @param capacity the pool timeline takes it over and changes it
   * @param waiting number of waiting members of the pool
   * @param entriesMax upper bound of the number of entries; only one batch may be without entries
   */
  constructor(pool: number, capacity: Capacity, demands: DemandTable, waiting: number, entriesMax: number) {
    this.pool = pool;
    this.members = new Int32Array(waiting);
    this.#capacity = capacity;
    this.#demands = demands;
    this.#blockEntries = Math.max(BLOCK_MIN, capacity.nodeCount >> 1);
    const batchesMax = entriesMax + 1;
    this.entries = new Int32Array(entriesMax);
    // One more: the instant after the last batch reads as NaN.
    this.at = new Float64Array(batchesMax + 1).fill(NaN);
    this.begin = new Int32Array(batchesMax);
    this.starts = new Int32Array(batchesMax);
    this.blocked = new Float64Array(batchesMax);
  }

  fits(demand: number): boolean {
    return this.#capacity.fits(demand);
  }

  /** Chooses node slots for a demand that fits, appends them to `slots`, and takes their GPUs. */
  choose(demand: number, slots: List): void {
    const at = slots.reserve(this.#demands.nodes[demand]);
    this.#capacity.choose(demand, slots.list, at);
    this.#capacity.take(demand, slots.list, at);
  }

  /** Takes a demand's GPUs on its node slots, which begin at `slots[at]`. */
  take(demand: number, { list }: List, at: number): void {
    this.#capacity.take(demand, list, at);
  }

  /** Gives back what `take` took. */
  give(demand: number, { list }: List, at: number): void {
    this.#capacity.give(demand, list, at);
  }

  /** Sets a node up, with all its GPUs free. */
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

  addMember(member: number): void {
    this.members[this.#waiting++] = member;
  }

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

  /** The first batch that an event at `atMs` can affect. @param pastAt an instant whose batches are over; −1 = none */
  batchFrom(atMs: number, pastAt: number): number {
    const batch = firstFrom(this.at, this.batches, atMs);
    return this.at[batch] === pastAt ? batch + 1 : batch;
  }

  /** Whether the instant `atMs` is after that of `batch − 1` and before that of `batch`. */
  isBetween(batch: number, atMs: number): boolean {
    return batch > 0 && this.at[batch] !== atMs;
  }

  /** The first batch from `batch` on that would check a head of this rank: no better head is blocked. `batches` = none. */
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
   * Sets the nodes to the state before the block of a batch, unless `loaded` is in that block already.
   * @param loaded the nodes are in the state just before this batch, `batch` at most; NONE = not loaded
   * @returns the batch before which the nodes are now
   */
  resetToBlock(batch: number, loaded: number): number {
    const block = this.#blockOf(batch);
    const begin = this.#blockBegin[block];
    if (loaded >= begin) return loaded;
    this.#capacity.reset(this.#blockFree[block]);
    return begin;
  }

  #blockOf(batch: number): number {
    return firstFrom(this.#blockBegin, this.#blockBegin.length, batch + 1) - 1;
  }
}
