// Allocates GPR records (record.ts). Free records are reused at once, so that the used ones stay in the processor's cache.

import { HELD, LINE_INTS, NEXT_FREE, NONE } from './record.ts';

export class Gprs {
  readonly ints: Int32Array;
  readonly doubles: Float64Array;
  readonly #recordInts: number;
  #firstFree: number = NONE;
  #used: number;

  constructor(count: number, nodesMax: number) {
    this.#recordInts = Math.ceil((HELD + nodesMax) / LINE_INTS) * LINE_INTS;
    // Skip the first record, because index 0 is NONE.
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
