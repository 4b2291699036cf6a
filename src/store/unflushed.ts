// GPRs that have left memory and have not come to the file: as bytes from the start, since there are thousands of them.

import type { KeptGpr } from '../../sim/index.ts';
import { blockOf, GrowingBlock, type PackedGpr } from './uid-block.ts';

export class UnflushedGprs {
  readonly #blocks: Map<number, GrowingBlock> = new Map();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(uid: number, gpr: KeptGpr, isRemoved: boolean): void {
    const stretch = blockOf(uid);
    let gprs = this.#blocks.get(stretch);
    if (gprs === undefined) {
      gprs = new GrowingBlock();
      this.#blocks.set(stretch, gprs);
    }
    gprs.add(uid, gpr, isRemoved);
    this.#size++;
  }

  /** Good until another one comes. */
  find(uid: number): PackedGpr | undefined {
    return this.#blocks.get(blockOf(uid))?.find(uid);
  }

  /** Marks one that is there as removed. */
  remove(uid: number): void {
    this.#blocks.get(blockOf(uid))?.remove(uid);
  }

  /** All of them, by stretches. */
  blocks(): [number, GrowingBlock][] {
    return [...this.#blocks].sort(([a], [b]) => a - b);
  }

  clear(): void {
    this.#blocks.clear();
    this.#size = 0;
  }
}
