// Reads the cells of a table of jobs: times, counts, and the resources of Slurm. A text is why a cell is invalid.

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../base/numbers/time.ts';
import { quoted } from '../trace-table.ts';
import { plainMs } from './instant-cells.ts';
import { UNITS } from './options.ts';

/** Whether a cell has no value. */
export const isAbsent = (cell: string): boolean =>
  /^(?:|unknown|none|null|\(null\)|<none>|n\/a)$/i.test(cell);
/** Whether a cell has no value or 0, so that another column may have a value. */
export const isEmpty = (cell: string): boolean => isAbsent(cell) || /^0(?:\.0+)?[KM]?$/.test(cell);

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
  const ms = plainMs(cell, unitMs);
  return Number.isNaN(ms) ? spanMs(cell) : Math.round(ms);
}

const wordsOf = (unitMs: number) => UNITS.find(([, ms]) => ms === unitMs)![2];

/** A run time in ms: a number, or a span of Slurm. 0: it did not run; below 0: it ended before it began; undefined: not known. */
export function runMs(cell: string, unitMs: number): number | undefined | string {
  if (isAbsent(cell) || cell === '-1') return undefined;
  if (/^-[0-9.]+$/.test(cell)) return -1;
  const ms = timeMs(cell, unitMs);
  if (!Number.isNaN(ms)) return ms;
  return `must be ${wordsOf(unitMs)}, or a time such as 1-02:30:00, but is ${quoted(cell)}`;
}

/** A time limit in ms; undefined: none. @param unitMs what a plain number counts */
export function limitMs(cell: string, unitMs: number): number | undefined | string {
  if (isAbsent(cell) || /^(?:unlimited|infinite|not_set|partition_limit)$/i.test(cell)) return undefined;
  const ms = timeMs(cell, unitMs);
  if (Number.isNaN(ms))
    return `must be ${wordsOf(unitMs)}, a time such as 1-02:30:00, UNLIMITED or Partition_Limit, but is ${quoted(cell)}`;
  return ms || undefined;
}

const WHOLE = /^([0-9]{1,7})(?:\.0*)?$/;

/** A count; an empty cell is 0. */
export function count(cell: string): number | string {
  if (isAbsent(cell)) return 0;
  const [, digits] = WHOLE.exec(cell) ?? [];
  if (digits !== undefined) return Number(digits);
  return `must be a whole number of at most seven digits, but is ${quoted(cell)}`;
}

/** A count of nodes; those of Slurm may have a unit of 1024. */
export function nodes(cell: string): number | string {
  const [, digits, unit] = /^([0-9]{1,4}(?:\.[0-9]{1,4})?)([KM])$/.exec(cell) ?? [];
  return unit === undefined ? count(cell) : Math.round(Number(digits) * (unit === 'K' ? 1024 : 1024 * 1024));
}

/** Whether the resources of Slurm have a slice of a GPU (MIG), such as `gres/gpu:1g.5gb=1` or `gpu:a100_3g.20gb:1`. It counts as a GPU. */
export const hasSlices = (cell: string): boolean => /gpu:[^=,]*[0-9]g\.[0-9]+gb/i.test(cell);

/** GPUs of a job; a share of one is a fraction. */
export interface Gpus {
  readonly count: number;
  /** Whether they are the GPUs of each node. */
  readonly isPerNode: boolean;
}

const GPU_PART = /^(?:gres[:/])?gpu(?:[=:]([0-9]{1,7})|:(.+)[=:]([0-9]{1,7})|:([^:=]*[A-Za-z][^:=]*))?$/;

/**
 * Reads a number, trackable resources of Slurm (`cpu=8,gres/gpu:a100=4,gres/gpu=4`), or generic ones, which are of each node
 * (`gpu:v100:2(IDX:0-1)`).
 */
export function gpus(cell: string): Gpus | string {
  const isPerNode = !cell.includes('=') && /:|^gpu/.test(cell);
  if (!isPerNode && !cell.includes('=')) {
    const number = /^[0-9]{1,7}\.[0-9]{1,9}$/.test(cell) ? Number(cell) : count(cell);
    return typeof number === 'string' ? number : { count: number, isPerNode };
  }
  let all: number | undefined;
  let byModel = 0;
  for (const part of cell.replaceAll(/\([^)]*\)/g, '').split(',')) {
    const [found, number, , ofModel = '1'] = GPU_PART.exec(part) ?? [];
    if (found === undefined) {
      if (/^(?:gres[:/])?gpu\b/.test(part))
        return `must have a whole number of at most seven digits after ${isPerNode ? 'gpu' : 'gres/gpu'}, but is ${quoted(cell)}`;
    } else if (number !== undefined) all = Number(number);
    else byModel += Number(ofModel);
  }
  return { count: all ?? byModel, isPerNode };
}
