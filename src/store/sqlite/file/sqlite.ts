// Loads SQLite's addon. In a package, better-sqlite3 finds it in its folder. The single executable contains the addon as an
// asset; but libraries load only from files, so this module writes a file, loads it, and deletes it at once.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import sea from 'node:sea';
import Database from 'better-sqlite3';
import { addChecksums } from '../../codecs/row-checksum.ts';
import { StoreError } from '../../store-error.ts';
import { ownMark, removeTemporary } from './left-behind.ts';

type SqliteOptions = Pick<Database.Options, 'timeout' | 'readonly'>;

const ASSET = 'better_sqlite3.node';

let addon: object | undefined;

/** Opens a database without any checks. */
export function openSqlite(file: string, options: SqliteOptions = {}): Database.Database {
  const raw = loaded(file, options);
  addChecksums(raw);
  return raw;
}

function loaded(file: string, options: SqliteOptions): Database.Database {
  if (!sea.isSea()) return new Database(file, options);
  addon ??= loadAddon(Buffer.from(sea.getRawAsset(ASSET)));
  // The option also accepts a loaded addon, although its type is a path.
  return new Database(file, { ...options, nativeBinding: addon as unknown as string });
}

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
    const library = { exports: {} };
    process.dlopen(library, file);
    return library.exports;
  }, 'SQLite cannot be loaded: it needs a folder where a library can be written and loaded for a moment');
}

/** Runs `work` in a new temporary folder; tries several places. @param refused begins the message if all of them fail */
export function inSomeFolder<T>(work: (folder: string) => T, refused: string): T {
  const refusals: string[] = [];
  for (const base of new Set(bases())) {
    try {
      return inFolder(mkdtempSync(join(base, ownMark())), work);
    } catch (error) {
      refusals.push(`${base}: ${(error as Error).message}`);
    }
  }
  throw new StoreError(`${refused}; TMPDIR may name one. Tried:\n  ${refusals.join('\n  ')}`);
}

/** The places to try: some may be missing, read-only, or mounted noexec. */
function bases(): string[] {
  const { XDG_RUNTIME_DIR, XDG_CACHE_HOME } = process.env;
  const shared = process.platform === 'win32' ? [] : ['/tmp', '/var/tmp', '/dev/shm'];
  const own = [XDG_CACHE_HOME, known(homedir), known(process.cwd)];
  return [tmpdir(), XDG_RUNTIME_DIR, ...shared, ...own].filter(
    (base): base is string => base !== undefined && isAbsolute(base),
  );
}

/** Returns undefined if the system does not know the folder: a user without an entry, or a removed folder. */
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
    // Windows does not delete the file of a loaded library.
    removeTemporary(folder);
  }
}
