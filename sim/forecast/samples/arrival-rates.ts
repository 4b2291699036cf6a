// How often GPRs have arrived, by hour of the day; after two weeks, by hour of the week. An hour in which few arrivals were expected
// has about the mean rate of all hours: the mean of a Gamma distribution whose prior is that of SHRUNK arrivals at the mean rate.

import { HOUR_MS } from '../../base/numbers/time.ts';
import { HOURS_PER_WEEK } from '../../language/scenario.ts';

const HOURS_PER_DAY = 24;
const WEEK_MS = HOURS_PER_WEEK * HOUR_MS;
const SHRUNK = 10;

export class ArrivalRates {
  readonly #weekMs: number;
  readonly #counts = new Float64Array(HOURS_PER_WEEK);
  #total = 0;

  /** @param weekMs time from Monday 00:00 UTC to the scenario's start */
  constructor(weekMs: number) {
    this.#weekMs = weekMs;
  }

  note(atMs: number): void {
    this.#counts[this.#hourAt(atMs)]++;
    this.#total++;
  }

  /** The rate of each hour of the week, in arrivals per ms, as seen up to now. */
  perMs(nowMs: number): Float64Array {
    const slots = nowMs < 2 * WEEK_MS ? HOURS_PER_DAY : HOURS_PER_WEEK;
    const counts = new Float64Array(slots);
    const seenMs = new Float64Array(slots);
    for (let hour = 0; hour < HOURS_PER_WEEK; hour++) {
      counts[hour % slots] += this.#counts[hour];
      seenMs[hour % slots] += this.#seenMs(hour, nowMs);
    }
    const mean = this.#total / Math.max(HOUR_MS, nowMs);
    return Float64Array.from({ length: HOURS_PER_WEEK }, (_, hour) => {
      const slot = hour % slots;
      return (counts[slot] + SHRUNK) / (seenMs[slot] + SHRUNK / mean);
    });
  }

  /** The first instant after `nowMs` up to which `mean` arrivals are expected. @param rates of `perMs` */
  after(nowMs: number, mean: number, rates: Float64Array): number {
    let at = nowMs;
    for (let left = mean; ; ) {
      const rate = rates[this.#hourAt(at)];
      const endMs = at + HOUR_MS - ((this.#weekMs + at) % HOUR_MS);
      const expected = rate * (endMs - at);
      if (left < expected) return at + Math.floor(left / rate);
      left -= expected;
      at = endMs;
    }
  }

  #hourAt(atMs: number): number {
    return Math.floor(((this.#weekMs + atMs) % WEEK_MS) / HOUR_MS);
  }

  /** The time of an hour of the week that lies between the scenario's start and now. */
  #seenMs(hour: number, nowMs: number): number {
    const upTo = (ms: number) => {
      const weeks = Math.floor(ms / WEEK_MS);
      return weeks * HOUR_MS + Math.min(HOUR_MS, Math.max(0, ms - weeks * WEEK_MS - hour * HOUR_MS));
    };
    return upTo(this.#weekMs + nowMs) - upTo(this.#weekMs);
  }
}
