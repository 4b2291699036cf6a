import { median, summed } from '../measuring/measure.ts';
import type { Row } from '../measuring/row.ts';

export const OURS = 'indexed heap';

/** Nanoseconds per operation for each round, by queue; includes the indexed heap. */
export type Times = ReadonlyMap<string, readonly number[]>;

/** Returns a row that compares the indexed heap with the fastest of the packages. */
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

/** Returns a row that compares the indexed heap with a queue that is expected to be faster. */
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
