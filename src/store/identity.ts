// Identifies a SQLite file as a gprsim file, and the version of its tables.

import type Database from 'better-sqlite3';
import { MIGRATIONS } from './migrations.ts';
import { StoreError, WrongFile } from './store-error.ts';

/** 'gprs' in ASCII: marks a SQLite file as a gprsim file. */
const APPLICATION_ID = 0x67707273;

/** The derived columns of the tables, as MIGRATIONS write them. */
const DERIVED = ['(row_id >> 36)', '(row_id & 68719476735)'].map((value) => `GENERATED ALWAYS AS ${value}`);

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
  refuseExpressions(raw, file);
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

/** What may follow a column in the text that describes a table, and contains or names code. */
const EXPRESSION = /\b(CHECK|AS|COLLATE|REFERENCES)\b|DEFAULT\s*\(|--|\/\*/i;

/**
 * Refuses tables that compute values, and indexes other than those of keys: an expression in an untrusted file can take
 * any time and memory. The columns that gprsim derives from a key are known.
 */
function refuseExpressions(raw: Database.Database, file: string): void {
  const found = raw.prepare('SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL');
  for (const { type, name, sql } of found.iterate() as Iterable<{
    type: string;
    name: string;
    sql: unknown;
  }>) {
    if (type === 'table' && typeof sql === 'string' && !EXPRESSION.test(withoutDerived(sql))) continue;
    throw new StoreError(
      `${file} has ${type === 'table' ? 'an expression in its table' : 'an index'} ${JSON.stringify(name)}; a gprsim file has none`,
    );
  }
}

function withoutDerived(sql: string): string {
  return DERIVED.reduce((text, column) => text.replace(column, ''), sql);
}
