// Deletes the rows of branches that a file no longer has, in slices. After an interruption, the next deletion continues.

import type { Settings } from '../file-settings.ts';
import type { Rows } from '../rows.ts';

/** Yields after each slice. @param settings list the branches @param transaction runs a work in a transaction */
export function* deletedBranches(
  rows: Pick<Rows, 'deleteSome'>,
  settings: Settings,
  transaction: <T>(work: () => T) => T,
): Generator<void> {
  for (const branch of settings.deleting()) {
    while (transaction(() => rows.deleteSome(branch))) yield;
    transaction(() => settings.setDeleting(settings.deleting().filter((other) => other !== branch)));
  }
}
