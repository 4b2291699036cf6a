// The random numbers of Go's `math/rand` before Go 1.20: an additive lagged Fibonacci generator over 64-bit words. The FGD study
// (USENIX ATC 2023) draws its order of arrivals from it.

import { fillFrom, LENGTH, PRIME, TAP } from './filled-state.ts';
import { scrambler } from './scrambler.ts';

export class LaggedGenerator {
  readonly #high = new Int32Array(LENGTH);
  readonly #low = new Int32Array(LENGTH);
  #tap = 0;
  #feed = LENGTH - TAP;

  /** @param seed integer, −(2^53 − 1) … 2^53 − 1 */
  constructor(seed: number) {
    const { high, low } = scrambler();
    fillFrom(seed, (place, x, y, z) => {
      this.#high[place] = (x << 8) ^ (y >>> 12) ^ high[place];
      this.#low[place] = (y << 20) ^ z ^ low[place];
    });
  }

  /** Draws a word. Returns its lower 63 bits. */
  int63(): bigint {
    const at = this.#draw();
    return (BigInt(this.#high[at] & 0x7fffffff) << 32n) | BigInt(this.#low[at] >>> 0);
  }

  /** Throws draws away. */
  skip(draws: number): void {
    for (let i = 0; i < draws; i++) this.#draw();
  }

  /** Returns a uniform integer, 0 … n − 1. @param n 1 … 2^31 − 1 */
  intn(n: number): number {
    if ((n & (n - 1)) === 0) return this.#int31() & (n - 1);
    const max = PRIME - (2 ** 31 % n);
    let drawn = this.#int31();
    while (drawn > max) drawn = this.#int31();
    return drawn % n;
  }

  /** Puts the items of a list into random order. @param items at most 2^21 */
  shuffle(items: unknown[]): void {
    for (let i = items.length - 1; i > 0; i--) {
      const other = this.#bounded(i + 1);
      [items[i], items[other]] = [items[other], items[i]];
    }
  }

  /** A random permutation of 0 … n − 1. */
  perm(n: number): number[] {
    const order: number[] = [];
    for (let i = 0; i < n; i++) {
      const other = this.intn(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }

  /** As `intn`, by the rule of `shuffle`. @param n at most 2^21, so that all products are exact */
  #bounded(n: number): number {
    let product = this.#uint32() * n;
    let low = product % 2 ** 32;
    if (low < n) {
      const threshold = (2 ** 32 - n) % n;
      while (low < threshold) {
        product = this.#uint32() * n;
        low = product % 2 ** 32;
      }
    }
    return Math.floor(product / 2 ** 32);
  }

  #int31(): number {
    return this.#high[this.#draw()] & 0x7fffffff;
  }

  #uint32(): number {
    const at = this.#draw();
    return ((this.#high[at] << 1) | (this.#low[at] >>> 31)) >>> 0;
  }

  /** Draws a word. Returns its place. */
  #draw(): number {
    this.#tap = this.#tap === 0 ? LENGTH - 1 : this.#tap - 1;
    this.#feed = this.#feed === 0 ? LENGTH - 1 : this.#feed - 1;
    const high = this.#high;
    const low = this.#low;
    const sum = (low[this.#feed] >>> 0) + (low[this.#tap] >>> 0);
    low[this.#feed] = sum;
    high[this.#feed] += high[this.#tap] + (sum >= 2 ** 32 ? 1 : 0);
    return this.#feed;
  }
}
