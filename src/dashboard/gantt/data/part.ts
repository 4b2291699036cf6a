// Which rows of a large Gantt chart are read: those in view, and some above and below them. The server sends a limited number of
// bars, so that fewer rows have finer bars.

import { type Part, STEP_EQUAL } from './row-places.ts';

/** A chart with at most this many rows is read as a whole. */
const WHOLE_MAX = 200;

/** What is in view of rows of equal height, CSS pixels. */
export interface InView {
  readonly scrolled: number;
  readonly height: number;
}

/** How many views of rows are read on each side of the rows in view. */
const MARGIN = 2;

/** The rows in view, and more on each side. @param total of all rows, as far as known */
export function rowsToRead(view: InView, total: number): { readonly offset: number; readonly limit: number } {
  if (total <= WHOLE_MAX) return { offset: 0, limit: WHOLE_MAX };
  const [first, count] = visible(view);
  return { offset: Math.max(0, first - MARGIN * count), limit: (1 + 2 * MARGIN) * count };
}

/** Whether the known rows have those in view, and as many on each side: the next ones are read before they are in view. */
export function coversView({ offset, total }: Part, size: number, view: InView): boolean {
  const [first, count] = visible(view);
  const from = Math.max(0, first - count);
  const to = Math.min(total, first + 2 * count);
  return offset <= from && offset + size >= to;
}

function visible({ scrolled, height }: InView): readonly [first: number, count: number] {
  return [Math.floor(scrolled / STEP_EQUAL), Math.ceil(Math.max(0, height) / STEP_EQUAL) + 1];
}
