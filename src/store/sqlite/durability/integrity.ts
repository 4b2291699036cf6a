// Checks all of an open file: SQLite's structures, the tables, the checksum of every row, and that no facts are missing.

import type Database from 'better-sqlite3';
import { NUMBERS } from '../../codecs/row-id.ts';
import { createTables } from '../file/file-identity.ts';
import { openSqlite } from '../file/sqlite.ts';

/** The columns of the tables of a new file. */
let known: Map<string, string[]> | undefined;

/** Returns the first damage of an open file, undefined if it is whole. Reads the whole file. @throws SqliteError */
export function damageOf(raw: Database.Database): string | undefined {
  const [found] = (raw.pragma('integrity_check') as { integrity_check: string }[])
    .flatMap(({ integrity_check }) => integrity_check.split('\n'))
    .filter((line) => !line.startsWith('***'));
  if (found !== 'ok') return `a page of it is not readable (${found})`;
  known ??= tablesOf(expected());
  const present = tablesOf(raw);
  for (const [table, columns] of known) {
    const known = present.get(table) ?? [];
    const lacking = columns.find((column) => !known.includes(column));
    if (lacking !== undefined) return `its table ${table} lacks the column ${lacking}`;
  }
  for (const [table] of known) {
    const wrong = wrongRow(raw, table);
    if (wrong !== undefined) return `its table ${table} has a row with a wrong checksum (${wrong})`;
  }
  return missingRows(raw);
}

function expected(): Database.Database {
  const raw = openSqlite(':memory:');
  createTables(raw);
  return raw;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
  /** 2: derived from other columns. */
  readonly hidden: number;
}

/** Returns the columns of each table, each with its type and its place in the key. */
function tablesOf(raw: Database.Database): Map<string, string[]> {
  const names = raw
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
  return new Map(
    (names as string[]).map((table) => {
      const columns = raw.pragma(`table_xinfo(${table})`) as Column[];
      return [table, columns.map(({ name, type, notnull, pk }) => `${name} ${type} ${notnull} ${pk}`)];
    }),
  );
}

/** Returns the key of the first row with a wrong checksum. */
function wrongRow(raw: Database.Database, table: string): string | undefined {
  const key = (raw.pragma(`table_xinfo(${table})`) as Column[])
    .filter(({ name, pk, hidden }) => hidden > 0 || (pk > 0 && name !== 'row_id'))
    .map(({ name }) => name);
  const row = raw.prepare(`SELECT ${key} FROM ${table} WHERE ${hasWrongChecksum(table)} LIMIT 1`).get() as
    | Record<string, unknown>
    | undefined;
  // Never the value of a key of the interface.
  return row && key.map((name) => `${name} ${row[name]}`).join(', ');
}

/** Returns the SQL condition that the checksum of a row is wrong. The checksum of a snapshot is checked when it is read. */
export function hasWrongChecksum(table: string): string {
  known ??= tablesOf(expected());
  const names = known.get(table)!.map((column) => column.split(' ')[0]);
  if (table === 'snapshots' || !names.includes('checksum')) return '0';
  const covered = names.filter((name) => name !== 'checksum' && name !== 'row_id');
  return `checksum IS NOT row_checksum(${covered})`;
}

/** Returns what is missing of the branches of an open file, undefined if nothing is. */
export function missingRows(raw: Database.Database): string | undefined {
  return missingBranch(raw) ?? missingEntries(raw);
}

/** Returns which branch lacks its record or its last commit, undefined if none does. */
export function missingBranch(raw: Database.Database): string | undefined {
  return missingRecord(raw) ?? missingMark(raw);
}

/** The current branch has a record, and so has each branch with a mark or in which another begins, unless it is being deleted. */
function missingRecord(raw: Database.Database): string | undefined {
  const branch = raw
    .prepare(
      `SELECT branch FROM (SELECT parent AS branch FROM branches WHERE parent IS NOT NULL
          UNION SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'branch'
          UNION SELECT branch FROM marks WHERE branch NOT IN
            (SELECT each.value FROM meta, json_each(meta.value) AS each WHERE meta.key = 'deleting'))
        WHERE branch NOT IN (SELECT branch FROM branches) ORDER BY branch LIMIT 1`,
    )
    .pluck()
    .get();
  return branch === undefined ? undefined : `the record of its branch ${branch} is missing`;
}

/** Each branch has the record of its last commit, except before the first commit of the file. */
function missingMark(raw: Database.Database): string | undefined {
  const rows = ['marks', 'journal', 'fact_runs'].map((table) => `SELECT 1 FROM ${table}`);
  if (raw.prepare(rows.join(' UNION ALL ')).get() === undefined) return undefined;
  const branch = raw
    .prepare(
      `SELECT branch FROM (SELECT branch FROM branches
          UNION SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'branch')
        WHERE branch NOT IN (SELECT branch FROM marks) ORDER BY branch LIMIT 1`,
    )
    .pluck()
    .get();
  return branch === undefined
    ? undefined
    : `the record of the last commit of its branch ${branch} is missing`;
}

const COUNTED = [
  ['journal', 'count(*)', 'commands', 'commands'],
  ['fact_runs', 'coalesce(sum(count), 0)', 'facts', 'facts'],
  ['estimates', 'coalesce(sum(count), 0)', 'estimates', 'recorded estimates'],
] as const;

/** A branch has as many commands, facts and recorded estimates as its mark counts. */
function missingEntries(raw: Database.Database): string | undefined {
  for (const [table, counted, total, what] of COUNTED) {
    const end = raw
      .prepare(
        `SELECT branch, marks.${total} AS total, branches.${total} + (SELECT ${counted} FROM ${table}
            WHERE row_id > marks.branch * ${NUMBERS} AND row_id < (marks.branch + 1) * ${NUMBERS}) AS found
          FROM marks JOIN branches USING (branch) WHERE total IS NOT found LIMIT 1`,
      )
      .get() as { branch: number; total: number; found: number } | undefined;
    if (end !== undefined)
      return `its branch ${end.branch} has ${end.found} ${what}, but its last commit had ${end.total}`;
  }
  return undefined;
}
