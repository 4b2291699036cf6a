// Tables that no gprsim makes: with code that SQLite would run, or of another form.

import Database from 'better-sqlite3';
import { addChecksums } from '../../src/store/codecs/row-checksum.ts';
import type { Hostile } from './hostile.ts';

/** An expression that takes 1 GB of memory, or seconds. */
const HEAVY = 'length(hex(zeroblob(400000000)))';

export const tables: readonly Hostile[] = [
  made('a heavy generated column', `ALTER TABLE marks ADD COLUMN heavy INTEGER AS (${HEAVY})`),
  made('heavy generated columns everywhere', everywhere(`ADD COLUMN heavy INTEGER AS (${HEAVY})`)),
  made(
    'a command that is generated',
    generatedColumn('journal', 'command TEXT NOT NULL', `command TEXT AS (${HEAVY})`),
  ),
  made(
    'words that are generated',
    generatedColumn('fact_runs', 'words BLOB NOT NULL', 'words BLOB AS (zeroblob(1000000000))'),
  ),
  made(
    'a scenario that is generated',
    generatedColumn('meta', 'value TEXT NOT NULL', `value TEXT AS (${HEAVY})`),
  ),
  made(
    'another number of a branch',
    generatedColumn('journal', '(row_id >> 36)', `(row_id >> 36 + ${HEAVY})`),
  ),
  made(
    'a heavy condition',
    generatedColumn('marks', 'hash TEXT NOT NULL', `hash TEXT NOT NULL CHECK (${HEAVY} > 0)`),
  ),
  made(
    'a heavy default',
    generatedColumn('marks', 'hash TEXT NOT NULL', `hash TEXT NOT NULL DEFAULT (${HEAVY})`),
  ),
  made('a heavy index', `CREATE INDEX heavy ON marks (facts) WHERE facts < 0 AND ${HEAVY} > 0`),
  made('an index over an expression', 'CREATE INDEX odd ON journal (length(command) + 1)'),
  made('a trigger', `CREATE TRIGGER odd AFTER INSERT ON process_opening BEGIN SELECT ${HEAVY}; END`),
  made(
    'a view instead of a table',
    'ALTER TABLE journal RENAME TO theirs; CREATE VIEW journal AS SELECT * FROM theirs',
  ),
  made(
    'a view without end',
    `DROP TABLE removals; CREATE VIEW removals AS
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS branch, i AS uid, 0 AS checksum FROM n`,
  ),
  made('a virtual table', 'CREATE VIRTUAL TABLE odd USING fts5(text)'),
  made('a table without row ids', withoutRowIds('marks')),
  made('a journal without row ids', withoutRowIds('journal')),
  made('a table more', 'CREATE TABLE odd AS SELECT * FROM journal'),
  made('columns more', 'ALTER TABLE marks ADD COLUMN note TEXT; ALTER TABLE meta ADD COLUMN note'),
  made('a column less', 'ALTER TABLE marks DROP COLUMN hash'),
  made(
    'another order of letters',
    generatedColumn('meta', 'key TEXT PRIMARY KEY', 'key TEXT COLLATE NOCASE PRIMARY KEY'),
  ),
  made('statistics', "ANALYZE; UPDATE sqlite_stat1 SET stat = '1 1 1'"),
  ...[
    'meta',
    'journal',
    'fact_runs',
    'estimates',
    'marks',
    'snapshots',
    'snapshot_parts',
    'history',
    'removals',
    'process_keys',
    'process_secrets',
    'process_opening',
  ].map((table) => made(`no table ${table}`, `DROP TABLE ${table}`)),
  made('a newer version', 'PRAGMA user_version = 1000'),
  made('a negative version', 'PRAGMA user_version = -5'),
  ...[0, 1, 2, 4, 6, 7, 8].map((version) =>
    made(`version ${version}, which it is not`, `PRAGMA user_version = ${version}`),
  ),
  made('the file of another program', 'PRAGMA application_id = 1'),
];

function made(name: string, sql: string): Hostile {
  return {
    name,
    make(path) {
      const raw = new Database(path);
      addChecksums(raw);
      raw.unsafeMode();
      raw.exec(sql);
      raw.close();
    },
  };
}

function everywhere(change: string): string {
  return ['meta', 'journal', 'fact_runs', 'marks', 'snapshots', 'history', 'process_keys', 'process_secrets']
    .map((table) => `ALTER TABLE ${table} ${change}`)
    .join(';');
}

/** Replaces a part of the text that describes a table. */
function generatedColumn(table: string, part: string, other: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  return `PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = replace(sql, ${quoted(part)}, ${quoted(other)}) WHERE name = '${table}'`;
}

function withoutRowIds(table: string): string {
  const [key, columns] =
    table === 'journal'
      ? ['row_id', 'row_id, at_ms, round, command, checksum']
      : ['branch', 'branch, now_ms, round, is_open, commands, facts, hash, checksum'];
  return `ALTER TABLE ${table} RENAME TO theirs;
    CREATE TABLE ${table} (${columns}, PRIMARY KEY (${key})) WITHOUT ROWID;
    INSERT INTO ${table} SELECT ${columns} FROM theirs;
    DROP TABLE theirs`;
}
