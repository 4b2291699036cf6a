// How answers about likely starts have fared: the rank of the true start among the sampled ones. If futures were drawn well, ranks are
// uniform; if not, the ranks of earlier answers show between which levels the next starts will lie.

import { NEVER } from '../../base/numbers/time.ts';
import { quantile } from './sampled-starts.ts';

/** Ranks that are remembered. */
const LATEST = 1_500;
/** Fewer show too little. */
const LEAST = 200;
/** A start outside of a range moves the share of ranks beyond it by nine tenths of this, one inside by a tenth. */
const STEP = 0.01;

/** Ranks between which 80 of 100 starts lie. */
export interface Levels {
  readonly low: number;
  readonly high: number;
}

/** The levels of the answer itself. */
export const RAW_LEVELS: Levels = { low: 0.1, high: 0.9 };
const OUTSIDE = RAW_LEVELS.low;

/** An answer about the start of a GPR. */
export interface Ranged {
  readonly askedMs: number;
  readonly horizonMs: number;
  /** In ascending order, NEVER = beyond the horizon. */
  readonly startMs: Float64Array;
  /** Of its recalibrated range; undefined = there was none. */
  readonly levels: Levels | undefined;
}

/**
 * The share of the sampled starts before `atMs`, in the middle of those that are equal. After all of them, it is the time from the
 * question ÷ that to the last of them, at least 1; before all, the time ÷ that to the first, less 1.
 * @param atMs the true start, NEVER = beyond the horizon
 */
export function rankOf({ askedMs, startMs }: Ranged, atMs: number): number {
  const [first, last] = [startMs[0], startMs[startMs.length - 1]];
  if (atMs > last) return (atMs - askedMs) / Math.max(1, last - askedMs);
  if (atMs < first && first < NEVER) return (atMs - askedMs) / (first - askedMs) - 1;
  const before = startMs.filter((start) => start < atMs).length;
  const equal = startMs.filter((start) => start === atMs).length;
  return (before + (equal + 1) / 2) / (startMs.length + 1);
}

/** The instant of a rank, NEVER as above. */
export function instantOf({ askedMs, horizonMs, startMs }: Ranged, rank: number): number {
  const [first, last] = [startMs[0], startMs[startMs.length - 1]];
  if (rank < 0 && first < NEVER) return askedMs + (rank + 1) * (first - askedMs);
  const atMs = rank > 1 ? askedMs + rank * Math.max(1, last - askedMs) : quantile(startMs, rank);
  return atMs > horizonMs ? NEVER : atMs;
}

/**
 * The ranks of answers of which the GPRs have started, the latest 1,500. Which share of them lies beyond a level follows the starts
 * outside of the recalibrated ranges: in the long run, these are as many as they should be, even if the GPRs change (adaptive
 * conformal inference: Gibbs and Candès 2021).
 */
export class Ranks {
  readonly #latest: { readonly rank: number; readonly askedMs: number }[] = [];
  #below = OUTSIDE;
  #above = OUTSIDE;

  /** @param atMs the true start, NEVER as above */
  push(answer: Ranged, atMs: number): void {
    const { askedMs, levels } = answer;
    this.#latest.push({ rank: rankOf(answer, atMs), askedMs });
    if (this.#latest.length > LATEST) this.#latest.shift();
    if (levels === undefined) return;
    this.#below = moved(this.#below, atMs < instantOf(answer, levels.low));
    this.#above = moved(this.#above, atMs > instantOf(answer, levels.high));
  }

  /** The levels for the next answers; undefined = fewer than 200 ranks are known. GPRs of an instant move together: they count as one. */
  get levels(): Levels | undefined {
    if (this.#latest.length < LEAST) return undefined;
    const together = new Map<number, number>();
    for (const { askedMs } of this.#latest) together.set(askedMs, (together.get(askedMs) ?? 0) + 1);
    const sorted = this.#latest.toSorted((one, other) => one.rank - other.rank);
    let instants = 0;
    const upTo = sorted.map(({ askedMs }) => {
      instants += 1 / together.get(askedMs)!;
      return instants;
    });
    return {
      low: sorted[upTo.findIndex((count) => count > this.#below * instants)].rank,
      // The last one, at −1, if the share is below 0.
      high: sorted.at(upTo.findIndex((count) => count >= (1 - this.#above) * instants))!.rank,
    };
  }
}

/** A share below 0 remembers that even the farthest rank did not suffice. */
function moved(share: number, isOutside: boolean): number {
  return Math.min(0.5, Math.max(-OUTSIDE, share + STEP * (OUTSIDE - (isOutside ? 1 : 0))));
}
