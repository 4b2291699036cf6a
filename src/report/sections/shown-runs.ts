// What a report shows as pictures: one run, or one run for each variant of a comparison, on the same axes.

import type { Pictures } from '../../studies/pictures.ts';
import type { Timeline } from '../../wire/time/timestamps.ts';
import type { TimeAxis } from '../charts/axes.ts';
import { type Columns, pieceOf } from '../page/packed-csv.ts';

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

/** Columns of CSV; with several runs, the first one is the variant. */
export function columnsOf(
  shown: readonly ShownRun[],
  values: Values,
  instants: ((pictures: Pictures) => readonly number[]) | undefined,
): Columns {
  const [, , first] = values[0];
  const variants = shown.flatMap(({ name, pictures }) => first(pictures).map(() => pieceOf(name)));
  return [
    ...(shown.length > 1 ? [{ head: 'variant', texts: variants }] : []),
    ...(instants === undefined
      ? []
      : [{ head: 'at', instants: shown.flatMap(({ pictures }) => instants(pictures)) }]),
    ...values.map(([head, digits, of]) => ({
      head,
      digits,
      numbers: shown.flatMap(({ pictures }) => of(pictures)),
    })),
  ];
}
