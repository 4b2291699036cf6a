// Where an instant is in its week.

import { DAY_MS } from '../../../sim/index.ts';

const WEEK_MS = 7 * DAY_MS;
/** 1 January 1970 was a Thursday. */
const THURSDAY_MS = 3 * DAY_MS;

/** Time from the last Monday, 00:00 UTC, to an instant, ms. @param instant in ISO 8601 */
export function sinceMonday(instant: string): number {
  const sinceMs = (Date.parse(instant) + THURSDAY_MS) % WEEK_MS;
  return sinceMs < 0 ? sinceMs + WEEK_MS : sinceMs;
}
