// Opening a world's file to read it: it stays as it is, wherever it lies. Where it cannot be read in place, since what
// happened last is still in a log beside it or its tables are of an earlier version, a copy is read.

import { copyFileSync, existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { emptyFile, explained, type OpenDatabase, pathOf, requireFile } from './database.ts';
import { isPresent, migrate, tablesVersion } from './identity.ts';
import { inSomeFolder, openSqlite } from './sqlite.ts';

/** SQLite finds that these are no matter of where the file lies. */
const FINAL = /^SQLITE_(BUSY|NOTADB|CORRUPT)/;

/** What SQLite keeps beside a file that nobody closed: beside the file itself, whatever links lead to it. */
const BESIDE = ['-wal', '-journal'] as const;

/** Opens a file that is there, to read it. @throws StoreError */
export function readDatabase(file: string): OpenDatabase {
  requireFile(file);
  const raw = openInPlace(file) ?? openCopy(file);
  return { raw, orm: drizzle(raw), isNew: false, isReadOnly: true };
}

/** undefined where that cannot be. */
function openInPlace(file: string): Database.Database | undefined {
  let raw: Database.Database | undefined;
  try {
    raw = openSqlite(pathOf(file), { timeout: 0, readonly: true });
    // Others can read it too, and nobody can write to it before this one is closed.
    raw.pragma('locking_mode = EXCLUSIVE');
    const version = tablesVersion(raw, file);
    if (version === 0) throw emptyFile(file);
    if (isPresent(version)) return raw;
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
  // Where an open file needs no name, nothing of the copy is left behind, whatever becomes of this process.
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

/** A copy that is open. What SQLite says of it would be the same in another folder. */
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
