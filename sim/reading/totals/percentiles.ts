// Nearest-rank percentiles of many groups of durations, in steps. A short group is sorted. In a long one, each step counts the
// durations up to a bound, which halves the range of the percentile.

import { percentile } from '../../base/numbers/statistics.ts';

/** The percentiles of the waits of a group, ascending. */
export const TOTALS_PERCENTILES = [50, 95] as const;

/** Length of the longest group that a step sorts. */
const SORTED_MAX = 8192;

export class Percentiles {
  /** Those of the group that are known, ms. 0 without durations. */
  readonly found: number[] = [];
  readonly #values: Float64Array;
  #low = 0;
  #high: number;

  /** @param values whole numbers of ms, in any order; reordered @param maxMs the greatest of them */
  constructor(values: Float64Array, maxMs: number) {
    this.#values = values;
    this.#high = maxMs;
  }

  /** Takes a step through at most all durations. Returns true when all are known. @param maxMs as before */
  run(maxMs: number): boolean {
    const values = this.#values;
    if (values.length <= SORTED_MAX) {
      values.sort();
      for (const which of TOTALS_PERCENTILES) this.found.push(percentile(values, which) ?? 0);
      return true;
    }
    if (this.#low < this.#high) {
      const middle = Math.floor((this.#low + this.#high) / 2);
      let count = 0;
      for (let i = 0; i < values.length; i++) if (values[i] <= middle) count++;
      const which = TOTALS_PERCENTILES[this.found.length];
      if (count >= Math.ceil((which / 100) * values.length)) this.#high = middle;
      else this.#low = middle + 1;
      return false;
    }
    this.found.push(this.#low);
    this.#high = maxMs;
    return this.found.length === TOTALS_PERCENTILES.length;
  }
}
