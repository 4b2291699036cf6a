// The last day of an API key, in real time.

const dayMs = 86_400_000;

/** The instant, ms since 1970, at which a key valid until `day` (YYYY-MM-DD, UTC, included) ends. */
export function endOfDayMs(day: string): number {
  return Date.parse(day) + dayMs;
}

/** Whether the text is a day of the calendar as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
