// Instants as people type them, and as the page shows them.

import { parseDuration } from '../../wire/time/durations.ts';

const DAY_MS = 86_400_000;

/**
 * ISO 8601 for `22:00` (the next one after now, or after another instant), `2026-01-06 22:00`, `Tue 2026-01-06 22:00:30` and
 * `in 2h`. Another text as it is.
 */
export function typedInstant(text: string, now: string, after = now): string {
  const typed = text.trim();
  const time = /^(\d?\d:\d\d)(:\d\d)?$/.exec(typed);
  if (time !== null) {
    const at = Date.parse(`${after.slice(0, 10)}T${time[1]!.padStart(5, '0')}${time[2] ?? ':00'}Z`);
    return isoOf(at > Date.parse(after) ? at : at + DAY_MS, typed);
  }
  const day = /^(?:[A-Z][a-z]{2} )?(\d{4}-\d\d-\d\d) (\d\d:\d\d)(:\d\d)?$/.exec(typed);
  if (day !== null) return isoOf(Date.parse(`${day[1]}T${day[2]}${day[3] ?? ':00'}Z`), text);
  const wait = typed.startsWith('in ') ? parseDuration(typed.slice(3).replaceAll(' ', '')) : undefined;
  return wait?.ok ? isoOf(Date.parse(now) + wait.value, text) : typed;
}

function isoOf(atMs: number, otherwise: string): string {
  return Number.isNaN(atMs) ? otherwise : new Date(atMs).toISOString();
}
