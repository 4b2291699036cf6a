// Reads what is whole of a damaged file: its scenario, the entries of each branch's journal up to the first damaged one, the
// ends of the branches, and the API keys.

import { copyFileSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { repairedLog } from './damaged-log.ts';
import { pathOf, requireFile } from './database.ts';
import { migrate, tablesVersion } from './identity.ts';
import { chainOf, type JournalRow } from './journal.ts';
import { isSealed } from './row-checksum.ts';
import { endOf, rowId } from './row-id.ts';
import { keys, marks, meta } from './schema.ts';
import { inSomeFolder, openSqlite } from './sqlite.ts';
import { StoreError } from './store-error.ts';
import type { Mark } from './world-file.ts';

export interface Salvaged {
  readonly scenario: string;
  readonly engineVersion: number;
  readonly branches: readonly SalvagedBranch[];
  readonly keys: readonly (typeof keys.$inferSelect)[];
  /** What is not whole. */
  readonly damage: readonly string[];
}

export interface SalvagedBranch {
  readonly branch: number;
  readonly entries: readonly JournalRow[];
  /** Undefined if it is damaged, or if entries before it are missing. */
  readonly mark: Mark | undefined;
}

/** @throws StoreError if nothing can be saved */
export function salvage(file: string): Salvaged {
  requireFile(file);
  const readings = [false, true]
    .map((repairs) => reading(file, repairs))
    .filter((found) => found !== undefined);
  const saved = readings.filter((found): found is Salvaged => !(found instanceof Error));
  if (saved.length > 0) return saved.reduce((best, other) => (sizeOf(other) > sizeOf(best) ? other : best));
  throw new StoreError(`nothing of ${file} can be saved: ${(readings[0] as Error).message}`);
}

function sizeOf({ branches }: Salvaged): number {
  return branches.reduce((sum, { entries, mark }) => sum + entries.length + (mark === undefined ? 0 : 1), 0);
}

/** Reads a copy of the file. @param repairs whether to repair its log first; undefined if it has none to repair */
function reading(file: string, repairs: boolean): Salvaged | Error | undefined {
  return inSomeFolder((folder) => {
    const real = realpathSync(pathOf(file));
    const copy = join(folder, 'copy');
    copyFileSync(real, copy);
    const hasLog = existsSync(`${real}-wal`);
    const repaired = hasLog ? repairedLog(readFileSync(`${real}-wal`)) : undefined;
    if (repairs && (repaired === undefined || repaired.damaged === 0)) return undefined;
    if (hasLog) {
      if (repairs) writeFileSync(`${copy}-wal`, repaired!.bytes);
      else copyFileSync(`${real}-wal`, `${copy}-wal`);
    }
    if (existsSync(`${real}-journal`)) copyFileSync(`${real}-journal`, `${copy}-journal`);
    let raw: Database.Database | undefined;
    try {
      raw = openSqlite(copy);
      const version = tablesVersion(raw, file);
      if (version === 0) throw new Error('it is empty');
      const before = raw;
      raw.transaction(() => migrate(before, version))();
      return contentOf(raw, hasLog ? (repaired?.damaged ?? 1) : 0);
    } catch (error) {
      return error as Error;
    } finally {
      raw?.close();
    }
  }, `a copy of ${file} needs a folder where a file can be written`);
}

function contentOf(raw: Database.Database, damagedFrames: number): Salvaged {
  const orm = drizzle(raw);
  const damage: string[] = [];
  if (damagedFrames > 0) damage.push(`its log has damaged frames: ${damagedFrames}`);
  const single = (key: string): string | undefined => {
    const row = tried(() =>
      orm
        .select()
        .from(meta)
        .all()
        .find((row) => row.key === key),
    );
    if (row === undefined || !isSealed(meta, row)) damage.push(`its ${key} is missing or damaged`);
    return row !== undefined && isSealed(meta, row) ? row.value : undefined;
  };
  const scenario = single('scenario');
  if (scenario === undefined) throw new Error('its scenario is missing or damaged');
  const engineVersion = Number(single('engineVersion'));
  const last = Number(
    single('branch') ?? tried(() => raw.prepare('SELECT max(branch) FROM journal').pluck().get()) ?? 1,
  );
  const ends = tried(() => orm.select().from(marks).all()) ?? [];
  const branches: SalvagedBranch[] = [];
  for (let branch = 1; branch <= last; branch++) {
    const { entries, stop } = entriesOf(raw, branch);
    if (stop !== undefined) damage.push(`branch ${branch}: ${stop}`);
    const end = ends.find((mark) => mark.branch === branch);
    if (end !== undefined && !isSealed(marks, end))
      damage.push(`branch ${branch}: the record of its last commit is damaged`);
    const isWhole = end !== undefined && isSealed(marks, end) && end.commands === entries.length;
    branches.push({ branch, entries, mark: isWhole ? end : undefined });
  }
  const known = tried(() => orm.select().from(keys).all());
  if (known === undefined) damage.push('its API keys cannot be read');
  const whole = (known ?? []).filter((key) => isSealed(keys, key));
  if (whole.length < (known ?? []).length)
    damage.push(`${known!.length - whole.length} of its API keys are damaged`);
  return { scenario, engineVersion, branches, keys: whole, damage };
}

/** Returns the entries of a branch's journal up to the first damaged one. */
function entriesOf(raw: Database.Database, branch: number): { entries: JournalRow[]; stop?: string } {
  const read = raw.prepare(
    'SELECT branch, seq, at_ms AS atMs, round, command, checksum FROM journal WHERE row_id = ?',
  );
  const later = raw.prepare('SELECT 1 FROM journal WHERE row_id > ? AND row_id < ?');
  const entries: JournalRow[] = [];
  for (let chain = 0; ; ) {
    const seq = entries.length + 1;
    try {
      const row = read.get(rowId(branch, seq)) as JournalRow | undefined;
      if (row === undefined) {
        if (later.get(rowId(branch, seq), endOf(branch)) === undefined) return { entries };
        return { entries, stop: `command ${seq} of its journal is missing` };
      }
      chain = chainOf(chain, row);
      if (chain !== row.checksum) {
        // If the next entry confirms this one, only the checksum of this one is damaged.
        const next = read.get(rowId(branch, seq + 1)) as JournalRow | undefined;
        if (next === undefined || chainOf(chain, next) !== next.checksum)
          return { entries, stop: `command ${seq} of its journal has a wrong checksum` };
      }
      entries.push(row);
    } catch (error) {
      return { entries, stop: `command ${seq} of its journal cannot be read: ${(error as Error).message}` };
    }
  }
}

/** Returns undefined if the work fails: other parts of the file may still be whole. */
function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
