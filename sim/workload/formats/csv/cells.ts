// Reads the cells of a table of jobs: instants, spans, counts, and the resources of Slurm. A text is why a cell is invalid.

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../base/numbers/time.ts';
import { quoted } from '../trace-table.ts';

const SECONDS = /^[0-9]{1,10}(?:\.[0-9]{1,9})?$/;
const INSTANT =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[ T]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,3})[0-9]*)?(?:Z|([+-])([0-9]{2}):?([0-9]{2}))?$/;

/** Whether an instant is in seconds from an unknown instant. */
export const isInSeconds = (cell: string): boolean => SECONDS.test(cell);

/** An instant in ms: seconds from any instant, or a date and a time, in UTC unless it has a time zone, from 1970 on. */
export function instantMs(cell: string): number | string {
  if (isInSeconds(cell)) return Math.floor(Number(cell) * SECOND_MS);
  const found = INSTANT.exec(cell);
  const [year, month, day, hour, minute, second] = (found ?? []).slice(1, 7).map(Number);
  const isThere =
    year! >= 1 && year! < 9999 && month! >= 1 && month! <= 12 && day! >= 1 && day! <= daysOf(year!, month!);
  if (!isThere || hour! > 23 || minute! > 59 || second! > 59)
    return `must be seconds, or an instant such as 2026-01-05 08:00:00, but is ${quoted(cell)}`;
  const [, fraction = '', sign, zoneHours = 0, zoneMinutes = 0] = found!.slice(6);
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * MINUTE_MS;
  const time = hour! * HOUR_MS + minute! * MINUTE_MS + second! * SECOND_MS + Number(fraction.padEnd(3, '0'));
  return (
    (daysBefore(year!, month!, day!) - daysBefore(1970, 1, 1)) * DAY_MS + time - (sign === '-' ? -zone : zone)
  );
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

/** The instant at which a job began or ended; null: it did not yet. */
export function eventMs(cell: string): number | null | string {
  return cell === '' || cell === 'Unknown' || cell === 'None' ? null : instantMs(cell);
}

/** A span of Slurm in ms, such as `1-02:30:00`, `02:30:00`, `30:00`, `1-02` or `1-02:30`; NaN if the cell is none. */
function spanMs(cell: string): number {
  const form = /^(?:([0-9]{1,5})-)?([0-9]{1,6}(?::[0-9]{2}){0,2})(?:\.([0-9]{1,3})[0-9]*)?$/;
  const [, days, times = '', fraction = ''] = form.exec(cell) ?? [];
  if (days === undefined && !times.includes(':')) return Number.NaN;
  const numbers = times.split(':').map(Number);
  // Without days, two numbers are minutes and seconds.
  if (days === undefined && numbers.length === 2) numbers.unshift(0);
  const [hours = 0, minutes = 0, seconds = 0] = numbers;
  const clock = hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
  return Number(days ?? 0) * DAY_MS + clock + Number(fraction.padEnd(3, '0'));
}

/** A time in ms. @param unitMs what a plain number counts */
function timeMs(cell: string, unitMs: number): number {
  return SECONDS.test(cell) ? Math.round(Number(cell) * unitMs) : spanMs(cell);
}

/** A run time in ms: seconds, or a span of Slurm. 0 = it did not run. */
export function runMs(cell: string): number | string {
  if (cell === '' || /^-[0-9.]+$/.test(cell)) return 0;
  const ms = timeMs(cell, SECOND_MS);
  return Number.isNaN(ms) ? `must be seconds, or a time such as 1-02:30:00, but is ${quoted(cell)}` : ms;
}

/** A time limit in ms; undefined: none. @param unitMs what a plain number counts */
export function limitMs(cell: string, unitMs: number): number | undefined | string {
  if (cell === '' || cell === 'UNLIMITED' || cell === 'Partition_Limit') return undefined;
  const ms = timeMs(cell, unitMs);
  if (Number.isNaN(ms))
    return `must be ${unitMs === MINUTE_MS ? 'minutes' : 'seconds'}, a time such as 1-02:30:00, UNLIMITED or Partition_Limit, but is ${quoted(cell)}`;
  return ms || undefined;
}

/** A count; an empty cell is 0. */
export function count(cell: string): number | string {
  if (/^[0-9]{0,7}$/.test(cell)) return Number(cell);
  return `must be a whole number of at most seven digits, but is ${quoted(cell)}`;
}

/** Whether the resources of Slurm have a slice of a GPU (MIG), such as `gres/gpu:1g.5gb=1` or `gres/gpu:a100_3g.20gb=1`. */
export const hasSlices = (cell: string): boolean => /gres\/gpu:[^=,]*[0-9]g\.[0-9]+gb/i.test(cell);

/** The GPUs of a job: a count, or the resources of Slurm, such as `billing=8,cpu=8,gres/gpu:a100=4,gres/gpu=4`. */
export function gpus(cell: string): number | string {
  if (!cell.includes('=')) return count(cell);
  let all: number | undefined;
  let byModel = 0;
  for (const part of cell.split(',')) {
    const [, model, number] = /^gres\/gpu(:[^=]+)?=([0-9]{1,7})$/.exec(part) ?? [];
    if (number === undefined) {
      if (part.startsWith('gres/gpu=') || part.startsWith('gres/gpu:'))
        return `must have a whole number of at most seven digits after gres/gpu, but is ${quoted(cell)}`;
    } else if (model === undefined) all = Number(number);
    else byModel += Number(number);
  }
  return all ?? byModel;
}
