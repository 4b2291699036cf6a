// SQLite's addon: better-sqlite3 finds it in its own package folder. The executable has it inside, and a library can be
// loaded from a file only: it is written, loaded, and removed at once, so that nothing is left and nothing is shared.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import sea from 'node:sea';
import Database from 'better-sqlite3';
import { StoreError } from './store-error.ts';

export type SqliteOptions = Pick<Database.Options, 'timeout' | 'readonly'>;

/** Name of the addon among the executable's assets. */
const ASSET = 'better_sqlite3.node';

let addon: object | undefined;

/** Opens a database's file as it is. */
export function openSqlite(file: string, options: SqliteOptions = {}): Database.Database {
  if (!sea.isSea()) return new Database(file, options);
  addon ??= loadAddon(Buffer.from(sea.getRawAsset(ASSET)));
  // An addon that is loaded already will do as well as the path that the types know.
  return new Database(file, { ...options, nativeBinding: addon as unknown as string });
}

/** Version of SQLite itself. */
export function sqliteVersion(): string {
  const database = openSqlite(':memory:');
  try {
    return (database.prepare('SELECT sqlite_version() AS version').get() as { version: string }).version;
  } finally {
    database.close();
  }
}

function loadAddon(content: Buffer): object {
  return inSomeFolder((folder) => {
    const file = join(folder, ASSET);
    writeFileSync(file, content, { mode: 0o500, flag: 'wx' });
    const loaded = { exports: {} };
    process.dlopen(loaded, file);
    return loaded.exports;
  }, 'SQLite cannot be loaded: it needs a folder where a library can be written and loaded for a moment');
}

/**
 * Does something in a new folder, the first that allows it, which goes afterwards.
 * @param refused what to say when none does
 */
export function inSomeFolder<T>(work: (folder: string) => T, refused: string): T {
  const refusals: string[] = [];
  for (const base of new Set(bases())) {
    try {
      return inFolder(mkdtempSync(join(base, 'gprsim-')), work);
    } catch (error) {
      refusals.push(`${base}: ${(error as Error).message}`);
    }
  }
  throw new StoreError(`${refused}; TMPDIR may name one. Tried:\n  ${refusals.join('\n  ')}`);
}

/** Folders to try: some are missing, read-only, or mounted so that nothing in them can be executed. */
function bases(): string[] {
  const { XDG_RUNTIME_DIR, XDG_CACHE_HOME } = process.env;
  const shared = process.platform === 'win32' ? [] : ['/tmp', '/var/tmp', '/dev/shm'];
  const own = [XDG_CACHE_HOME, known(homedir), known(process.cwd)];
  return [tmpdir(), XDG_RUNTIME_DIR, ...shared, ...own].filter(
    (base): base is string => base !== undefined && isAbsolute(base),
  );
}

/** A folder of which the system may know nothing: users without an entry, folders that were removed. */
function known(folder: () => string): string | undefined {
  try {
    return folder();
  } catch {
    return undefined;
  }
}

function inFolder<T>(folder: string, work: (folder: string) => T): T {
  try {
    return work(folder);
  } finally {
    remove(folder);
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Windows keeps the file of a library that is loaded.
  }
}
