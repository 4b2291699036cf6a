// Opens a world's file for writing: locks out other writers, creates the tables, and explains why a file is refused.

import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import type Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { whyUnreadable, whyUnwritable } from '../../../files/file-errors.ts';
import { MEMORY } from '../../../wire/memory.ts';
import type { Lost } from '../../store.ts';
import { Damaged, FileInUse, StoreError, WrongFile } from '../../store-error.ts';
import { bootId } from '../durability/boot-id.ts';
import { HeadFile, recordsContent } from '../durability/head-file.ts';
import { lockHolder } from '../durability/lock-holder.ts';
import { contentOf, hasLog, requireWhole, requireWritten } from '../durability/wholeness.ts';
import { removeLog, rewriteLog } from '../durability/write-ahead-log.ts';
import { WriterLock } from '../durability/writer-lock.ts';
import { HEAD, LOCK, requirePlain, requireSingle } from '../file/beside.ts';
import { createTables, hasTables } from '../file/file-identity.ts';
import { openSqlite } from '../file/sqlite.ts';
import { requireOwnName } from './part-of-world.ts';

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
  /** Whether the file has no world yet. */
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  /** The head record and the lock of a file that is open for writing. */
  readonly held?: WriteAccess;
  /** What a failure of the system took from a file that was not `durable`. */
  readonly lost?: Lost;
}

interface WriteAccess {
  readonly head: HeadFile;
  readonly lock: WriterLock;
}

/** Opens or creates a world's file for writing. @throws StoreError */
export function openDatabase(file: string, options: OpenOptions): OpenDatabase {
  if (file === MEMORY) return newDatabase(openSqlite(file));
  const isMade = prepareFile(file, options);
  let path = pathOf(file);
  let lock: WriterLock | undefined;
  let raw: Database.Database | undefined;
  try {
    path = realpathSync(path);
    requireWritable(file, path);
    requireSingle(file, path);
    lock = WriterLock.take(path);
    if (lock === undefined) throw inUse(file, path + LOCK);
    if (!isMade) rewriteLog(path);
    const lost = isMade ? undefined : requireWhole(file, path);
    raw = openSqlite(path, { timeout: 0 });
    const isEmpty = !hasTables(raw, file);
    if (isEmpty && options.mustExist) throw emptyFile(file);
    if (!isMade) closeToOthers(file);
    const held = begin(raw, path, isEmpty, lock, options.durable === true);
    raw.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    raw.pragma(`synchronous = ${options.durable ? 'FULL' : 'NORMAL'}`);
    return { raw, orm: drizzle(raw), isNew: isBlank(raw), isReadOnly: false, held, ...(lost && { lost }) };
  } catch (error) {
    raw?.close();
    lock?.release();
    // A file in use is that of the process that has the lock.
    if (isMade && !(error instanceof FileInUse))
      for (const end of ['', '-wal', '-shm', HEAD]) rmSync(path + end, { force: true });
    throw explained(error, file);
  }
}

/** Whether the file has no world: it is new, or its creation was interrupted. */
function isBlank(raw: Database.Database): boolean {
  const rows = ['meta', 'journal', 'fact_runs', 'marks'].map((table) => `SELECT 1 FROM ${table}`);
  return raw.prepare(rows.join(' UNION ALL ')).get() === undefined;
}

/** Creates the tables of an empty file that no other process knows. It has no log, no lock and no head record. */
export function newDatabase(raw: Database.Database): OpenDatabase {
  raw.transaction(() => createTables(raw))();
  return { raw, orm: drizzle(raw), isNew: true, isReadOnly: false };
}

/** Marks the file as open before it gets a log. Until the file is closed, a copy without the log is recognized. */
function begin(
  raw: Database.Database,
  path: string,
  isEmpty: boolean,
  lock: WriterLock,
  durable: boolean,
): WriteAccess {
  raw.pragma('journal_mode = DELETE');
  removeLog(path);
  raw.pragma('synchronous = FULL');
  const opening = crypto.randomUUID();
  const head = new HeadFile(path, { opening, boot: bootId(), durable });
  raw.transaction(() => {
    if (isEmpty) createTables(raw);
    raw.exec('DELETE FROM process_opening');
    raw.prepare('INSERT INTO process_opening VALUES (?, 0)').run(opening);
    // Written before the commit: a file with this opening always has a head record.
    head.write(contentOf(raw));
    head.sync();
  })();
  raw.pragma('journal_mode = WAL');
  return { head, lock };
}

/**
 * Closes a file without a write-ahead log: later readers may lack permission to create files in its folder.
 * @throws StoreError if the file does not have what was committed: another program changed it or its log
 */
export function closeDatabase({ raw, held }: OpenDatabase): void {
  const path = raw.name;
  try {
    if (held !== undefined) {
      raw.pragma('wal_checkpoint(TRUNCATE)');
      requireWritten(path);
      raw.exec('DELETE FROM process_opening');
      raw.pragma('journal_mode = DELETE');
      removeLog(path);
    }
    raw.close();
    held?.head.remove();
  } catch (error) {
    // The commits are in the log and not lost, unless another program changed the files.
    raw.close();
    held?.head.close();
    if (error instanceof StoreError) throw error;
  } finally {
    held?.lock.release();
  }
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

/** @throws StoreError unless the file and its folder can be written */
function requireWritable(file: string, path: string): void {
  const folder = dirname(path);
  for (const [place, what] of [
    [path, ''],
    [folder, `its log cannot be created in ${folder}: `],
  ]) {
    try {
      accessSync(place, constants.W_OK);
    } catch (error) {
      throw new StoreError(`${file} cannot be opened: ${what}${whyUnwritable(error)}`);
    }
  }
}

/** Creates a missing file, or checks an existing one. Returns whether it created the file. @throws StoreError */
function prepareFile(file: string, options: OpenOptions): boolean {
  const isMade = !existsSync(pathOf(file)) && !options.mustExist;
  try {
    requireOwnName(pathOf(file));
    if (isMade) requirePlain(file, pathOf(file));
    else requireFile(file);
    if (isMade || statSync(pathOf(file)).size === 0) requireNoRest(file);
    if (isMade) makeFile(file);
  } catch (error) {
    throw explained(error, file);
  }
  return isMade;
}

/** @throws StoreError if a world's file is missing beside its log */
export function requireNoRest(file: string): void {
  const rest = restOf(file);
  if (rest === undefined) return;
  throw new StoreError(
    `${file} is missing or empty, but there is ${rest} of a world; restore the file, or remove ${rest} for a new world`,
  );
}

/** Returns a file with changes of a world that lies beside the world's file. */
export function restOf(file: string): string | undefined {
  const path = pathOf(file);
  if (hasLog(path)) return `${file}-wal`;
  // An interrupted creation leaves an empty file with a journal.
  if (!existsSync(path) && existsSync(`${path}-journal`)) return `${file}-journal`;
  return recordsContent(path) ? file + HEAD : undefined;
}

/** @throws WrongFile unless the path, and what lies beside it, are readable files */
export function requireFile(file: string): void {
  requireReadable(file, pathOf(file));
  const path = realpathSync(pathOf(file));
  requirePlain(file, path);
  for (const end of ['-wal', '-journal', HEAD])
    if (existsSync(path + end)) requireReadable(file + end, path + end);
}

function requireReadable(file: string, path: string): void {
  let isFile: boolean;
  try {
    const found = statSync(path);
    if (found.isDirectory()) throw new WrongFile(`${file} is a folder, not a file`);
    isFile = found.isFile();
    if (isFile) accessSync(path, constants.R_OK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof WrongFile) throw error;
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      throw new WrongFile(`${file} cannot be read: ${whyUnreadable(error)}`);
    const rest = restOf(file);
    throw new WrongFile(
      `there is no file ${file}${rest === undefined ? '' : `, only ${rest}; restore the file`}`,
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
      `other users can read ${file}, which holds keys, and its mode cannot be changed: ${whyUnwritable(error)}; ` +
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
    const why = code === 'EACCES' ? 'writing in its folder is not allowed' : whyUnwritable(error);
    throw new StoreError(`the file ${file} cannot be created: ${why}`);
  }
}

/** Turns an error of SQLite into a StoreError that names the file. @param wanted the failed operation, such as `opened` */
export function explained(error: unknown, file: string, wanted = 'opened'): Error {
  if (error instanceof StoreError) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code.startsWith('SQLITE_BUSY')) return inUse(file, pathOf(file));
  if (code.startsWith('SQLITE_NOTADB'))
    return new WrongFile(
      `${file} is not a gprsim file: it is not a SQLite file; if it was one, restore a copy of it`,
    );
  // SQLITE_ERROR: a table or a column is missing.
  if (code.startsWith('SQLITE_CORRUPT') || (code === 'SQLITE_ERROR' && wanted === 'opened'))
    return new Damaged(file, (error as Error).message);
  // A column has a value of another type than its own.
  if (code === 'ERR_INVALID_ARG_TYPE') return new Damaged(file, 'a value in it has the wrong type');
  const isOfSystem = (error as NodeJS.ErrnoException).syscall !== undefined;
  if (code.startsWith('SQLITE') || isOfSystem) {
    const why = isOfSystem ? whyUnreadable(error) : (error as Error).message;
    return new StoreError(`${file} cannot be ${wanted}: ${why}`);
  }
  return error as Error;
}

/** The error for a file without tables. Only commands that create a world accept such a file. */
export function emptyFile(file: string): WrongFile {
  return new WrongFile(`${file} is empty; give a gprsim file`);
}

/** @param locked the file whose lock is held */
function inUse(file: string, locked: string): FileInUse {
  const holder = lockHolder(locked);
  if (holder === process.pid) {
    return new FileInUse(`${file} is in use by this process; close it first, or use its server over HTTP`);
  }
  const by = holder === undefined ? 'another process' : `process ${holder}`;
  return new FileInUse(`${file} is in use by ${by}; end that process first, or use its server over HTTP`);
}
