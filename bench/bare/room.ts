// The nodes of all pools by the GPUs they have free. A bucket holds the nodes of a pool with the same number free; nodes
// of a pool are numbered from a multiple of the set's group, so that each pool's lowest node on a bucket is found at once.

import { BitSet, GROUP } from './bit-set.ts';
import type { BareRules } from './rules.ts';

export class Room {
  /** By node. */
  readonly free: Uint8Array;
  readonly #gpus: Int32Array;
  readonly #levels: number;
  /** From one pool's first node to the next one's, and so from a bucket's first member to the next one's. */
  readonly stride: number;
  readonly #counts: Int32Array;
  readonly #buckets: BitSet;

  constructor({ poolNodes, poolGpus }: BareRules) {
    this.#gpus = poolGpus;
    this.#levels = Math.max(...poolGpus) + 1;
    this.stride = Math.ceil(Math.max(...poolNodes) / GROUP) * GROUP;
    this.free = new Uint8Array(poolNodes.length * this.stride);
    this.#counts = new Int32Array(poolNodes.length * this.#levels);
    this.#buckets = new BitSet(this.#counts.length * this.stride);
    poolNodes.forEach((count, pool) => {
      const bucket = pool * this.#levels + poolGpus[pool];
      this.#counts[bucket] = count;
      for (let place = 0; place < count; place++) {
        this.free[pool * this.stride + place] = poolGpus[pool];
        this.#buckets.add(bucket * this.stride + place);
      }
    });
  }

  /** Nodes of a pool with at least so many GPUs free. */
  nodesWith(pool: number, gpus: number): number {
    const counts = this.#counts;
    const top = pool * this.#levels + this.#gpus[pool];
    let nodes = 0;
    for (let bucket = pool * this.#levels + gpus; bucket <= top; bucket++) nodes += counts[bucket];
    return nodes;
  }

  /** Takes GPUs of `count` nodes that have room, those with the fewest free first, then the lowest; writes them to `held`. */
  take(pool: number, gpus: number, count: number, held: Int32Array, at: number): void {
    const counts = this.#counts;
    const { stride } = this;
    let free = gpus;
    for (let i = 0; i < count; i++) {
      while (counts[pool * this.#levels + free] === 0) free++;
      const bucket = pool * this.#levels + free;
      const place = this.#buckets.next(bucket * stride) - bucket * stride;
      held[at + i] = pool * stride + place;
      this.#move(bucket, place, -gpus);
      this.free[pool * stride + place] = free - gpus;
    }
  }

  giveBack(pool: number, gpus: number, count: number, held: Int32Array, at: number): void {
    for (let i = 0; i < count; i++) {
      const node = held[at + i];
      const free = this.free[node];
      this.#move(pool * this.#levels + free, node - pool * this.stride, gpus);
      this.free[node] = free + gpus;
    }
  }

  #move(bucket: number, place: number, by: number): void {
    this.#buckets.delete(bucket * this.stride + place);
    this.#buckets.add((bucket + by) * this.stride + place);
    this.#counts[bucket]--;
    this.#counts[bucket + by]++;
  }
}
