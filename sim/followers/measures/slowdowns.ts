// The bounded slowdowns of ended GPRs: their mean and maximum, and their distribution in a fixed number of buckets.

import { CompensatedSum } from '../../base/numbers/compensated-sum.ts';
import { ratio } from '../../base/numbers/statistics.ts';

/** Lower bound of the run time in a slowdown (Feitelson and Rudolph 1998), ms. */
const SLOWDOWN_BOUND_MS = 10_000;
/** Number of buckets between a power of two and the next. */
const PER_DOUBLING = 32;
/** No slowdown exceeds 2 ** DOUBLINGS: it is at most TIME_MAX_MS ÷ SLOWDOWN_BOUND_MS. */
const DOUBLINGS = 30;

/** A bucket holds the slowdowns above the edge of the bucket before it, up to its own edge, included. */
interface SlowdownBucket {
  readonly edge: number;
  readonly count: number;
}

/** The means and maxima are null without a GPR. */
export interface SlowdownSpread {
  readonly count: number;
  readonly mean: number | null;
  readonly max: number | null;
  /** Those with a GPR, in ascending order. */
  readonly buckets: readonly SlowdownBucket[];
}

export class Slowdowns {
  #count = 0;
  #max = 0;
  readonly #sum = new CompensatedSum();
  /** The edge of the first one is 1, the least slowdown. */
  readonly #counts = new Uint32Array(1 + PER_DOUBLING * DOUBLINGS);

  /** @param inSystemMs from creation to end @param ranMs how long it was Successful in all */
  add(inSystemMs: number, ranMs: number): void {
    const slowdown = Math.max(1, inSystemMs / Math.max(ranMs, SLOWDOWN_BOUND_MS));
    this.#count++;
    this.#sum.add(slowdown);
    if (slowdown > this.#max) this.#max = slowdown;
    this.#counts[bucketOf(slowdown)]++;
  }

  get mean(): number | null {
    return ratio(this.#sum.value, this.#count);
  }

  get max(): number | null {
    return this.#count === 0 ? null : this.#max;
  }

  spread(): SlowdownSpread {
    const buckets: SlowdownBucket[] = [];
    for (const [bucket, count] of this.#counts.entries())
      if (count > 0) buckets.push({ edge: edgeOf(bucket), count });
    return { count: this.#count, mean: this.mean, max: this.max, buckets };
  }
}

/** @param slowdown at least 1 */
function bucketOf(slowdown: number): number {
  let power = 1;
  let bucket = 0;
  while (slowdown > 2 * power) {
    power *= 2;
    bucket += PER_DOUBLING;
  }
  // Exact: the division is by a power of two, and its result is between 1 and 2.
  return bucket + Math.ceil((slowdown / power - 1) * PER_DOUBLING);
}

/** The edge of bucket 32 d + i is 2 ** d × (1 + i ÷ 32). */
function edgeOf(bucket: number): number {
  return 2 ** Math.floor(bucket / PER_DOUBLING) * (1 + (bucket % PER_DOUBLING) / PER_DOUBLING);
}
