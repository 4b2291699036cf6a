// Texts of instants and durations of simulated time. All instants are UTC.

import { span } from '../../looks/span.ts';
import { durationMs } from '../../wire/time/duration-ms.ts';

export { span };

const SECOND = 1000;

/** A duration of an answer, such as `1h0m0s`, as `span` shows it; another text as it is. */
export function spanOf(duration: string): string {
  const ms = durationMs(duration);
  return ms === undefined ? duration : span(ms);
}

/** A duration as the server reads it: the page shows `1h 30m`. Another text as it is. */
export function durationOf(entered: string): string {
  const text = entered.replace(/\s+/g, '');
  return durationMs(text) ? text : entered;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** ISO 8601. @param at ms since 1970, or a text */
export function isoOf(at: string | number): string {
  return new Date(at).toISOString();
}

/** `Mon 2026-01-05 08:00:00` */
export function instant(at: string | number): string {
  const date = new Date(at);
  const [day, time] = date.toISOString().split('T');
  return `${WEEKDAYS[date.getUTCDay()]} ${day} ${time.slice(0, 8)}`;
}

/** `Mon 08:00:00` */
export function weekdayTime(at: string | number): string {
  return instant(at).replace(/ .* /, ' ');
}

/** An instant beside another: `08:30:00` of the same day, else `01-06 08:30:00`. */
export function shortInstant(at: string | number, beside: string | number): string {
  const text = isoOf(at);
  return text.slice(0, 10) === isoOf(beside).slice(0, 10)
    ? text.slice(11, 19)
    : `${text.slice(5, 10)} ${text.slice(11, 19)}`;
}

/** `in 2h 5m`, `3m 2s ago`, `now` */
export function relative(at: string | number, now: string | number): string {
  const ms = new Date(at).getTime() - new Date(now).getTime();
  if (Math.abs(ms) < SECOND) return 'now';
  return ms > 0 ? `in ${span(ms)}` : `${span(-ms)} ago`;
}

/** With two decimals at most. */
export function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

export function counted(count: number, what: string): string {
  return `${number(count)} ${what}${count === 1 ? '' : 's'}`;
}
