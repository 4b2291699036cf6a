// The first write to a page of new memory takes up to fifty times as long as a copy to it, because the system must find the page.
// Large tables take their memory in steps, so that they are then copied at once.

import type { Column } from './columns.ts';

const STEP_BYTES = 4 * 2 ** 20;

/** Writes zeros to the first `used` elements of a new column, in steps. */
export function* takePages(column: Column, used: number): Generator<void> {
  const step = STEP_BYTES / column.BYTES_PER_ELEMENT;
  for (let at = 0; at < used; at += step) {
    column.fill(0, at, Math.min(used, at + step));
    yield;
  }
}
