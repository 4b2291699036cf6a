// Arrivals that follow the hours of the week. Gaps are drawn in *mean time*, in which the rate of arrivals is constant. In a week,
// mean time and simulated time advance by the same amount, so the mean rate over a week is that of the scenario. All arithmetic is
// with whole numbers below 2^53, and each quotient is far enough from a whole number that its rounding cannot change the result.

import { HOUR_MS } from '../base/numbers/time.ts';
import { HOURS_PER_WEEK, type WeeklyRates } from '../language/scenario.ts';

const WEEK_MS = HOURS_PER_WEEK * HOUR_MS;

export class Week {
  /** Mean time from the start of the week to the start of hour 0 … 168, ms. */
  readonly #upTo: readonly number[];
  readonly #startMs: number;

  constructor({ startMs, rates }: WeeklyRates) {
    const sums = [0n];
    for (const rate of rates) sums.push(sums[sums.length - 1] + BigInt(rate));
    const total = sums[HOURS_PER_WEEK];
    this.#upTo = sums.map((sum) => Number((sum * BigInt(WEEK_MS)) / total));
    this.#startMs = startMs;
  }

  /** @param atMs since the scenario's start */
  meanTimeOf(atMs: number): number {
    const sinceMs = this.#startMs + atMs;
    const restMs = sinceMs % WEEK_MS;
    const hour = Math.floor(restMs / HOUR_MS);
    const from = this.#upTo[hour];
    const within = Math.floor(((restMs - hour * HOUR_MS) * (this.#upTo[hour + 1] - from)) / HOUR_MS);
    return sinceMs - restMs + from + within;
  }

  /** The first instant at which mean time has come to `meanMs`, rounded down to a millisecond. */
  instantOf(meanMs: number): number {
    const rest = meanMs % WEEK_MS;
    const hour = this.#hourOf(rest);
    const from = this.#upTo[hour];
    const within = Math.floor(((rest - from) * HOUR_MS) / (this.#upTo[hour + 1] - from));
    return meanMs - rest + hour * HOUR_MS + within - this.#startMs;
  }

  /** The hour in which a mean time falls. In hours without arrivals, mean time does not advance. */
  #hourOf(meanMs: number): number {
    let low = 0;
    let high = HOURS_PER_WEEK - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#upTo[middle + 1] > meanMs) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
