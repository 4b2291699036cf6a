// One process at a time may write to a world's file. The lock is SQLite's exclusive lock on an empty file FILE-lock: the
// system releases it when the process ends, however it ends.

import { closeSync, existsSync, lstatSync, openSync, rmSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { WrongFile } from '../../store-error.ts';
import { LOCK, requirePlain } from '../file/beside.ts';
import { openSqlite } from '../file/sqlite.ts';

export class WriterLock {
  readonly #path: string;
  readonly #raw: Database.Database;

  private constructor(path: string, raw: Database.Database) {
    this.#path = path;
    this.#raw = raw;
  }

  /**
   * Returns undefined if another process, or this one, has the lock. @param file path of the world's file
   * @throws WrongFile if the file of the lock is not empty, or if a file beside the world's file is not a plain file
   */
  static take(file: string): WriterLock | undefined {
    const path = file + LOCK;
    for (;;) {
      requirePlain(file, file);
      makePrivate(path);
      requireEmpty(path);
      // A process that looks whether the file is served holds the lock for a moment.
      const raw = openSqlite(path, { timeout: 100 });
      try {
        // In this mode SQLite creates no file beside the lock.
        raw.pragma('journal_mode = MEMORY');
        raw.exec('BEGIN EXCLUSIVE');
      } catch (error) {
        raw.close();
        if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined;
        throw error;
      }
      // The holder before may have deleted the file after this process opened it.
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found?.isFile()) return new WriterLock(path, raw);
      raw.close();
    }
  }

  release(): void {
    if (!this.#raw.open) return;
    // Deleted while it is locked: no other process can lock the deleted file and believe to be the only one.
    rmSync(this.#path, { force: true });
    this.#raw.close();
  }
}

/**
 * Creates a missing lock file that only its owner can open: SQLite would let other users lock it. An existing one stays
 * unopened, because a process loses its locks on a file when it closes the file.
 */
function makePrivate(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
}

/** @throws WrongFile unless the lock is empty or missing: SQLite would take its content for a database */
function requireEmpty(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new WrongFile(
    `the lock file ${path} is damaged: it must be empty; end the process that serves this world, if any, and remove the lock file`,
  );
}

/** Whether a process has the lock of a world's file. @throws WrongFile if the lock, or another file beside the file, is no plain file */
export function isServed(file: string): boolean {
  requirePlain(file, file);
  if (statSync(file + LOCK, { throwIfNoEntry: false }) === undefined) return false;
  requireEmpty(file + LOCK);
  let raw: Database.Database | undefined;
  try {
    raw = openSqlite(file + LOCK, { timeout: 0, readonly: true });
    raw.pragma('schema_version');
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'SQLITE_BUSY';
  } finally {
    raw?.close();
  }
}
