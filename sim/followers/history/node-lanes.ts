// The GPUs of each node as numbered lanes, and which of them are held. An attempt gets the lowest free lanes side by side. If
// no gap is wide enough, it gets several runs of lanes, from the lowest on. Shared GPUs are numbered: several attempts can hold one.

import { grown } from '../../base/collections/columns.ts';
import { copyFields, growColumns } from '../../base/collections/saved-fields.ts';
import { WHOLE_GPU } from '../../capacity/shares/share-nodes.ts';

const FIRST_CAPACITY = 16;

export class NodeLanes {
  /** Number of nodes added so far. */
  size = 0;
  #capacity = FIRST_CAPACITY;
  pool = new Int32Array(FIRST_CAPACITY);
  gpus = new Int32Array(FIRST_CAPACITY);
  /** Lanes that are held. */
  used = new Int32Array(FIRST_CAPACITY);
  /** Thousandths of GPUs that attempts hold. */
  usedMilli = new Int32Array(FIRST_CAPACITY);
  up = new Uint8Array(FIRST_CAPACITY);
  /** Index in `held` of the node's first lane. */
  first = new Int32Array(FIRST_CAPACITY);
  /** Lane → number of attempts that hold it. */
  #held = new Uint16Array(8 * FIRST_CAPACITY);
  #lanes = 0;

  /** Adds a node, up and empty. Nodes are added in the order of their numbers. */
  add(node: number, pool: number, gpus: number): void {
    while (node >= this.#capacity) this.#capacity = growColumns(this, this.#capacity);
    this.size = node + 1;
    this.pool[node] = pool;
    this.gpus[node] = gpus;
    this.up[node] = 1;
    this.first[node] = this.#lanes;
    this.#lanes += gpus;
    if (this.#lanes > this.#held.length)
      this.#held = grown(this.#held, Math.max(this.#lanes, this.#held.length * 2));
  }

  /** Free GPUs of the node, −1 unless it is up. */
  free(node: number): number {
    return this.up[node] === 1 ? this.gpus[node] - this.used[node] : -1;
  }

  /** Thousandths of free GPUs of the node if it is up and partly allocated, else 0. */
  partialFreeMilli(node: number): number {
    const used = this.usedMilli[node];
    return this.up[node] === 1 && used > 0 ? this.gpus[node] * WHOLE_GPU - used : 0;
  }

  /** Takes lanes of a node. @param hold called for each run of lanes */
  take(node: number, count: number, hold: (lane: number, lanes: number) => void): void {
    if (count === 0) return;
    const gap = this.#gapOf(node, count);
    if (gap >= 0) {
      this.#change(node, gap, count, WHOLE_GPU, 1);
      hold(gap, count);
      return;
    }
    for (let lane = 0, left = count; left > 0 && lane < this.gpus[node]; lane++) {
      if (this.#isHeld(node, lane)) continue;
      let lanes = 1;
      while (lanes < left && lane + lanes < this.gpus[node] && !this.#isHeld(node, lane + lanes)) lanes++;
      this.#change(node, lane, lanes, WHOLE_GPU, 1);
      hold(lane, lanes);
      left -= lanes;
      lane += lanes;
    }
  }

  /**
   * Takes thousandths of each of these lanes of a node, also if others hold them.
   * @param mask of lanes @param hold called for each run of lanes
   */
  share(node: number, mask: number, gpuMilli: number, hold: (lane: number, lanes: number) => void): void {
    for (let lane = 0; mask >>> lane !== 0; lane++) {
      if ((mask & (1 << lane)) === 0) continue;
      let lanes = 1;
      while ((mask & (1 << (lane + lanes))) !== 0) lanes++;
      this.#change(node, lane, lanes, gpuMilli, 1);
      hold(lane, lanes);
      lane += lanes;
    }
  }

  /** @param gpuMilli the thousandths of each lane that were taken */
  give(node: number, lane: number, lanes: number, gpuMilli: number): void {
    this.#change(node, lane, lanes, gpuMilli, -1);
  }

  copy(): NodeLanes {
    const copy = copyFields(new NodeLanes(), this);
    copy.#capacity = this.#capacity;
    copy.#held = this.#held.slice();
    copy.#lanes = this.#lanes;
    return copy;
  }

  /** Returns the lowest lane with `count` free lanes from it on, −1 without one. */
  #gapOf(node: number, count: number): number {
    let free = 0;
    for (let lane = 0; lane < this.gpus[node]; lane++) {
      free = this.#isHeld(node, lane) ? 0 : free + 1;
      if (free === count) return lane - count + 1;
    }
    return -1;
  }

  #isHeld(node: number, lane: number): boolean {
    return this.#held[this.first[node] + lane] > 0;
  }

  /** Lanes get one holder more (`sign` 1) or less (−1). */
  #change(node: number, lane: number, lanes: number, gpuMilli: number, sign: 1 | -1): void {
    this.usedMilli[node] += sign * lanes * gpuMilli;
    const from = this.first[node] + lane;
    for (let at = from; at < from + lanes; at++) {
      if (sign === 1 && this.#held[at]++ === 0) this.used[node]++;
      if (sign === -1 && --this.#held[at] === 0) this.used[node]--;
    }
  }
}
