// Identifies a SQLite file as a gprsim file of this format.

import type Database from 'better-sqlite3';
import { StoreError, WrongFile } from '../../store-error.ts';
import { DERIVED, FORMAT, TABLES } from './file-format.ts';

/** 'gprs' in ASCII: marks a SQLite file as a gprsim file. */
const APPLICATION_ID = 0x67707273;

/**
 * Returns whether the file has tables. Runs no code from the file.
 * @throws StoreError if the file is another program's or of another format, or has triggers, views or virtual tables
 */
export function hasTables(raw: Database.Database, file: string): boolean {
  raw.pragma('trusted_schema = OFF');
  const applicationId = raw.pragma('application_id', { simple: true }) as number;
  const format = raw.pragma('user_version', { simple: true }) as number;
  const tables = raw.prepare('SELECT count(*) AS n FROM sqlite_master').get() as { n: number };
  if (format === 0 && tables.n === 0) return false;
  if (applicationId !== APPLICATION_ID) {
    throw new WrongFile(`${file} is a SQLite file of another program, not a gprsim file`);
  }
  if (format !== FORMAT) {
    const other = format > FORMAT ? 'a newer' : 'an earlier';
    throw new StoreError(
      `${file} was made by ${other} gprsim, in format ${format}; this one reads only format ${FORMAT}; use that gprsim, or give a new file`,
    );
  }
  refuseTriggersAndViews(raw, file);
  refuseExpressions(raw, file);
  return true;
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

/** Creates the tables of an empty file. Call it within a transaction. */
export function createTables(raw: Database.Database): void {
  raw.exec(TABLES);
  raw.pragma(`application_id = ${APPLICATION_ID}`);
  raw.pragma(`user_version = ${FORMAT}`);
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
