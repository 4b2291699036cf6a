// Identifies a SQLite file as a gprsim file, and the version of its tables.

import type Database from 'better-sqlite3';
import { MIGRATIONS } from './migrations.ts';
import { StoreError, WrongFile } from './store-error.ts';

/** 'gprs' in ASCII: marks a SQLite file as a gprsim file. */
const APPLICATION_ID = 0x67707273;

/**
 * Returns the version of the tables, 0 without tables. Runs no code from the file.
 * @throws StoreError if the file is another program's or a newer gprsim's, or has triggers, views or virtual tables
 */
export function tablesVersion(raw: Database.Database, file: string): number {
  raw.pragma('trusted_schema = OFF');
  const applicationId = raw.pragma('application_id', { simple: true }) as number;
  const version = raw.pragma('user_version', { simple: true }) as number;
  const tables = raw.prepare('SELECT count(*) AS n FROM sqlite_master').get() as { n: number };
  if (version === 0 && tables.n === 0) return 0;
  if (applicationId !== APPLICATION_ID) {
    throw new WrongFile(`${file} is a SQLite file of another program, not a gprsim file`);
  }
  if (version > MIGRATIONS.length) {
    throw new StoreError(
      `${file} was made by a newer gprsim (tables version ${version}, this one knows ${MIGRATIONS.length}); upgrade gprsim`,
    );
  }
  refuseTriggersAndViews(raw, file);
  return version;
}

/** Refuses objects whose code SQLite would run, because the file is untrusted. */
function refuseTriggersAndViews(raw: Database.Database, file: string): void {
  const found = raw
    .prepare("SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR rootpage = 0")
    .get() as { type: string; name: string } | undefined;
  if (found === undefined) return;
  const type = found.type === 'table' ? 'virtual table' : found.type;
  throw new StoreError(
    `${file} has a ${type} ${JSON.stringify(found.name)}; a gprsim file has only tables and indexes`,
  );
}

/** Migrates the tables from a version to the current one. Call it within a transaction. */
export function migrate(raw: Database.Database, version: number): void {
  for (const step of MIGRATIONS.slice(version)) raw.exec(step);
  raw.pragma(`application_id = ${APPLICATION_ID}`);
  raw.pragma(`user_version = ${MIGRATIONS.length}`);
}

export function isCurrent(version: number): boolean {
  return version === MIGRATIONS.length;
}
