// The unflushed GPRs: they have left memory and are not yet in the file. They are packed at once, to save memory.

import type { KeptGpr } from '../../../sim/index.ts';
import { blockOf, GrowingBlock, type PackedGpr } from '../codecs/uid-block.ts';

export class UnflushedGprs {
  readonly #blocks: Map<number, GrowingBlock> = new Map();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(uid: number, gpr: KeptGpr, isRemoved: boolean): void {
    const block = blockOf(uid);
    let gprs = this.#blocks.get(block);
    if (gprs === undefined) {
      gprs = new GrowingBlock();
      this.#blocks.set(block, gprs);
    }
    gprs.add(uid, gpr, isRemoved);
    this.#size++;
  }

  copy(): UnflushedGprs {
    const copy = new UnflushedGprs();
    for (const [block, gprs] of this.#blocks) copy.#blocks.set(block, gprs.copy());
    copy.#size = this.#size;
    return copy;
  }

  /** The result is valid until the next `add`. */
  find(uid: number): PackedGpr | undefined {
    return this.#blocks.get(blockOf(uid))?.find(uid);
  }

  remove(uid: number): void {
    this.#blocks.get(blockOf(uid))?.remove(uid);
  }

  /** Forgets the blocks of which all GPRs are stored. */
  forget(isStored: (uid: number) => boolean): void {
    for (const [block, gprs] of this.#blocks) {
      if (!gprs.uids.every(isStored)) continue;
      this.#blocks.delete(block);
      this.#size -= gprs.count;
    }
  }

  blocks(): [number, GrowingBlock][] {
    return [...this.#blocks].sort(([a], [b]) => a - b);
  }

  clear(): void {
    this.#blocks.clear();
    this.#size = 0;
  }
}
