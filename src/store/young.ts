// GPRs that have left memory and have not come to the file: as bytes from the start, since there are thousands of them.

import type { KeptGpr } from '../../sim/index.ts';
import { GrowingStretch, type PackedGpr, stretchOf } from './stretch.ts';

export class Young {
  readonly #stretches: Map<number, GrowingStretch> = new Map();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(uid: number, gpr: KeptGpr, isRemoved: boolean): void {
    const stretch = stretchOf(uid);
    let gprs = this.#stretches.get(stretch);
    if (gprs === undefined) {
      gprs = new GrowingStretch();
      this.#stretches.set(stretch, gprs);
    }
    gprs.add(uid, gpr, isRemoved);
    this.#size++;
  }

  /** Good until another one comes. */
  find(uid: number): PackedGpr | undefined {
    return this.#stretches.get(stretchOf(uid))?.find(uid);
  }

  /** Marks one that is there as removed. */
  remove(uid: number): void {
    this.#stretches.get(stretchOf(uid))?.remove(uid);
  }

  /** All of them, by stretches. */
  stretches(): [number, GrowingStretch][] {
    return [...this.#stretches].sort(([a], [b]) => a - b);
  }

  clear(): void {
    this.#stretches.clear();
    this.#size = 0;
  }
}
