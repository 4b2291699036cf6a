// Opens a world's file for writing: locks out other processes, migrates the tables, and explains why a file is refused.

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

/** Size of the write-ahead log, in pages (16 MB), at which SQLite copies it to the file. Each copy waits for the disk twice. */
const LOG_PAGES = 4_000;

export interface OpenOptions {
  /** Commits survive a power failure too, not only the end of the process. */
  readonly durable?: boolean;
  readonly mustExist?: boolean;
}

export interface OpenDatabase {
  readonly raw: Database.Database;
  readonly orm: BetterSQLite3Database;
  /** Whether the file had no tables yet. */
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
}

/** Opens or creates a world's file. @throws StoreError */
export function openDatabase(file: string, options: OpenOptions = {}): OpenDatabase {
  const isMade = file !== MEMORY && prepareFile(file, options);
  let raw: Database.Database | undefined;
  try {
    raw = openSqlite(file === MEMORY ? file : pathOf(file), { timeout: 0 });
    // The exclusive mode locks out every other process until the file is closed.
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

/** Closes a file without a write-ahead log: later readers may lack permission to create files in its folder. */
export function closeDatabase({ raw, isReadOnly }: OpenDatabase): void {
  try {
    if (!isReadOnly) raw.pragma('journal_mode = DELETE');
  } catch {
    // The commits are in the log and not lost.
  }
  raw.close();
}

/** A file's absolute path. Refuses a trailing blank, because better-sqlite3 would trim it. @throws StoreError */
export function pathOf(file: string): string {
  if (file === '-') {
    throw new WrongFile('- is not a gprsim file: pipes are not supported; ./- is a file of that name');
  }
  const path = resolve(file);
  if (file !== '' && path === path.trim()) return path;
  throw new WrongFile(`a file name cannot be empty or end with a blank: ${JSON.stringify(file)}`);
}

/** Creates a missing file, or checks an existing one. Returns whether it created the file. */
function prepareFile(file: string, options: OpenOptions): boolean {
  if (!existsSync(pathOf(file)) && !options.mustExist) {
    makeFile(file);
    return true;
  }
  requireFile(file);
  closeToOthers(file);
  return false;
}

/** @throws WrongFile unless the path is a readable file */
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
  if (!isFile) throw new WrongFile(`${file} is a pipe or a device; give a gprsim file`);
}

/** Restricts the file to its owner: it will hold keys, but a downloaded export may be readable by all users. */
function closeToOthers(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    throw new StoreError(
      `other users can read ${file}, which holds keys, and its mode cannot be changed: ${(error as Error).message}; ` +
        'its owner can run chmod 600 on it',
    );
  }
}

/** Creates an empty file that only its owner can read. @throws StoreError if it exists or cannot be created */
export function makeFile(file: string): void {
  if (!existsSync(dirname(file)))
    throw new WrongFile(`there is no folder ${dirname(file)} for the file ${file}`);
  try {
    // The file will hold keys and secrets. Create it with the final mode, so that other users never have access.
    closeSync(openSync(file, 'wx', 0o600));
    chmodSync(file, 0o600);
  } catch (error) {
    if (existsSync(file)) throw new StoreError(`the file ${file} already exists; give a new name`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new StoreError(
        `${file} is a link to ${readlinkSync(file)}, which cannot be opened; remove the link or give another name`,
      );
    const why = code === 'EACCES' ? 'writing in its folder is not allowed' : (error as Error).message;
    throw new StoreError(`the file ${file} cannot be created: ${why}`);
  }
}

/** Turns an error of SQLite into a StoreError that names the file. @param wanted the failed operation, such as `opened` */
export function explained(error: unknown, file: string, wanted = 'opened'): Error {
  if (error instanceof StoreError) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code.startsWith('SQLITE_BUSY')) return inUse(file);
  if (code.startsWith('SQLITE_NOTADB'))
    return new WrongFile(`${file} is not a gprsim file: it is not a SQLite file`);
  if (code.startsWith('SQLITE_CORRUPT'))
    return new StoreError(
      `${file} is damaged: ${(error as Error).message}; restore a copy of the file, or start a new one`,
    );
  if (code.startsWith('SQLITE'))
    return new StoreError(`${file} cannot be ${wanted}: ${(error as Error).message}`);
  return error as Error;
}

/** The error for a file without tables. Only commands that create a world accept such a file. */
export function emptyFile(file: string): WrongFile {
  return new WrongFile(`${file} is empty; give a gprsim file`);
}

function inUse(file: string): FileInUse {
  const holder = lockHolder(pathOf(file));
  if (holder === process.pid) {
    return new FileInUse(`${file} is in use by this process; close it first, or use its server over HTTP`);
  }
  const by = holder === undefined ? 'another process' : `process ${holder}`;
  return new FileInUse(`${file} is in use by ${by}; end that process first, or use its server over HTTP`);
}
