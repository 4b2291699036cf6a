// How answers about likely starts have fared: the rank of the true start among the sampled ones. If futures were drawn well, ranks are
// uniform; if not, the ranks of earlier answers show between which levels the next starts will lie.

/** Ranks that are remembered. */
const LATEST = 1_500;
/** Fewer show too little. */
const LEAST = 200;

/** Shares between which 80 of 100 starts lie. */
export interface Levels {
  readonly low: number;
  readonly high: number;
}

/** The levels of the answer itself. */
export const RAW_LEVELS: Levels = { low: 0.1, high: 0.9 };

/**
 * The share of the sampled starts before `atMs`, the inverse of `quantile`, 0 … 1; in the middle of those that are equal.
 * @param startMs in ascending order, NEVER = beyond the horizon @param atMs the true start, NEVER as above
 */
export function rankOf(startMs: Float64Array, atMs: number): number {
  const before = startMs.filter((start) => start < atMs).length;
  const equal = startMs.filter((start) => start === atMs).length;
  return (before + (equal + 1) / 2) / (startMs.length + 1);
}

/** The ranks of answers of which the GPRs have started, the latest 1,500. */
export class Ranks {
  readonly #latest: number[] = [];

  push(rank: number): void {
    this.#latest.push(rank);
    if (this.#latest.length > LATEST) this.#latest.shift();
  }

  /** The levels between which 80 % of the ranks lay; undefined = fewer than 200 are known. */
  get levels(): Levels | undefined {
    const { length } = this.#latest;
    if (length < LEAST) return undefined;
    const sorted = Float64Array.from(this.#latest).sort();
    return {
      low: sorted[Math.floor(length * RAW_LEVELS.low)],
      high: sorted[Math.ceil(length * RAW_LEVELS.high) - 1],
    };
  }
}
