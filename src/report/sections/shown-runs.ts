// What a report shows as pictures: one run, or one run for each variant of a comparison, on the same axes.

import type { Pictures } from '../../studies/pictures.ts';
import { csvLine } from '../../wire/text/csv.ts';
import type { Timeline } from '../../wire/time/timestamps.ts';
import type { TimeAxis } from '../charts/axes.ts';

export interface ShownRun {
  /** Of the variant; '' in a report of one run. */
  readonly name: string;
  readonly pictures: Pictures;
}

export function axisOf(shown: readonly ShownRun[], timeline: Timeline): TimeAxis {
  return {
    fromMs: Math.min(...shown.map(({ pictures }) => pictures.fromMs)),
    toMs: Math.max(...shown.map(({ pictures }) => pictures.toMs)),
    timeline,
  };
}

/** By column: its head, its digits after the point, and its values in a picture. */
type Values = readonly (readonly [
  head: string,
  digits: number,
  of: (pictures: Pictures) => readonly (number | null)[],
])[];

/** Lines of CSV with their header; with several runs, the first column is the variant. @param instants ms since 1970 */
export function linesOf(
  shown: readonly ShownRun[],
  values: Values,
  instants?: (pictures: Pictures) => readonly number[],
): string[] {
  const isMany = shown.length > 1;
  const lead = [...(isMany ? ['variant'] : []), ...(instants === undefined ? [] : ['at'])];
  const lines = shown.flatMap(({ name, pictures }) => {
    const at = instants?.(pictures);
    const columns = values.map(([, digits, of]) =>
      of(pictures).map((value) => value && Math.round(value * 10 ** digits) / 10 ** digits),
    );
    return columns[0].map((_, i) =>
      csvLine([
        ...(isMany ? [name] : []),
        ...(at === undefined ? [] : [new Date(at[i]).toISOString()]),
        ...columns.map((column) => column[i]),
      ]),
    );
  });
  return [csvLine([...lead, ...values.map(([head]) => head)]), ...lines];
}
