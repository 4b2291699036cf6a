// What a pass leaves of a pool: its course, batch by batch. A batch is what happens in the pool at one instant: ends and
// repairs, heads that come to stand, then starts. From time to time the free GPUs are noted, so that the state before any
// batch is found without going through all of them; and of each block of batches the best hope of a newcomer, so that
// blocks in which somebody better stands blocked throughout are passed over.

import type { Room } from './room.ts';

/** Kinds of entries. An entry is what it is about × 4 + its kind. */
export const Entry = { end: 0, repair: 1, head: 2, start: 3 } as const;

const BLOCK_MIN = 64;

export class Track {
  /** Its place among the pools of its component. */
  readonly pool: number;
  readonly room: Room;
  readonly entries: Int32Array;
  /** Of each batch: its instant; where its entries begin and its starts; the rank of the head that is blocked after it. */
  readonly at: Float64Array;
  readonly begin: Int32Array;
  readonly starts: Int32Array;
  readonly blocked: Float64Array;
  batches = 0;
  #count = 0;
  /** Of each block: its first batch, the free GPUs before it, the highest `blocked` in it. */
  readonly #blockBegin: number[] = [];
  readonly #blockFree: Int16Array[] = [];
  readonly #blockHighest: number[] = [];
  readonly #blockEntries: number;

  /** @param entriesMax entries that there can be at most; batches without any there is one */
  constructor(pool: number, room: Room, entriesMax: number) {
    this.pool = pool;
    this.room = room;
    this.#blockEntries = Math.max(BLOCK_MIN, room.places >> 1);
    const batchesMax = entriesMax + 1;
    this.entries = new Int32Array(entriesMax);
    // After the last batch comes one that is at no instant.
    this.at = new Float64Array(batchesMax + 1).fill(NaN);
    this.begin = new Int32Array(batchesMax);
    this.starts = new Int32Array(batchesMax);
    this.blocked = new Float64Array(batchesMax);
  }

  /** Begins a batch; its entries follow. */
  open(atMs: number): void {
    const last = this.#blockBegin.length - 1;
    if (last < 0 || this.#count - this.begin[this.#blockBegin[last]] >= this.#blockEntries) {
      this.#blockBegin.push(this.batches);
      this.#blockFree.push(this.room.mark());
      this.#blockHighest.push(-Infinity);
    }
    this.at[this.batches] = atMs;
    this.begin[this.batches++] = this.#count;
  }

  add(about: number, kind: number): void {
    this.entries[this.#count++] = about * 4 + kind;
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

  /** The first batch at or after an instant. */
  batchFrom(atMs: number): number {
    let low = 0;
    let high = this.batches;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle] < atMs) low = middle + 1;
      else high = middle;
    }
    return low;
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

  /** The batch and free GPUs to begin with, when the state before a batch is wanted. */
  blockBefore(batch: number): { readonly batch: number; readonly free: Int16Array } {
    const block = this.#blockOf(batch);
    return { batch: this.#blockBegin[block], free: this.#blockFree[block] };
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
