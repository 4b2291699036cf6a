// The tables of a world from one file to another: an export takes them out, an import takes them in. Those of the
// process stay where they are.

import type Database from 'better-sqlite3';
import { openDatabase } from './database.ts';
import { StoreError } from './store-error.ts';

/** Everything that a world is. Tables named `process_…` are not among them. */
const WORLD_TABLES = ['meta', 'journal', 'fact_runs', 'marks', 'snapshots', 'history'] as const;

/** Copies the world into a new file. Between two transactions. @throws StoreError */
export function copyOut(raw: Database.Database, target: string): void {
  const fresh = openDatabase(target);
  // Whoever gets the file may have it where nothing can be written beside it.
  fresh.raw.pragma('journal_mode = DELETE');
  fresh.raw.close();
  try {
    attached(raw, target, () => {
      raw.pragma('other.synchronous = OFF');
      raw.transaction(() => {
        for (const table of WORLD_TABLES) raw.exec(`INSERT INTO other.${table} SELECT * FROM main.${table}`);
      })();
    });
  } catch (error) {
    throw new StoreError(`${target} cannot be written: ${(error as Error).message}`);
  }
}

/** Puts the world of another file in the place of this one, in one transaction. @param more done within it */
export function copyIn(raw: Database.Database, source: string, more: () => void): void {
  attached(raw, source, () => {
    raw.transaction(() => {
      for (const table of WORLD_TABLES) {
        raw.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM other.${table}`);
      }
      more();
    })();
  });
}

function attached(raw: Database.Database, path: string, work: () => void): void {
  raw.prepare('ATTACH ? AS other').run(path);
  try {
    work();
  } finally {
    raw.exec('DETACH other');
  }
}
