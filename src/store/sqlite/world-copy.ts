// Copies the tables of a world between files: out for an export, in for an import. The tables of the process stay.

import type Database from 'better-sqlite3';
import type { Copied } from '../store.ts';
import { Damaged, StoreError } from '../store-error.ts';
import { hasWrongChecksum, missingRows } from './durability/integrity.ts';
import { openSqlite } from './file/sqlite.ts';
import { explained, makeFile, newDatabase } from './opening/database.ts';
import { PartFile } from './opening/part-file.ts';

/** All tables of a world. The tables named `process_…` do not belong to it. */
const WORLD_TABLES = [
  'meta',
  'branches',
  'journal',
  'fact_runs',
  'estimates',
  'marks',
  'snapshots',
  'snapshot_parts',
  'history',
  'removals',
] as const;

/** Tables that a world does without: they only save time. */
const SNAPSHOT_TABLES: readonly string[] = ['snapshots', 'snapshot_parts'];

/** Large tables are copied in slices of `rowsAtOnce` rows. A row has a command, thousands of facts, or dozens of GPRs. */
const GROWING = {
  journal: { what: 'commands', key: ['row_id'], rowsAtOnce: 2_000, counted: 'count(*)' },
  fact_runs: { what: 'facts', key: ['row_id'], rowsAtOnce: 16, counted: 'sum(count)' },
  estimates: { what: 'estimates', key: ['row_id'], rowsAtOnce: 16, counted: 'sum(count)' },
  history: { what: 'GPRs', key: ['branch', 'block', 'facts'], rowsAtOnce: 400, counted: 'sum(count)' },
  removals: { what: 'deletions', key: ['branch', 'uid'], rowsAtOnce: 2_000, counted: 'count(*)' },
} as const;

const GROWING_TABLES = Object.keys(GROWING) as (keyof typeof GROWING)[];

/**
 * Copies the world into a new file, in slices. The caller must not change the world during the copy.
 * @param withSnapshots whether the copy gets the snapshots, too
 * @throws StoreError if a row is damaged, or the target cannot be written
 */
export function* copyOut(
  raw: Database.Database,
  file: string,
  target: string,
  withSnapshots: boolean,
): Generator<Copied> {
  const part = writing(target, () => new PartFile(target));
  try {
    const missing = missingRows(raw);
    if (missing !== undefined) throw new Damaged(file, missing);
    makeFile(part.path);
    const fresh = openSqlite(part.path);
    try {
      // A partial copy is useless, so the copy needs neither a journal on disk nor syncs.
      fresh.pragma('journal_mode = MEMORY');
      fresh.pragma('synchronous = OFF');
      writing(part.path, () => newDatabase(fresh));
      yield* copyTables(raw, fresh, withSnapshots);
    } finally {
      fresh.close();
    }
    part.keep();
  } catch (error) {
    if (error instanceof WrongRow) throw new Damaged(file, error.message);
    throw error instanceof StoreError
      ? part.explained(error)
      : new StoreError(`${file} cannot be copied to ${target}: ${(error as Error).message}`);
  } finally {
    part.drop();
  }
}

/** Copies the world into the tables of a database without a world, in slices. @throws WrongRow */
export function* copyTables(
  raw: Database.Database,
  fresh: Database.Database,
  withSnapshots: boolean,
): Generator<Copied> {
  const left: readonly string[] = [...GROWING_TABLES, ...(withSnapshots ? [] : SNAPSHOT_TABLES)];
  for (const table of WORLD_TABLES) if (!left.includes(table)) copyWhole(raw, fresh, table);
  for (const table of GROWING_TABLES) yield* copyGrowing(raw, fresh, table);
}

function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explained(error, path, 'written');
  }
}

function copyWhole(raw: Database.Database, fresh: Database.Database, table: string): void {
  const columns = columnsOf(fresh, table);
  const into = insertInto(fresh, table, columns);
  const rows = raw.prepare(`SELECT ${hasWrongChecksum(table)}, ${columns} FROM ${table}`).raw();
  for (const row of rows.iterate()) copyRow(row as unknown[], into, table);
}

/** @param row begins with 1 if its checksum is wrong */
function copyRow([isWrong, ...row]: unknown[], into: Database.Statement, table: string): void {
  if (isWrong === 1) throw new WrongRow(`its table ${table} has a row with a wrong checksum`);
  into.run(row);
}

/** A row of the copied file is damaged. */
export class WrongRow extends Error {}

/** Returns the columns by name: the source may have more columns than a new file. */
function columnsOf(fresh: Database.Database, table: string): string[] {
  return (fresh.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
}

function insertInto(fresh: Database.Database, table: string, columns: readonly string[]) {
  return fresh.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`);
}

function* copyGrowing(
  raw: Database.Database,
  fresh: Database.Database,
  table: keyof typeof GROWING,
): Generator<Copied> {
  const { what, key, rowsAtOnce, counted } = GROWING[table];
  const all = raw.prepare(`SELECT count(*) AS rows, ${counted} AS total FROM ${table}`).get() as Totals;
  const columns = columnsOf(fresh, table);
  const into = insertInto(fresh, table, columns);
  const next = raw
    .prepare<number[], unknown[]>(
      `SELECT ${hasWrongChecksum(table)}, ${columns} FROM ${table} WHERE (${key}) > (${key.map(() => '?')}) ORDER BY ${key} LIMIT ${rowsAtOnce}`,
    )
    .raw();
  const place = key.map((column) => 1 + columns.indexOf(column));
  let last: number[] = key.map(() => Number.MIN_SAFE_INTEGER);
  for (let rows = 0; ; ) {
    const copied = next.all(...last);
    if (copied.length === 0) return;
    fresh.transaction(() => {
      for (const row of copied) copyRow(row, into, table);
    })();
    rows += copied.length;
    last = place.map((column) => copied.at(-1)![column] as number);
    const done = Math.min(1, rows / all.rows);
    yield { what, count: Math.round(all.total * done), done };
  }
}

interface Totals {
  readonly rows: number;
  readonly total: number;
}

/** Replaces the world of this file by that of another, in one transaction. @param more runs in the transaction too */
export function copyIn(raw: Database.Database, source: string, more: () => void): void {
  attached(raw, source, () => {
    raw.transaction(() => {
      for (const table of WORLD_TABLES) {
        const columns = (raw.pragma(`other.table_info(${table})`) as { name: string }[]).map(
          ({ name }) => name,
        );
        raw.exec(`DELETE FROM main.${table}`);
        raw.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM other.${table}`);
      }
      more();
    })();
  });
}

function attached(raw: Database.Database, path: string, work: () => void): void {
  raw.prepare('ATTACH ? AS other').run(path);
  try {
    work();
  } finally {
    raw.exec('DETACH other');
  }
}
