// What all queues took for one work, as a row: the indexed heap beside the fastest package.

import { median, summed } from '../measure.ts';
import type { Row } from '../row.ts';
import { OURS } from './queues.ts';

/** Nanoseconds an operation, by round; the indexed heap is among them. */
export type Times = ReadonlyMap<string, readonly number[]>;

/** @param packages those of the queues that the indexed heap is to be faster than */
export function standing(
  work: string,
  size: number,
  times: Times,
  packages: readonly string[],
  notes: Row['notes'],
): Row {
  const figures = Object.fromEntries(
    [...times].map(([queue, ns]) => [queue, { value: median(ns), ...summed(ratios(times, queue, OURS)) }]),
  );
  const fastest = packages.reduce((best, next) => (figures[next].value < figures[best].value ? next : best));
  return {
    name: `heap ${work} ${exponent(size)}`,
    value: figures[OURS].value,
    reference: figures[fastest].value,
    unit: 'ns/operation',
    ratioOf: `${fastest} ÷ ${OURS}`,
    ...summed(ratios(times, fastest, OURS)),
    notes,
    column: { table: `heap ${exponent(size)}, ns/operation`, name: work, figures },
  };
}

/** The indexed heap beside one other queue, which nobody expects it to beat. */
export function beside(work: string, size: number, times: Times, other: string): Row {
  return {
    name: `heap ${work} ${exponent(size)} beside ${other}`,
    value: median(times.get(OURS)!),
    reference: median(times.get(other)!),
    unit: 'ns/operation',
    ratioOf: `${OURS} ÷ ${other}`,
    ...summed(ratios(times, OURS, other)),
    notes: {},
  };
}

function ratios(times: Times, above: string, below: string): number[] {
  return times.get(above)!.map((ns, round) => ns / times.get(below)![round]);
}

export function exponent(size: number): string {
  return `1e${String(size).length - 1}`;
}
