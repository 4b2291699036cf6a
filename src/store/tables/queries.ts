// Prepared queries of the hot path. Building a query costs ten times as much as running it.

import type Database from 'better-sqlite3';
import { and, asc, eq, getTableName, gt, gte, lt, lte, sql } from 'drizzle-orm';
import type { OpenDatabase } from '../opening/database.ts';
import { estimateRuns, factRuns, history, removals, snapshotParts, snapshots } from './schema.ts';

/** The body of a command has at most 1 MiB. A longer entry is not read: that would hold the loop. */
export const ENTRY_BYTES_MAX = 8 * 2 ** 20;

export type Queries = ReturnType<typeof prepareQueries>;

export function prepareQueries(database: OpenDatabase) {
  const { orm, raw } = database;
  const p = sql.placeholder;
  return {
    ...prepareTurn(raw),
    facts: prepareRuns(database, factRuns),
    estimates: prepareRuns(database, estimateRuns),
    setSnapshot: orm
      .insert(snapshots)
      .values({
        branch: p('branch'),
        nowMs: p('nowMs'),
        round: p('round'),
        isOpen: p('isOpen'),
        commands: p('commands'),
        facts: p('facts'),
        version: p('version'),
        isOfClose: p('isOfClose'),
        bytes: p('bytes'),
        checksum: p('checksum'),
      })
      .prepare(),
    addPart: orm
      .insert(snapshotParts)
      .values({ branch: p('branch'), facts: p('facts'), part: p('part'), state: p('state') })
      .prepare(),
    /** From the oldest on. */
    allSnapshots: raw.prepare('SELECT branch, facts, bytes FROM snapshots ORDER BY branch, facts'),
    dropSnapshot: orm.delete(snapshots).where(isSnapshot(snapshots)).prepare(),
    dropParts: orm.delete(snapshotParts).where(isSnapshot(snapshotParts)).prepare(),
    dropLeftParts: raw.prepare(
      'DELETE FROM snapshot_parts WHERE (branch, facts) NOT IN (SELECT branch, facts FROM snapshots)',
    ),
    snapshots: orm
      .select()
      .from(snapshots)
      .where(eq(snapshots.branch, p('branch')))
      .orderBy(asc(snapshots.facts))
      .prepare(),
    parts: orm
      .select({ state: snapshotParts.state })
      .from(snapshotParts)
      .where(isSnapshot(snapshotParts))
      .orderBy(asc(snapshotParts.part))
      .prepare(),
  };
}

/** The condition that a row belongs to one snapshot. */
function isSnapshot(table: typeof snapshots | typeof snapshotParts) {
  return and(eq(table.branch, sql.placeholder('branch')), eq(table.facts, sql.placeholder('facts')));
}

/** The condition that a row belongs to a snapshot after a number of facts. */
function isLater(table: typeof snapshots | typeof snapshotParts) {
  return and(eq(table.branch, sql.placeholder('branch')), gt(table.facts, sql.placeholder('facts')));
}

export type RunQueries = ReturnType<typeof prepareRuns>;

function prepareRuns({ orm, raw }: OpenDatabase, table: typeof factRuns | typeof estimateRuns) {
  const p = sql.placeholder;
  const name = getTableName(table);
  // Both tables have the same columns.
  const columns = table as typeof factRuns;
  return {
    table: columns,
    from: orm
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
      .prepare(),
    until: orm
      .select()
      .from(columns)
      .where(and(sql`row_id > ${p('first')}`, sql`row_id <= ${p('until')}`))
      .orderBy(sql`row_id DESC`)
      .limit(p('limit'))
      .prepare(),
    /** The run that holds a number, without its words. */
    at: raw.prepare(
      `SELECT first_seq AS firstSeq, count, from_ms AS fromMs, to_ms AS toMs FROM ${name}
        WHERE row_id > ? AND row_id <= ? ORDER BY row_id DESC LIMIT 1`,
    ),
    count: raw.prepare(
      `SELECT coalesce(sum(count), 0) AS found, coalesce(sum(length(words)), 0) AS bytes
        FROM ${name} WHERE row_id > ? AND row_id < ?`,
    ),
    drop: raw.prepare(`DELETE FROM ${name} WHERE row_id = ?`),
    append: raw.prepare(
      `INSERT INTO ${name} (row_id, count, from_ms, to_ms, words, checksum) VALUES (?, ?, ?, ?, ?, ?)`,
    ),
  };
}

/** The queries of every turn. Their values are positional: binding by name would double the cost of the statement. */
function prepareTurn(raw: Database.Database) {
  return {
    begin: raw.prepare('BEGIN'),
    commit: raw.prepare('COMMIT'),
    entries: raw.prepare(
      `SELECT branch, seq, at_ms AS atMs, round, iif(octet_length(command) > ${ENTRY_BYTES_MAX}, NULL, command) AS command,
        checksum FROM journal
        WHERE row_id BETWEEN ? AND ? ORDER BY row_id`,
    ),
    append: raw.prepare(
      'INSERT INTO journal (row_id, at_ms, round, command, checksum) VALUES (?, ?, ?, ?, ?)',
    ),
    setMark: raw.prepare(
      `INSERT OR REPLACE INTO marks (branch, now_ms, round, is_open, commands, facts, hash, estimates, checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  };
}

export function prepareHistory({ orm, raw }: OpenDatabase) {
  const p = sql.placeholder;
  return {
    counts: raw.prepare(
      `SELECT (SELECT count(*) FROM history WHERE branch = ?) AS historyRows,
        (SELECT count(*) FROM removals WHERE branch = ?) AS removalRows`,
    ),
    batches: raw
      .prepare('SELECT DISTINCT facts FROM history WHERE branch = ? AND facts <= ? ORDER BY facts')
      .pluck(),
    write: orm
      .insert(history)
      .values({
        branch: p('branch'),
        block: p('block'),
        facts: p('facts'),
        count: p('count'),
        gprs: p('gprs'),
        checksum: p('checksum'),
      })
      .prepare(),
    block: orm
      .select()
      .from(history)
      .where(
        and(eq(history.branch, p('branch')), eq(history.block, p('block')), lte(history.facts, p('facts'))),
      )
      .orderBy(asc(history.facts))
      .prepare(),
    /** Rows of a branch after a row, in the order of their keys. */
    rowsAfter: raw.prepare(
      `SELECT branch, block, facts, count, gprs, checksum FROM history
        WHERE branch = @branch AND facts <= @until AND (block, facts) > (@block, @facts) ORDER BY block, facts LIMIT @limit`,
    ),
    removed: orm
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
      .prepare(),
    remove: orm
      .insert(removals)
      .values({ branch: p('branch'), uid: p('uid'), commands: p('commands'), checksum: p('checksum') })
      .onConflictDoNothing()
      .prepare(),
    cut: orm
      .delete(history)
      .where(and(eq(history.branch, p('branch')), gt(history.facts, p('facts'))))
      .prepare(),
    drop: orm
      .delete(history)
      .where(
        and(eq(history.branch, p('branch')), eq(history.block, p('block')), eq(history.facts, p('facts'))),
      )
      .prepare(),
    cutSnapshots: orm.delete(snapshots).where(isLater(snapshots)).prepare(),
    cutParts: orm.delete(snapshotParts).where(isLater(snapshotParts)).prepare(),
  };
}
