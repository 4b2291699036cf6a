// Rows in SQLite. Statements of the hot path are prepared, because building one costs ten times as much as
// running it; those of every turn have positional values, because binding by name would double the cost of the statement.

import { and, asc, eq, getTableName, gt, gte, lt, lte, sql } from 'drizzle-orm';
import { endOf, rowId } from '../codecs/row-id.ts';
import {
  ENTRY_BYTES_MAX,
  type HistoryRow,
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
  const { orm } = database;
  return {
    settings: settingsOf(database),
    journal: journalOf(database),
    facts: runsOf(database, factRuns),
    estimates: runsOf(database, estimateRuns),
    marks: marksOf(database),
    branches: {
      all: () => orm.select().from(branches).orderBy(branches.branch).all(),
      add: (row) => orm.insert(branches).values(row).run(),
      change: (row) => orm.update(branches).set(row).where(eq(branches.branch, row.branch)).run(),
      remove: (branch) => orm.delete(branches).where(eq(branches.branch, branch)).run(),
    },
    snapshots: snapshotsOf(database),
    history: historyOf(database),
    removals: removalsOf(database),
    keys: {
      all: () => orm.select().from(keys).orderBy(asc(keys.number)).all(),
      add: (row) => orm.insert(keys).values(row).run(),
      update: (row) => orm.update(keys).set(row).where(eq(keys.id, row.id)).run(),
      remove: (id) => orm.delete(keys).where(eq(keys.id, id)).run(),
    },
    secrets: {
      get: (name) => orm.select().from(secrets).where(eq(secrets.name, name)).get(),
      set: (row) =>
        orm.insert(secrets).values(row).onConflictDoUpdate({ target: secrets.name, set: row }).run(),
    },
    deleteSome: (branch) => deleteSome(database, branch),
  };
}

function settingsOf({ orm, raw }: Database): Rows['settings'] {
  const size = raw.prepare('SELECT octet_length(value) FROM meta WHERE key = ?').pluck();
  return {
    get: (key) => orm.select().from(meta).where(eq(meta.key, key)).get(),
    bytesOf: (key) => size.get(key) as number | undefined,
    set: (row) => orm.insert(meta).values(row).onConflictDoUpdate({ target: meta.key, set: row }).run(),
    remove: (key) => orm.delete(meta).where(eq(meta.key, key)).run(),
  };
}

function journalOf({ raw }: Database): Rows['journal'] {
  const range = raw.prepare(
    `SELECT branch, seq, at_ms AS atMs, round, iif(octet_length(command) > ${ENTRY_BYTES_MAX}, NULL, command) AS command,
      checksum FROM journal
      WHERE row_id BETWEEN ? AND ? ORDER BY row_id`,
  );
  const append = raw.prepare(
    'INSERT INTO journal (row_id, at_ms, round, command, checksum) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    append: (...row) => append.run(...row),
    range: (first, last) => range.all(first, last) as UnreadEntry[],
  };
}

function runsOf({ orm, raw }: Database, table: typeof factRuns | typeof estimateRuns): RunRows {
  const name = getTableName(table);
  // Both tables have the same columns.
  const columns = table as typeof factRuns;
  const from = orm
    .select()
    .from(columns)
    .where(
      and(
        // The last run that begins at `from` or before. With this bound, SQLite scans no earlier runs.
        sql`row_id >= coalesce((SELECT max(row_id) FROM ${table}
          WHERE row_id > ${p('first')} AND row_id <= ${p('from')}), ${p('from')})`,
        sql`row_id < ${p('end')}`,
        sql`${columns.firstSeq} + ${columns.count} > ${p('seq')}`,
      ),
    )
    .orderBy(sql`row_id`)
    .limit(p('limit'))
    .prepare();
  const until = orm
    .select()
    .from(columns)
    .where(and(sql`row_id > ${p('first')}`, sql`row_id <= ${p('until')}`))
    .orderBy(sql`row_id DESC`)
    .limit(p('limit'))
    .prepare();
  const at = raw.prepare(
    `SELECT first_seq AS firstSeq, count, from_ms AS fromMs, to_ms AS toMs FROM ${name}
      WHERE row_id > ? AND row_id <= ? ORDER BY row_id DESC LIMIT 1`,
  );
  const count = raw.prepare(
    `SELECT coalesce(sum(count), 0) AS found, coalesce(sum(length(words)), 0) AS bytes
      FROM ${name} WHERE row_id > ? AND row_id < ?`,
  );
  const drop = raw.prepare(`DELETE FROM ${name} WHERE row_id = ?`);
  const append = raw.prepare(
    `INSERT INTO ${name} (row_id, count, from_ms, to_ms, words, checksum) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  return {
    append: (key, run) => append.run(key, run.count, run.fromMs, run.toMs, run.words, run.checksum),
    from: (bounds) => from.all(bounds),
    until: (bounds) => until.all(bounds),
    at: (...bounds) => at.get(...bounds) as RunBounds | undefined,
    count: (...bounds) => count.get(...bounds) as ReturnType<RunRows['count']>,
    drop: (key) => drop.run(key),
  };
}

function marksOf({ orm, raw }: Database): Rows['marks'] {
  const set = raw.prepare(
    `INSERT OR REPLACE INTO marks (branch, now_ms, round, is_open, commands, facts, hash, estimates, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    get: (branch) => orm.select().from(marks).where(eq(marks.branch, branch)).get(),
    all: () => orm.select().from(marks).all(),
    set({ branch, nowMs, round, isOpen, commands, facts, hash, estimates, checksum }) {
      set.run(branch, nowMs, round, isOpen ? 1 : 0, commands, facts, hash, estimates, checksum);
    },
  };
}

function snapshotsOf({ orm, raw }: Database): Rows['snapshots'] {
  const ofBranch = orm
    .select()
    .from(snapshots)
    .where(eq(snapshots.branch, p('branch')))
    .orderBy(asc(snapshots.facts))
    .prepare();
  const parts = orm
    .select({ state: snapshotParts.state })
    .from(snapshotParts)
    .where(and(eq(snapshotParts.branch, p('branch')), eq(snapshotParts.facts, p('facts'))))
    .orderBy(asc(snapshotParts.part))
    .prepare();
  const sizes = raw.prepare('SELECT branch, facts, bytes FROM snapshots ORDER BY branch, facts');
  const dropLeft = raw.prepare(
    'DELETE FROM snapshot_parts WHERE (branch, facts) NOT IN (SELECT branch, facts FROM snapshots)',
  );
  return {
    of: (branch) => ofBranch.all({ branch }),
    sizes: () => sizes.all() as SnapshotRow[],
    parts: (snapshot) => parts.all(snapshot).map(({ state }) => state),
    add: (row) => orm.insert(snapshots).values(row).run(),
    addPart: (row) => orm.insert(snapshotParts).values(row).run(),
    drop({ branch, facts }) {
      for (const table of [snapshots, snapshotParts])
        orm
          .delete(table)
          .where(and(eq(table.branch, branch), eq(table.facts, facts)))
          .run();
    },
    dropLeftParts() {
      dropLeft.run();
    },
    cutAfter(branch, facts) {
      for (const table of [snapshots, snapshotParts])
        orm
          .delete(table)
          .where(and(eq(table.branch, branch), gt(table.facts, facts)))
          .run();
    },
  };
}

function historyOf({ orm, raw }: Database): Rows['history'] {
  const counts = raw.prepare(
    `SELECT (SELECT count(*) FROM history WHERE branch = ?) AS historyRows,
      (SELECT count(*) FROM removals WHERE branch = ?) AS removalRows`,
  );
  const batches = raw
    .prepare('SELECT DISTINCT facts FROM history WHERE branch = ? AND facts <= ? ORDER BY facts')
    .pluck();
  const block = orm
    .select()
    .from(history)
    .where(
      and(eq(history.branch, p('branch')), eq(history.block, p('block')), lte(history.facts, p('facts'))),
    )
    .orderBy(asc(history.facts))
    .prepare();
  const rowsAfter = raw.prepare(
    `SELECT branch, block, facts, count, gprs, checksum FROM history
      WHERE branch = ? AND facts <= ? AND (block, facts) > (?, ?) ORDER BY block, facts LIMIT ?`,
  );
  const write = raw.prepare(
    'INSERT INTO history (branch, block, facts, count, gprs, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const drop = raw.prepare('DELETE FROM history WHERE branch = ? AND block = ? AND facts = ?');
  return {
    counts: (branch) => counts.get(branch, branch) as ReturnType<Rows['history']['counts']>,
    batches: (branch, facts) => batches.all(branch, facts) as number[],
    block: (branch, number, facts) => block.all({ branch, block: number, facts }),
    rowsAfter: (after, until, limit) =>
      rowsAfter.all(after.branch, until, after.block, after.facts, limit) as HistoryRow[],
    write: (row) => write.run(row.branch, row.block, row.facts, row.count, row.gprs, row.checksum),
    drop: (key) => drop.run(key.branch, key.block, key.facts).changes,
    cutAfter: (branch, facts) =>
      orm
        .delete(history)
        .where(and(eq(history.branch, branch), gt(history.facts, facts)))
        .run(),
  };
}

function removalsOf({ orm }: Database): Rows['removals'] {
  const of = orm
    .select()
    .from(removals)
    .where(
      and(
        eq(removals.branch, p('branch')),
        gte(removals.uid, p('from')),
        lt(removals.uid, p('to')),
        lte(removals.commands, p('commands')),
      ),
    )
    .prepare();
  return {
    add: (row) => orm.insert(removals).values(row).onConflictDoNothing().run().changes,
    of: (branch, from, to, commands) => of.all({ branch, from, to, commands }),
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
