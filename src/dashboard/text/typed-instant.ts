// Instants as people type them, and as the page shows them.

import { durationMs } from '../../wire/time/duration-ms.ts';
import { instant, isoOf } from './spans.ts';

const DAY_MS = 86_400_000;
/** A day alone: `Mon`, `2026-01-06`, `01-06`. */
const DAY = /^([a-z]{3}|(\d{4}-)?\d\d-\d\d)$/i;

/**
 * ISO 8601 for `22:00` and `Mon 22:00` (the next one after now; of the past, the last one up to now), `2026-01-06 22:00`,
 * `Tue 2026-01-06 22:00:30`, `01-06 22:00` (of this year) and `in 2h`; of the past, also for the beginning of a day: `Mon`, `2026-01-06`. Another text as it is.
 */
export function typedInstant(text: string, now: string, isPast = false): string {
  const given = text.trim();
  const typed = (isPast ? given.replace(DAY, '$& 00:00') : given).replace(
    /^\d\d-\d\d /,
    `${now.slice(0, 4)}-$&`,
  );
  const time = /^(\w{3} )?((?:[01]?\d|2[0-3]):[0-5]\d)(:[0-5]\d)?$/.exec(typed);
  if (time !== null) {
    const [, weekday = '', minute, second = ''] = time;
    let at = Date.parse(`${now.slice(0, 10)}T${minute!.padStart(5, '0')}${second}Z`);
    for (let days = 0; days < 8; days++, at += isPast ? -DAY_MS : DAY_MS)
      if (at > Date.parse(now) !== isPast && instant(at).toLowerCase().startsWith(weekday.toLowerCase()))
        return isoOf(at);
    return given;
  }
  const [, day, hours] =
    /^(?:\w{3} )?(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)Z?$/.exec(typed) ?? [];
  if (day !== undefined) {
    const at = known(Date.parse(`${day}T${hours}Z`), text);
    // A browser takes February 30, and 24:00.
    return at.startsWith(day) ? at : text;
  }
  const waitMs = typed.startsWith('in ') && durationMs(typed.slice(3).replaceAll(' ', ''));
  return waitMs ? known(Date.parse(now) + waitMs, text) : given;
}

/** How long that lasts which a text names, ms: a day, a second such as `22:00:30`, or 1 for any other instant. */
export function lengthOf(text: string): number {
  const typed = text.trim();
  return DAY.test(typed) ? DAY_MS : /:\d\d:\d\d$/.test(typed) ? 1000 : 1;
}

/** The text of an instant as people read it; another text as it is, also one of a day that does not exist. */
export function shownAs(text: string): string {
  const day = text.slice(0, 10);
  return /^\d{4}-.*Z$/.test(text) && known(Date.parse(text) && Date.parse(day), '').startsWith(day)
    ? instant(text)
    : text;
}

function known(atMs: number, otherwise: string): string {
  return Number.isNaN(atMs) ? otherwise : isoOf(atMs);
}
