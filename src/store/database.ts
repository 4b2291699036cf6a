// Opening a world's file: one process at a time, tables of the right version, and a clear word when it is none of ours.

import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { MIGRATIONS } from './migrations.ts';
import { openSqlite } from './sqlite.ts';
import { StoreError } from './store-error.ts';

/** 'gprs' in ASCII: marks a SQLite file as a world of this program. */
const APPLICATION_ID = 0x67707273;

export const MEMORY = ':memory:';

export interface OpenOptions {
  /** Survive a power failure too, not only the end of the process. */
  readonly durable?: boolean;
  /** Refuse a file that is not there. */
  readonly mustExist?: boolean;
  /** Nobody knows where the file comes from: it must not have anything that SQLite would run by itself. */
  readonly fromOutside?: boolean;
}

export interface OpenDatabase {
  readonly raw: Database.Database;
  readonly orm: BetterSQLite3Database;
  /** true: the file had no world yet. */
  readonly isNew: boolean;
}

/** Opens or creates a world's file. @throws StoreError */
export function openDatabase(file: string, options: OpenOptions = {}): OpenDatabase {
  if (file !== MEMORY) prepareFile(file, options);
  let raw: Database.Database | undefined;
  try {
    raw = openSqlite(file, { timeout: 0 });
    // The exclusive mode keeps every other process off the file as long as this one has it.
    raw.pragma('locking_mode = EXCLUSIVE');
    raw.pragma('journal_mode = WAL');
    raw.pragma(`synchronous = ${options.durable ? 'FULL' : 'NORMAL'}`);
    if (options.fromOutside) refuseMachinery(raw, file);
    raw.exec('BEGIN EXCLUSIVE');
    const isNew = migrate(raw, file);
    raw.exec('COMMIT');
    return { raw, orm: drizzle(raw), isNew };
  } catch (error) {
    raw?.close();
    throw explained(error, file);
  }
}

function refuseMachinery(raw: Database.Database, file: string): void {
  raw.pragma('trusted_schema = OFF');
  const found = raw.prepare("SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger')").get();
  if (found === undefined) return;
  const { type, name } = found as { type: string; name: string };
  throw new StoreError(`${file} has a ${type} ${JSON.stringify(name)}, which no world of gprsim has`);
}

function prepareFile(file: string, options: OpenOptions): void {
  if (existsSync(file)) {
    if (statSync(file).isDirectory()) throw new StoreError(`${file} is a folder, not a file`);
    return;
  }
  if (options.mustExist) throw new StoreError(`there is no file ${file}`);
  makeFile(file);
}

/** Makes an empty file of the owner's own. @throws StoreError when it is there already or cannot be made */
export function makeFile(file: string): void {
  if (!existsSync(dirname(file)))
    throw new StoreError(`there is no folder ${dirname(file)} for the file ${file}`);
  try {
    // Keys and secrets are inside: nobody else may read it, not even for a moment.
    closeSync(openSync(file, 'wx', 0o600));
    chmodSync(file, 0o600);
  } catch (error) {
    if (existsSync(file)) throw new StoreError(`there is a file ${file} already; give a new one`);
    throw new StoreError(`the file ${file} cannot be made: ${(error as Error).message}`);
  }
}

/** Brings the tables to the present version; returns whether there were none. */
function migrate(raw: Database.Database, file: string): boolean {
  const applicationId = raw.pragma('application_id', { simple: true }) as number;
  const version = raw.pragma('user_version', { simple: true }) as number;
  const tables = raw.prepare('SELECT count(*) AS n FROM sqlite_master').get() as { n: number };
  const isNew = version === 0 && tables.n === 0;
  if (!isNew && applicationId !== APPLICATION_ID) {
    throw new StoreError(`${file} is a SQLite file of another program, not a world that gprsim made`);
  }
  if (version > MIGRATIONS.length) {
    throw new StoreError(
      `${file} was made by a newer gprsim (tables version ${version}, this one knows ${MIGRATIONS.length})`,
    );
  }
  for (const step of MIGRATIONS.slice(version)) raw.exec(step);
  raw.pragma(`application_id = ${APPLICATION_ID}`);
  raw.pragma(`user_version = ${MIGRATIONS.length}`);
  return isNew;
}

function explained(error: unknown, file: string): Error {
  if (error instanceof StoreError) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code.startsWith('SQLITE_BUSY'))
    return new StoreError(`${file} is in use by another gprsim process; stop that one, or ask it over HTTP`);
  if (code.startsWith('SQLITE_NOTADB'))
    return new StoreError(`${file} is no SQLite file, and so not a world that gprsim made`);
  if (code.startsWith('SQLITE_CORRUPT'))
    return new StoreError(
      `${file} is damaged: ${(error as Error).message}. \`gprsim import\` of an export of it makes a new one`,
    );
  if (code.startsWith('SQLITE'))
    return new StoreError(`${file} cannot be opened: ${(error as Error).message}`);
  return error as Error;
}
