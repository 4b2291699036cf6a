// Whether a SQLite file is a world of this program, and of which version its tables are.

import type Database from 'better-sqlite3';
import { MIGRATIONS } from './migrations.ts';
import { StoreError, WrongFile } from './store-error.ts';

/** 'gprs' in ASCII: marks a SQLite file as a world of this program. */
const APPLICATION_ID = 0x67707273;

/** Version of the tables, 0 where there are none. Nothing that the file brings is run. @throws StoreError */
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
      `${file} was made by a newer gprsim (tables version ${version}, this one knows ${MIGRATIONS.length})`,
    );
  }
  refuseTriggersAndViews(raw, file);
  return version;
}

/** What SQLite would run by itself: a file may come from anywhere. */
function refuseTriggersAndViews(raw: Database.Database, file: string): void {
  const found = raw
    .prepare("SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index') OR rootpage = 0")
    .get() as { type: string; name: string } | undefined;
  if (found === undefined) return;
  const type = found.type === 'table' ? 'virtual table' : found.type;
  throw new StoreError(`${file} has a ${type} ${JSON.stringify(found.name)}, which no world of gprsim has`);
}

/** Brings the tables from a version to the present one. Within a transaction. */
export function migrate(raw: Database.Database, version: number): void {
  for (const step of MIGRATIONS.slice(version)) raw.exec(step);
  raw.pragma(`application_id = ${APPLICATION_ID}`);
  raw.pragma(`user_version = ${MIGRATIONS.length}`);
}

export function isPresent(version: number): boolean {
  return version === MIGRATIONS.length;
}
