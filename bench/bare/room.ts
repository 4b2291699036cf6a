// The nodes of all pools by free GPUs. A bucket has the nodes of a pool with the same number of free GPUs. Buckets start at
// multiples of GROUP, so that the lowest node of a bucket is found at once.

import { BitSet, GROUP } from './bit-set.ts';
import type { BareRules } from './rules.ts';

export class Room {
  readonly free: Uint8Array;
  readonly #gpus: Int32Array;
  readonly #freeCounts: number;
  /** Distance between the first nodes of two pools, and between the first members of two buckets. */
  readonly stride: number;
  readonly #counts: Int32Array;
  readonly #buckets: BitSet;

  constructor({ poolNodes, poolGpus }: BareRules) {
    this.#gpus = poolGpus;
    this.#freeCounts = Math.max(...poolGpus) + 1;
    this.stride = Math.ceil(Math.max(...poolNodes) / GROUP) * GROUP;
    this.free = new Uint8Array(poolNodes.length * this.stride);
    this.#counts = new Int32Array(poolNodes.length * this.#freeCounts);
    this.#buckets = new BitSet(this.#counts.length * this.stride);
    poolNodes.forEach((count, pool) => {
      const bucket = pool * this.#freeCounts + poolGpus[pool];
      this.#counts[bucket] = count;
      for (let slot = 0; slot < count; slot++) {
        this.free[pool * this.stride + slot] = poolGpus[pool];
        this.#buckets.add(bucket * this.stride + slot);
      }
    });
  }

  nodesWith(pool: number, gpus: number): number {
    const counts = this.#counts;
    const top = pool * this.#freeCounts + this.#gpus[pool];
    let nodes = 0;
    for (let bucket = pool * this.#freeCounts + gpus; bucket <= top; bucket++) nodes += counts[bucket];
    return nodes;
  }

  /** Takes GPUs on `count` nodes: those with the fewest sufficient free GPUs, then the lowest. Writes the nodes to `held`. */
  take(pool: number, gpus: number, count: number, held: Int32Array, at: number): void {
    const counts = this.#counts;
    const { stride } = this;
    let free = gpus;
    for (let i = 0; i < count; i++) {
      while (counts[pool * this.#freeCounts + free] === 0) free++;
      const bucket = pool * this.#freeCounts + free;
      const slot = this.#buckets.next(bucket * stride) - bucket * stride;
      held[at + i] = pool * stride + slot;
      this.#move(bucket, slot, -gpus);
      this.free[pool * stride + slot] = free - gpus;
    }
  }

  giveBack(pool: number, gpus: number, count: number, held: Int32Array, at: number): void {
    for (let i = 0; i < count; i++) {
      const node = held[at + i];
      const free = this.free[node];
      this.#move(pool * this.#freeCounts + free, node - pool * this.stride, gpus);
      this.free[node] = free + gpus;
    }
  }

  #move(bucket: number, slot: number, by: number): void {
    this.#buckets.delete(bucket * this.stride + slot);
    this.#buckets.add((bucket + by) * this.stride + slot);
    this.#counts[bucket]--;
    this.#counts[bucket + by]++;
  }
}
