// Texts of instants and durations of simulated time. All instants are UTC.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The two largest units of a duration: `3d 4h`, `12m 5s`, `0s`. */
export function span(ms: number): string {
  const sign = ms < 0 ? '−' : '';
  let rest = Math.round(Math.abs(ms) / SECOND) * SECOND;
  const parts: string[] = [];
  for (const [unit, letter] of [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'm'],
    [SECOND, 's'],
  ] as const) {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    if (count > 0 || (parts.length === 0 && letter === 's')) parts.push(`${count}${letter}`);
    if (parts.length === 2 || (parts.length === 1 && count === 0)) break;
  }
  return sign + parts.join(' ');
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Mon 2026-01-05 08:00:00` */
export function instant(at: string | number): string {
  const date = new Date(at);
  const [day, time] = date.toISOString().split('T');
  return `${WEEKDAYS[date.getUTCDay()]} ${day} ${time.slice(0, 8)}`;
}

/** An instant beside another: `08:30:00` of the same day, else `01-06 08:30`. */
export function shortInstant(at: string | number, beside: string | number): string {
  const text = new Date(at).toISOString();
  return text.slice(0, 10) === new Date(beside).toISOString().slice(0, 10)
    ? text.slice(11, 19)
    : `${text.slice(5, 10)} ${text.slice(11, 16)}`;
}

/** `in 2h 5m`, `3m 2s ago`, `now` */
export function relative(at: string | number, now: string | number): string {
  const ms = new Date(at).getTime() - new Date(now).getTime();
  if (Math.abs(ms) < SECOND) return 'now';
  return ms > 0 ? `in ${span(ms)}` : `${span(-ms)} ago`;
}

export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}
