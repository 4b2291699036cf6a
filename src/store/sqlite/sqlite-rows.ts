// Rows in SQLite. Statements are prepared, because building one costs ten times as much as running it; those of every turn have
// positional values, because binding by name would double the cost of the statement.

import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { endOf, rowId } from '../codecs/row-id.ts';
import {
  ENTRY_BYTES_MAX,
  type HistoryRow,
  type PartRow,
  type RemovalRow,
  type Rows,
  type RunBounds,
  type RunRows,
  type SnapshotRow,
  type UnreadEntry,
} from '../tables/rows.ts';
import {
  branches,
  estimateRuns,
  factRuns,
  history,
  journal,
  keys,
  marks,
  meta,
  removals,
  secrets,
  snapshotParts,
  snapshots,
} from '../tables/schema.ts';
import type { OpenDatabase } from './opening/database.ts';

/** Deleting this many rows takes about one slice of time: a row can have thousands of facts. */
const DELETED_AT_ONCE = 64;

type Database = Pick<OpenDatabase, 'orm' | 'raw'>;
const p = sql.placeholder;

export function sqliteRows(database: Database): Rows {
  const { change, put, rows, select } = statementsOf(database);
  const ofBranch = select(branches, sql`true`, sql`branch`);
  const ofKeys = select(keys, sql`true`, sql`number`);
  const secret = select(secrets, sql`name = ${p('name')}`);
  return {
    settings: settingsOf(database),
    journal: {
      append: change('INSERT INTO journal (row_id, at_ms, round, command, checksum) VALUES (?, ?, ?, ?, ?)'),
      range: rows<UnreadEntry>(
        `SELECT branch, seq, at_ms AS atMs, round, iif(octet_length(command) > ${ENTRY_BYTES_MAX}, NULL, command) AS command,
          checksum FROM journal WHERE row_id BETWEEN ? AND ? ORDER BY row_id`,
      ),
    },
    facts: runsOf(database, factRuns),
    estimates: runsOf(database, estimateRuns),
    marks: marksOf(database),
    branches: {
      all: () => ofBranch.all(),
      put: put(branches, branches.branch),
      remove: change('DELETE FROM branches WHERE branch = ?'),
    },
    snapshots: snapshotsOf(database),
    history: historyOf(database),
    removals: removalsOf(database),
    keys: {
      all: () => ofKeys.all(),
      put: put(keys, keys.id),
      remove: change('DELETE FROM process_keys WHERE id = ?'),
    },
    secrets: {
      get: (name) => secret.get({ name }),
      put: put(secrets, secrets.name),
    },
    deleteSome: (branch) => deleteSome(database, branch),
  };
}

interface Selected<Row> {
  all(values?: object): Row[];
  get(values?: object): Row | undefined;
}

function statementsOf({ orm, raw }: Database) {
  return {
    /** A statement with positional values. Returns how many rows it changes. */
    change(text: string) {
      const statement = raw.prepare(text);
      return (...values: readonly unknown[]): number => statement.run(...values).changes;
    },
    /** The rows of a query with positional values. */
    rows<Row>(text: string) {
      const statement = raw.prepare(text);
      return (...values: readonly unknown[]) => statement.all(...values) as Row[];
    },
    /** Adds a row, or replaces the one with the same key. */
    put<Of extends SQLiteTable>(table: Of, key: SQLiteColumn) {
      return (row: Of['$inferSelect']): void => {
        orm
          .insert(table)
          .values(row as never)
          .onConflictDoUpdate({ target: key, set: row as never })
          .run();
      };
    },
    /** Whole rows, by name. */
    select<Of extends SQLiteTable>(table: Of, where: SQL, ...order: readonly SQL[]) {
      const selected = orm
        .select()
        .from(table as SQLiteTable)
        .where(where)
        .orderBy(...order);
      return selected.prepare() as unknown as Selected<Of['$inferSelect']>;
    },
  };
}

function settingsOf(database: Database): Rows['settings'] {
  const { change, put, rows, select } = statementsOf(database);
  const setting = select(meta, sql`key = ${p('key')}`);
  const size = rows<{ bytes: number }>('SELECT octet_length(value) AS bytes FROM meta WHERE key = ?');
  return {
    get: (key) => setting.get({ key }),
    bytesOf: (key) => size(key)[0]?.bytes,
    put: put(meta, meta.key),
    remove: change('DELETE FROM meta WHERE key = ?'),
  };
}

function runsOf(database: Database, table: typeof factRuns | typeof estimateRuns): RunRows {
  const { change, rows, select } = statementsOf(database);
  const name = getTableName(table);
  // Both tables have the same columns.
  const runs = table as typeof factRuns;
  const from = select(
    runs,
    // The last run that begins at `from` or before. With this bound, SQLite scans no earlier runs.
    sql`row_id >= coalesce((SELECT max(row_id) FROM ${table} WHERE row_id > ${p('first')} AND row_id <= ${p('from')}),
      ${p('from')}) AND row_id < ${p('end')} AND first_seq + count > ${p('seq')}`,
    sql`row_id LIMIT ${p('limit')}`,
  );
  const until = select(
    runs,
    sql`row_id > ${p('first')} AND row_id <= ${p('until')}`,
    sql`row_id DESC LIMIT ${p('limit')}`,
  );
  const at = rows<RunBounds>(
    `SELECT first_seq AS firstSeq, count, from_ms AS fromMs, to_ms AS toMs FROM ${name}
      WHERE row_id > ? AND row_id <= ? ORDER BY row_id DESC LIMIT 1`,
  );
  const count = rows<ReturnType<RunRows['count']>>(
    `SELECT coalesce(sum(count), 0) AS found, coalesce(sum(length(words)), 0) AS bytes
      FROM ${name} WHERE row_id > ? AND row_id < ?`,
  );
  const append = change(
    `INSERT INTO ${name} (row_id, count, from_ms, to_ms, words, checksum) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  return {
    append: (key, run) => append(key, run.count, run.fromMs, run.toMs, run.words, run.checksum),
    from: (bounds) => from.all(bounds),
    until: (bounds) => until.all(bounds),
    at: (...bounds) => at(...bounds)[0],
    count: (...bounds) => count(...bounds)[0],
    drop: change(`DELETE FROM ${name} WHERE row_id = ?`),
  };
}

function marksOf(database: Database): Rows['marks'] {
  const { change, select } = statementsOf(database);
  const mark = select(marks, sql`branch = ${p('branch')}`);
  const all = select(marks, sql`true`);
  const put = change(
    `INSERT OR REPLACE INTO marks (branch, now_ms, round, is_open, commands, facts, hash, estimates, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    get: (branch) => mark.get({ branch }),
    all: () => all.all(),
    put({ branch, nowMs, round, isOpen, commands, facts, hash, estimates, checksum }) {
      put(branch, nowMs, round, isOpen ? 1 : 0, commands, facts, hash, estimates, checksum);
    },
  };
}

function snapshotsOf(database: Database): Rows['snapshots'] {
  const { change, rows, select } = statementsOf(database);
  const ofBranch = select(snapshots, sql`branch = ${p('branch')}`, sql`facts`);
  const parts = rows<PartRow>(
    'SELECT state FROM snapshot_parts WHERE branch = ? AND facts = ? ORDER BY part',
  );
  const sizes = rows<SnapshotRow>('SELECT branch, facts, bytes FROM snapshots ORDER BY branch, facts');
  const inBoth = (where: string) => {
    const drops = ['snapshots', 'snapshot_parts'].map((table) =>
      change(`DELETE FROM ${table} WHERE ${where}`),
    );
    return (branch: number, facts: number) => {
      for (const drop of drops) drop(branch, facts);
    };
  };
  const drop = inBoth('branch = ? AND facts = ?');
  return {
    of: (branch) => ofBranch.all({ branch }),
    sizes,
    parts: ({ branch, facts }) => parts(branch, facts).map(({ state }) => state),
    add: (row) => database.orm.insert(snapshots).values(row).run(),
    addPart: change('INSERT INTO snapshot_parts (branch, facts, part, state) VALUES (?, ?, ?, ?)'),
    drop: ({ branch, facts }) => drop(branch, facts),
    dropLeftParts: change(
      'DELETE FROM snapshot_parts WHERE (branch, facts) NOT IN (SELECT branch, facts FROM snapshots)',
    ),
    cutAfter: inBoth('branch = ? AND facts > ?'),
  };
}

function historyOf(database: Database): Rows['history'] {
  const { change, rows, select } = statementsOf(database);
  const counts = rows<ReturnType<Rows['history']['counts']>>(
    `SELECT (SELECT count(*) FROM history WHERE branch = ?) AS historyRows,
      (SELECT count(*) FROM removals WHERE branch = ?) AS removalRows`,
  );
  const batches = rows<HistoryRow>(
    'SELECT DISTINCT facts FROM history WHERE branch = ? AND facts <= ? ORDER BY facts',
  );
  const block = select(
    history,
    sql`branch = ${p('branch')} AND block = ${p('block')} AND facts <= ${p('facts')}`,
    sql`facts`,
  );
  const rowsAfter = rows<HistoryRow>(
    `SELECT branch, block, facts, count, gprs, checksum FROM history
      WHERE branch = ? AND facts <= ? AND (block, facts) > (?, ?) ORDER BY block, facts LIMIT ?`,
  );
  const write = change(
    'INSERT INTO history (branch, block, facts, count, gprs, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const drop = change('DELETE FROM history WHERE branch = ? AND block = ? AND facts = ?');
  return {
    counts: (branch) => counts(branch, branch)[0],
    batches: (branch, until) => batches(branch, until).map(({ facts }) => facts),
    block: (branch, number, facts) => block.all({ branch, block: number, facts }),
    rowsAfter: (after, until, limit) => rowsAfter(after.branch, until, after.block, after.facts, limit),
    write: (row) => write(row.branch, row.block, row.facts, row.count, row.gprs, row.checksum),
    drop: (key) => drop(key.branch, key.block, key.facts),
    cutAfter: change('DELETE FROM history WHERE branch = ? AND facts > ?'),
  };
}

function removalsOf(database: Database): Rows['removals'] {
  const { change, rows } = statementsOf(database);
  const add = change('INSERT OR IGNORE INTO removals (branch, uid, commands, checksum) VALUES (?, ?, ?, ?)');
  return {
    add: ({ branch, uid, commands, checksum }) => add(branch, uid, commands, checksum),
    of: rows<RemovalRow>(
      'SELECT branch, uid, commands, checksum FROM removals WHERE branch = ? AND uid >= ? AND uid < ? AND commands <= ?',
    ),
  };
}

function deleteSome({ raw }: Database, branch: number): boolean {
  const byKey = [journal, factRuns, estimateRuns].map((table) => [table, 'row_id'] as const);
  const byBranch = [snapshots, snapshotParts, history, removals, marks].map(
    (table) => [table, 'branch'] as const,
  );
  return [...byKey, ...byBranch].some(([table, key]) => {
    const name = getTableName(table);
    const [from, end] = key === 'row_id' ? [rowId(branch, 0), endOf(branch)] : [branch, branch + 1];
    const drop = raw.prepare(
      `DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name}
        WHERE ${key} >= ? AND ${key} < ? LIMIT ${DELETED_AT_ONCE})`,
    );
    return drop.run(from, end).changes > 0;
  });
}
