// Reads the cells of a table of jobs: instants, spans, counts, and the resources of Slurm. A text is why a cell is invalid.

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../base/numbers/time.ts';
import { quoted } from '../trace-table.ts';

const SECONDS = /^[0-9]{1,10}(?:\.[0-9]{1,9})?$/;
const INSTANT =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[ T]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,3})[0-9]*)?(?:Z|([+-])([0-9]{2}):?([0-9]{2}))?$/;

/** An instant in ms: seconds from any instant, or a date and a time, in UTC unless it has a time zone. */
export function instantMs(cell: string): number | string {
  if (SECONDS.test(cell)) return Math.floor(Number(cell) * SECOND_MS);
  const found = INSTANT.exec(cell);
  const [year, month, day, hour, minute, second] = (found ?? []).slice(1, 7).map(Number);
  const isThere =
    year !== undefined && month! >= 1 && month! <= 12 && day! >= 1 && day! <= daysOf(year, month!);
  if (!isThere || hour! > 23 || minute! > 59 || second! > 59)
    return `must be seconds, or an instant such as 2026-01-05 08:00:00, but is ${quoted(cell)}`;
  const [, fraction = '', sign, zoneHours = 0, zoneMinutes = 0] = found!.slice(6);
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * MINUTE_MS;
  const time = hour! * HOUR_MS + minute! * MINUTE_MS + second! * SECOND_MS + Number(fraction.padEnd(3, '0'));
  return daysBefore(year, month!, day!) * DAY_MS + time - (sign === '-' ? -zone : zone);
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

/** A run time in ms: seconds. 0 = it did not run. */
export function runMs(cell: string): number | string {
  if (cell === '' || /^-[0-9.]+$/.test(cell)) return 0;
  if (SECONDS.test(cell)) return Math.round(Number(cell) * SECOND_MS);
  return `must be seconds, but is ${quoted(cell)}`;
}

/** A time limit in ms; undefined: none. @param unitMs what a number counts */
export function limitMs(cell: string, unitMs: number): number | undefined | string {
  if (cell === '' || cell === 'UNLIMITED' || cell === 'Partition_Limit') return undefined;
  if (!SECONDS.test(cell))
    return `must be ${unitMs === MINUTE_MS ? 'minutes' : 'seconds'}, UNLIMITED or Partition_Limit, but is ${quoted(cell)}`;
  return Math.round(Number(cell) * unitMs) || undefined;
}

/** A count; an empty cell is 0. */
export function count(cell: string): number | string {
  if (/^[0-9]{0,7}$/.test(cell)) return Number(cell);
  return `must be a whole number of at most seven digits, but is ${quoted(cell)}`;
}

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
