// Instants as people type them, and as the page shows them.

import { parseDuration } from '../../wire/time/durations.ts';
import { instant, isoOf } from './spans.ts';

const DAY_MS = 86_400_000;

/**
 * ISO 8601 for `22:00` and `Mon 22:00` (the next one after now, or after another instant), `2026-01-06 22:00`,
 * `Tue 2026-01-06 22:00:30` and `in 2h`. Another text as it is.
 */
export function typedInstant(text: string, now: string, after = now): string {
  const typed = text.trim();
  const time = /^(\w{3} )?(\d?\d:\d\d)(:\d\d)?$/.exec(typed);
  if (time !== null) {
    const [, weekday = '', minute, second = ''] = time;
    let at = Date.parse(`${after.slice(0, 10)}T${minute!.padStart(5, '0')}${second}Z`);
    for (let days = 0; days < 8; days++, at += DAY_MS)
      if (at > Date.parse(after) && instant(at).toLowerCase().startsWith(weekday.toLowerCase()))
        return isoOf(at);
    return typed;
  }
  const [, day, hours] = /^(?:\w{3} )?(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)$/.exec(typed) ?? [];
  if (day !== undefined) {
    const at = known(Date.parse(`${day}T${hours}Z`), text);
    // A browser takes February 30.
    return at.startsWith(day) ? at : text;
  }
  const wait = typed.startsWith('in ') ? parseDuration(typed.slice(3).replaceAll(' ', '')) : undefined;
  return wait?.ok ? known(Date.parse(now) + wait.value, text) : typed;
}

/** After how long the instant of a text comes again: `22:00` after a day, `Mon 22:00` after a week. */
export function turnMs(text: string): number {
  return (/^\D/.test(text) ? 7 : 1) * DAY_MS;
}

/** The text of an instant as people read it; another text as it is. */
export function shownAs(text: string): string {
  return /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text)) ? instant(text) : text;
}

function known(atMs: number, otherwise: string): string {
  return Number.isNaN(atMs) ? otherwise : isoOf(atMs);
}
