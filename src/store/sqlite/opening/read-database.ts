// Opens a world's file for reading, without any change to the file. It opens a copy if the file cannot be read in place:
// because the last commits are in a log beside it, for example.

import { existsSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Lost } from '../../store.ts';
import { headsOf } from '../durability/head-file.ts';
import { missingIn, requireOwnLog, usesLog } from '../durability/wholeness.ts';
import { isServed } from '../durability/writer-lock.ts';
import { copyLog, copyWhole } from '../file/file-copies.ts';
import { hasTables } from '../file/file-identity.ts';
import { inSomeFolder, openSqlite } from '../file/sqlite.ts';
import { emptyFile, explained, type OpenDatabase, pathOf, requireFile, requireNoRest } from './database.ts';

/** Errors of SQLite for which a copy would not help. */
const FINAL = /^SQLITE_(BUSY|NOTADB|CORRUPT)/;

export function readDatabase(file: string): OpenDatabase {
  requireFile(file);
  // SQLite would delete the log of an empty file.
  if (statSync(pathOf(file)).size === 0) {
    requireNoRest(file);
    throw emptyFile(file);
  }
  return openInPlace(file) ?? openCopy(file);
}

/**
 * Opens a closed file, or one that another process serves. All reads then see the same commit. A file that is served keeps its
 * log until its readers have closed it. Returns undefined if the file must be copied.
 */
function openInPlace(file: string): OpenDatabase | undefined {
  let raw: Database.Database | undefined;
  try {
    const path = realpathSync(pathOf(file));
    requireOwnLog(file, path);
    // SQLite would leave files beside a file that was not closed.
    if (usesLog(path) && !isServed(path)) return undefined;
    raw = openSqlite(path, { timeout: 0, readonly: true });
    // Read before the content: a served file changes between the two.
    const heads = headsOf(path);
    raw.exec('BEGIN');
    if (!hasTables(raw, file)) throw emptyFile(file);
    return reading(raw, missingIn(raw, file, path, heads));
  } catch (error) {
    raw?.close();
    const { code } = error as { code?: string };
    if (code?.startsWith('SQLITE') && !FINAL.test(code)) return undefined;
    throw explained(error, file);
  }
}

function reading(raw: Database.Database, lost: Lost | undefined): OpenDatabase {
  return { raw, orm: drizzle(raw), isNew: false, isReadOnly: true, ...(lost && { lost }) };
}

function openCopy(file: string): OpenDatabase {
  // The folder is deleted while the copy is open, so that a crash leaves nothing behind (except on Windows).
  const raw = inSomeFolder(
    (folder) => copied(file, folder),
    `${file} cannot be read in place, and a copy of it needs a folder where a file can be written`,
  );
  if (raw instanceof Error) throw explained(raw, file);
  try {
    if (!hasTables(raw, file)) throw emptyFile(file);
    const path = realpathSync(pathOf(file));
    const lost = missingIn(raw, file, path, headsOf(path));
    raw.pragma('query_only = ON');
    return reading(raw, lost);
  } catch (error) {
    raw.close();
    throw explained(error, file);
  }
}

/** Copies the file, with those beside the real file, and opens the copy. Returns an error of SQLite: another folder would not help. */
function copied(file: string, folder: string): Database.Database | Error {
  const copy = join(folder, 'copy');
  const real = realpathSync(file);
  copyWhole(real, copy);
  if (existsSync(`${real}-wal`)) copyLog(`${real}-wal`, `${copy}-wal`);
  if (existsSync(`${real}-journal`)) copyWhole(`${real}-journal`, `${copy}-journal`);
  let raw: Database.Database | undefined;
  try {
    raw = openSqlite(copy, { timeout: 0 });
    raw.pragma('locking_mode = EXCLUSIVE');
    raw.pragma('journal_mode = MEMORY');
    return raw;
  } catch (error) {
    raw?.close();
    return error as Error;
  }
}
