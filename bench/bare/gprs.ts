// The GPRs that are there: records (record.ts) that are used again as soon as they are free, so that few of them are in
// use, and those are in the processor's cache.

import { HELD, LINE_INTS, NEXT_FREE, NONE } from './record.ts';

export class Gprs {
  readonly ints: Int32Array;
  /** The same buffer. */
  readonly doubles: Float64Array;
  readonly #recordInts: number;
  #firstFree: number = NONE;
  #used: number;

  constructor(count: number, nodesMax: number) {
    this.#recordInts = Math.ceil((HELD + nodesMax) / LINE_INTS) * LINE_INTS;
    // The first record is none.
    this.#used = this.#recordInts;
    this.ints = new Int32Array((count + 1) * this.#recordInts);
    this.doubles = new Float64Array(this.ints.buffer);
  }

  add(): number {
    const gpr = this.#firstFree;
    if (gpr !== NONE) {
      this.#firstFree = this.ints[gpr + NEXT_FREE];
      return gpr;
    }
    this.#used += this.#recordInts;
    return this.#used - this.#recordInts;
  }

  remove(gpr: number): void {
    this.ints[gpr + NEXT_FREE] = this.#firstFree;
    this.#firstFree = gpr;
  }
}
