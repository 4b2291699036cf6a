// Opening a world's file to write to it: one process at a time, tables of the right version, and a clear word when it is
// none of ours.

import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import type Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate, tablesVersion } from './identity.ts';
import { lockHolder } from './lock-holder.ts';
import { openSqlite } from './sqlite.ts';
import { FileInUse, StoreError, WrongFile } from './store-error.ts';

export const MEMORY = ':memory:';

/** So much is written to the log, 16 MB, before it is brought to the file itself: each time waits for the disk twice. */
const LOG_PAGES = 4_000;

export interface OpenOptions {
  /** Survive a power failure too, not only the end of the process. */
  readonly durable?: boolean;
  /** Refuse a file that is not there. */
  readonly mustExist?: boolean;
}

export interface OpenDatabase {
  readonly raw: Database.Database;
  readonly orm: BetterSQLite3Database;
  /** true: the file had no tables yet. */
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
}

/** Opens or creates a world's file. @throws StoreError */
export function openDatabase(file: string, options: OpenOptions = {}): OpenDatabase {
  const isMade = file !== MEMORY && prepareFile(file, options);
  let raw: Database.Database | undefined;
  try {
    raw = openSqlite(file === MEMORY ? file : pathOf(file), { timeout: 0 });
    // The exclusive mode keeps every other process off the file as long as this one has it.
    raw.pragma('locking_mode = EXCLUSIVE');
    const version = tablesVersion(raw, file);
    if (version === 0 && options.mustExist) throw emptyFile(file);
    raw.pragma('journal_mode = WAL');
    raw.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    raw.pragma(`synchronous = ${options.durable ? 'FULL' : 'NORMAL'}`);
    raw.exec('BEGIN EXCLUSIVE');
    migrate(raw, version);
    raw.exec('COMMIT');
    return { raw, orm: drizzle(raw), isNew: version === 0, isReadOnly: false };
  } catch (error) {
    raw?.close();
    if (isMade) for (const end of ['', '-wal', '-shm']) rmSync(pathOf(file) + end, { force: true });
    throw explained(error, file);
  }
}

/** Closes a file so that it can be read in place afterwards: whoever gets it may not be allowed to write beside it. */
export function closeDatabase({ raw, isReadOnly }: OpenDatabase): void {
  try {
    if (!isReadOnly) raw.pragma('journal_mode = DELETE');
  } catch {
    // What has been committed is there all the same.
  }
  raw.close();
}

/** A file's absolute path. The driver of SQLite cuts blanks off, so that it would be another file. @throws StoreError */
export function pathOf(file: string): string {
  if (file === '-') {
    throw new WrongFile('a file of gprsim is no pipe: - is not read or written; ./- is a file of that name');
  }
  const path = resolve(file);
  if (file !== '' && path === path.trim()) return path;
  throw new WrongFile(`the name of a file cannot be empty or end with a blank: ${JSON.stringify(file)}`);
}

/** Whether there was none, so that it has been made. */
function prepareFile(file: string, options: OpenOptions): boolean {
  if (!existsSync(pathOf(file)) && !options.mustExist) {
    makeFile(file);
    return true;
  }
  requireFile(file);
  closeToOthers(file);
  return false;
}

/** @throws WrongFile unless there is a file that can be read */
export function requireFile(file: string): void {
  const path = pathOf(file);
  let isFile: boolean;
  try {
    const found = statSync(path);
    if (found.isDirectory()) throw new WrongFile(`${file} is a folder, not a file`);
    isFile = found.isFile();
    if (isFile) accessSync(path, constants.R_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (error instanceof WrongFile) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new WrongFile(`there is no file ${file}`);
    throw new WrongFile(
      `${file} cannot be read: ${code === 'EACCES' ? 'reading it is not allowed' : message}`,
    );
  }
  if (!isFile) throw new WrongFile(`${file} is a pipe or a device; give a file of gprsim`);
}

/** A file that is served has keys inside; an export that somebody fetched may be open to all. */
function closeToOthers(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    throw new StoreError(
      `${file} is open to other users, has keys inside, and cannot be closed to them (${(error as Error).message}); ` +
        'its owner can, with chmod 600',
    );
  }
}

/** Makes an empty file of the owner's own. @throws StoreError when it is there already or cannot be made */
export function makeFile(file: string): void {
  if (!existsSync(dirname(file)))
    throw new WrongFile(`there is no folder ${dirname(file)} for the file ${file}`);
  try {
    // Keys and secrets are inside: nobody else may read it, not even for a moment.
    closeSync(openSync(file, 'wx', 0o600));
    chmodSync(file, 0o600);
  } catch (error) {
    if (existsSync(file)) throw new StoreError(`there is a file ${file} already; give a new one`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new StoreError(`${file} is a link to ${readlinkSync(file)}, which does not exist`);
    const why = code === 'EACCES' ? 'writing in its folder is not allowed' : (error as Error).message;
    throw new StoreError(`the file ${file} cannot be made: ${why}`);
  }
}

/**
 * What SQLite says of a file, in words that name it; any other error as it is.
 * @param wanted what could not be done, `opened` or the like
 */
export function explained(error: unknown, file: string, wanted = 'opened'): Error {
  if (error instanceof StoreError) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code.startsWith('SQLITE_BUSY')) return inUse(file);
  if (code.startsWith('SQLITE_NOTADB')) return new WrongFile(`${file} is not a gprsim file`);
  if (code.startsWith('SQLITE_CORRUPT'))
    return new StoreError(
      `${file} is damaged: ${(error as Error).message}. \`gprsim import\` of an export of it makes a new one`,
    );
  if (code.startsWith('SQLITE'))
    return new StoreError(`${file} cannot be ${wanted}: ${(error as Error).message}`);
  return error as Error;
}

/** A file without tables, which is a new one for those who make a world alone. */
export function emptyFile(file: string): WrongFile {
  return new WrongFile(`${file} is empty; give a file that gprsim made`);
}

function inUse(file: string): FileInUse {
  const holder = lockHolder(pathOf(file));
  if (holder === process.pid) {
    return new FileInUse(
      `${file} is in use by this process; close what has it open first, or use it over HTTP`,
    );
  }
  const by = holder === undefined ? 'another process' : `process ${holder}`;
  return new FileInUse(`${file} is in use by ${by}; end that process first, or ask it over HTTP`);
}
