// Nearest-rank percentiles of many groups of durations, in steps. A short group is sorted. In a long one, each step counts the
// durations up to a bound, which halves the range of the percentile.

import { percentile } from '../../base/numbers/statistics.ts';

/** Length of the longest group that a step sorts. */
const SORTED_MAX = 8192;

/** The percentiles of one group: `p50` and `p95` in ms, null without durations. */
export class Percentiles {
  p50: number | null = null;
  p95: number | null = null;
  readonly #values: Float64Array;
  #step = 0;
  #low = 0;
  #high: number;

  /** @param values whole numbers of ms, in any order; reordered @param maxMs the greatest of them */
  constructor(values: Float64Array, maxMs: number) {
    this.#values = values;
    this.#high = maxMs;
  }

  /** Takes a step through at most all durations. Returns true when both percentiles are known. @param maxMs as before */
  run(maxMs: number): boolean {
    const values = this.#values;
    if (values.length <= SORTED_MAX) {
      values.sort();
      this.p50 = percentile(values, 50);
      this.p95 = percentile(values, 95);
      return true;
    }
    if (this.#low < this.#high) {
      const middle = Math.floor((this.#low + this.#high) / 2);
      let count = 0;
      for (let i = 0; i < values.length; i++) if (values[i] <= middle) count++;
      if (count >= Math.ceil(((this.#step === 0 ? 50 : 95) / 100) * values.length)) this.#high = middle;
      else this.#low = middle + 1;
      return false;
    }
    if (this.#step++ === 0) {
      this.p50 = this.#low;
      this.#high = maxMs;
      return false;
    }
    this.p95 = this.#low;
    return true;
  }
}
