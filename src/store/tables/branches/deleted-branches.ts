// Deletes the rows of branches that a file no longer has, in slices. After an interruption, the next deletion continues.

import type Database from 'better-sqlite3';
import { endOf, rowId } from '../../codecs/row-id.ts';
import type { Settings } from '../file-settings.ts';

/** Tables with rows of each branch. The key of the first ones contains the branch. */
const KEYED_TABLES: readonly string[] = ['journal', 'fact_runs', 'estimates'];
const OTHER_TABLES = ['snapshots', 'snapshot_parts', 'history', 'removals', 'marks'];

/** Deleting this many rows takes about one slice of time: a row can have thousands of facts. */
const DELETED_AT_ONCE = 64;

/** Yields after each slice. @param settings list the branches @param transaction runs a work in a transaction */
export function* deletedBranches(
  raw: Database.Database,
  settings: Settings,
  transaction: <T>(work: () => T) => T,
): Generator<void> {
  for (const branch of settings.deleting()) {
    for (const table of [...KEYED_TABLES, ...OTHER_TABLES]) {
      const isKeyed = KEYED_TABLES.includes(table);
      const [from, end] = isKeyed ? [rowId(branch, 0), endOf(branch)] : [branch, branch + 1];
      const key = isKeyed ? 'row_id' : 'branch';
      const drop = raw.prepare(
        `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table}
          WHERE ${key} >= ? AND ${key} < ? LIMIT ${DELETED_AT_ONCE})`,
      );
      while (transaction(() => drop.run(from, end)).changes > 0) yield;
    }
    transaction(() => settings.setDeleting(settings.deleting().filter((other) => other !== branch)));
  }
}
