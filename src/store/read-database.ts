// Opens a world's file for reading, without any change to the file. It opens a copy if the file cannot be read in place:
// because the last commits are in a log beside it, or because its tables are of an earlier version.

import { copyFileSync, existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { emptyFile, explained, type OpenDatabase, pathOf, requireFile } from './database.ts';
import { isCurrent, migrate, tablesVersion } from './identity.ts';
import { inSomeFolder, openSqlite } from './sqlite.ts';

/** Errors of SQLite for which a copy would not help. */
const FINAL = /^SQLITE_(BUSY|NOTADB|CORRUPT)/;

/** Suffixes of SQLite's files beside a file that was not closed. They lie beside the real file, not beside a link to it. */
const BESIDE = ['-wal', '-journal'] as const;

export function readDatabase(file: string): OpenDatabase {
  requireFile(file);
  const raw = openInPlace(file) ?? openCopy(file);
  return { raw, orm: drizzle(raw), isNew: false, isReadOnly: true };
}

/** Returns undefined if the file must be copied. */
function openInPlace(file: string): Database.Database | undefined {
  let raw: Database.Database | undefined;
  try {
    raw = openSqlite(pathOf(file), { timeout: 0, readonly: true });
    // In exclusive mode, other processes can read the file but not write to it until this one closes it.
    raw.pragma('locking_mode = EXCLUSIVE');
    const version = tablesVersion(raw, file);
    if (version === 0) throw emptyFile(file);
    if (isCurrent(version)) return raw;
    raw.close();
    return undefined;
  } catch (error) {
    raw?.close();
    const { code } = error as { code?: string };
    if (code?.startsWith('SQLITE') && !FINAL.test(code)) return undefined;
    throw explained(error, file);
  }
}

function openCopy(file: string): Database.Database {
  // The folder is deleted while the copy is open, so that a crash leaves nothing behind (except on Windows).
  const raw = inSomeFolder(
    (folder) => copied(file, folder),
    `${file} cannot be read in place, and a copy of it needs a folder where a file can be written`,
  );
  if (raw instanceof Error) throw explained(raw, file);
  try {
    const version = tablesVersion(raw, file);
    if (version === 0) throw emptyFile(file);
    raw.transaction(() => migrate(raw, version))();
    raw.pragma('query_only = ON');
    return raw;
  } catch (error) {
    raw.close();
    throw explained(error, file);
  }
}

/** Copies the file and opens the copy. Returns an error of SQLite: another folder would not help. */
function copied(file: string, folder: string): Database.Database | Error {
  const copy = join(folder, 'copy');
  const real = realpathSync(file);
  copyFileSync(real, copy);
  for (const end of BESIDE) if (existsSync(real + end)) copyFileSync(real + end, copy + end);
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
