// Reads instants of a table of jobs. A text is why a cell is invalid.

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../base/numbers/time.ts';
import type { OffsetMs } from '../format.ts';
import { quoted } from '../trace-table.ts';

const NUMBER = /^[0-9]{1,13}(?:\.[0-9]{1,9})?$/;
const INSTANT =
  /^([0-9]{4})[-/]([0-9]{2})[-/]([0-9]{2})[ T]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,3})[0-9]*)?)?(?: ?(Z|UTC)| ?([+-])([0-9]{2}):?([0-9]{2})(?: UTC)?)?$/;
/** As in many spreadsheets; with dots, the day is first. */
const DAY_FIRST = /^([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})(?= )/;

/** The largest plain number of a time, in ms: ten digits of seconds. */
const MOST_MS = 10_000_000_000 * SECOND_MS;
/** 2000 to 2100 in ms since 1970: a number of this size is an instant since 1970. */
const RECENT_MS = [946_684_800_000, 4_102_444_800_000] as const;

const isRecent = (ms: number) => ms >= RECENT_MS[0] && ms < RECENT_MS[1];

/** A plain number in ms; NaN if the cell has none, or a too large one. */
export function plainMs(cell: string, unitMs: number): number {
  const ms = NUMBER.test(cell) ? Number(cell) * unitMs : Number.NaN;
  return ms < MOST_MS ? ms : Number.NaN;
}

export interface Instant {
  /** Since 1970 or since an unknown instant. */
  readonly ms: number;
  readonly isDated: boolean;
  /** Whether it is a date without a time zone. */
  readonly isLocal: boolean;
}

/**
 * An instant: a plain number, or a date and a time.
 * @param unitMs of a plain number; undefined: ms if it is then a recent instant, else seconds
 * @param offsetMs of a date without a time zone
 * @param fromMs the second of two possible instants counts if the first is before this
 */
export function instant(
  cell: string,
  unitMs: number | undefined,
  offsetMs: OffsetMs,
  fromMs = Number.NEGATIVE_INFINITY,
): Instant | string {
  const number = plainMs(cell, unitMs ?? (isRecent(Number(cell)) ? 1 : SECOND_MS));
  if (!Number.isNaN(number)) return { ms: Math.floor(number), isDated: isRecent(number), isLocal: false };
  const found = INSTANT.exec(
    cell.replace(
      DAY_FIRST,
      (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    ),
  );
  const [year, month, day, hour, minute, second = 0] = (found ?? [])
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  const isThere =
    year! >= 1 && year! < 9999 && month! >= 1 && month! <= 12 && day! >= 1 && day! <= daysOf(year!, month!);
  if (!isThere || hour! > 23 || minute! > 59 || second > 59)
    return `must be seconds, or an instant such as 2026-01-05 08:00:00, but is ${quoted(cell)}`;
  const [fraction = '', utc, sign, zoneHours = 0, zoneMinutes = 0] = found!.slice(7);
  const time = hour! * HOUR_MS + minute! * MINUTE_MS + second * SECOND_MS + Number(fraction.padEnd(3, '0'));
  const localMs = (daysBefore(year!, month!, day!) - daysBefore(1970, 1, 1)) * DAY_MS + time;
  const ownMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * MINUTE_MS;
  const isOwn = utc !== undefined || sign !== undefined;
  return {
    ms: isOwn ? localMs - (sign === '-' ? -ownMs : ownMs) : utcMs(localMs, offsetMs, fromMs),
    isDated: true,
    isLocal: !isOwn,
  };
}

/** A time that is skipped in spring is taken as if it were not. */
function utcMs(localMs: number, offsetMs: OffsetMs, fromMs: number): number {
  const before = localMs - offsetMs(localMs - DAY_MS);
  const after = localMs - offsetMs(localMs + DAY_MS);
  if (before === after) return before;
  const [first = before, second = first] = [before, after].filter((ms) => ms + offsetMs(ms) === localMs);
  return first < fromMs ? second : first;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysOf(year: number, month: number): number {
  return DAYS[month - 1]! + (month === 2 && isLeap(year) ? 1 : 0);
}

/** The days from the beginning of year 1 to a day, in the calendar that holds today. */
function daysBefore(year: number, month: number, day: number): number {
  const years = year - 1;
  let days = years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  for (let before = 1; before < month; before++) days += daysOf(year, before);
  return days + day - 1;
}
