// The last day on which an API key is valid, in real time: YYYY-MM-DD in UTC, inclusive.

const DAY_MS = 86_400_000;

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Whether a key with the last day `day` has expired. `nowMs`: since 1970. */
export function hasEnded(day: string, nowMs: number): boolean {
  return nowMs >= Date.parse(day) + DAY_MS;
}

/** The last day of a key that is valid for 365 days from now. `nowMs`: since 1970. */
export function yearFrom(nowMs: number): string {
  return new Date(nowMs + 365 * DAY_MS).toISOString().slice(0, 10);
}
