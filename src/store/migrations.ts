// The migration steps from each version of the tables to the next; the version is SQLite's user_version.

export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE journal (
     branch INTEGER NOT NULL, seq INTEGER NOT NULL, at_ms INTEGER NOT NULL, round INTEGER NOT NULL, command TEXT NOT NULL,
     PRIMARY KEY (branch, seq)) WITHOUT ROWID;
   CREATE TABLE fact_runs (
     branch INTEGER NOT NULL, first_seq INTEGER NOT NULL, count INTEGER NOT NULL,
     from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, words BLOB NOT NULL,
     PRIMARY KEY (branch, first_seq));
   CREATE TABLE marks (
     branch INTEGER PRIMARY KEY, now_ms INTEGER NOT NULL, round INTEGER NOT NULL, is_open INTEGER NOT NULL,
     commands INTEGER NOT NULL, facts INTEGER NOT NULL, hash TEXT NOT NULL);
   CREATE TABLE snapshots (
     branch INTEGER PRIMARY KEY, version INTEGER NOT NULL, commands INTEGER NOT NULL, facts INTEGER NOT NULL, state BLOB NOT NULL);
   CREATE TABLE history (
     branch INTEGER NOT NULL, uid INTEGER NOT NULL, removed INTEGER NOT NULL, record TEXT NOT NULL,
     PRIMARY KEY (branch, uid)) WITHOUT ROWID;
   CREATE TABLE process_keys (
     id TEXT PRIMARY KEY, api_key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, description TEXT NOT NULL, role TEXT NOT NULL,
     user_name TEXT NOT NULL, sa_name TEXT NOT NULL, workspace_name TEXT NOT NULL, workspace_creation INTEGER,
     validity TEXT NOT NULL, token_ttl_seconds INTEGER NOT NULL) WITHOUT ROWID;
   CREATE TABLE process_secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;`,
  // Number the keys in creation order. The order of existing keys is unknown, so number them by id.
  `ALTER TABLE process_keys ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
   UPDATE process_keys SET number = (SELECT count(*) FROM process_keys AS other WHERE other.id <= process_keys.id);
   ALTER TABLE process_keys ADD COLUMN is_given INTEGER NOT NULL DEFAULT 0;`,
  // Pack new facts; existing facts stay unpacked. Store GPRs that have left memory in blocks, and snapshots in parts: a
  // replay of the journal derives both again.
  `ALTER TABLE fact_runs ADD COLUMN is_packed INTEGER NOT NULL DEFAULT 0;
   DELETE FROM snapshots;
   ALTER TABLE snapshots DROP COLUMN state;
   CREATE TABLE snapshot_parts (branch INTEGER NOT NULL, part INTEGER NOT NULL, state BLOB NOT NULL, PRIMARY KEY (branch, part));
   DROP TABLE history;
   CREATE TABLE history (
     branch INTEGER NOT NULL, stretch INTEGER NOT NULL, facts INTEGER NOT NULL, count INTEGER NOT NULL, gprs BLOB NOT NULL,
     PRIMARY KEY (branch, stretch, facts));
   CREATE TABLE history_texts (branch INTEGER NOT NULL, facts INTEGER NOT NULL, texts BLOB NOT NULL, PRIMARY KEY (branch, facts));
   CREATE TABLE removals (branch INTEGER NOT NULL, uid INTEGER NOT NULL, PRIMARY KEY (branch, uid)) WITHOUT ROWID;`,
  // Add a checksum to snapshots; a snapshot without one is not used.
  'ALTER TABLE snapshots ADD COLUMN checksum INTEGER',
  // Compress snapshots, and store GPRs that have left memory as words of the engine: a replay derives both again.
  `DELETE FROM snapshots;
   DELETE FROM snapshot_parts;
   DELETE FROM history;
   DROP TABLE history_texts;`,
  // Rename a member of the scenario.
  `UPDATE meta SET value = replace(value, '"promiseEveryMs":', '"recordEstimatesEveryMs":') WHERE key = 'scenario';`,
  // Add checksums to rows. Each entry of the journal covers the checksum of the entry before it.
  `ALTER TABLE history RENAME COLUMN stretch TO block;
   ALTER TABLE journal ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE meta ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE fact_runs ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE marks ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE history ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE removals ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE process_keys ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE process_secrets ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
   UPDATE meta SET checksum = row_checksum(key, value);
   UPDATE fact_runs SET checksum = row_checksum(branch, first_seq, count, from_ms, to_ms, words, is_packed);
   UPDATE marks SET checksum = row_checksum(branch, now_ms, round, is_open, commands, facts, hash);
   UPDATE history SET checksum = row_checksum(branch, block, facts, count, gprs);
   UPDATE removals SET checksum = row_checksum(branch, uid);
   UPDATE process_keys SET checksum = row_checksum(id, api_key, name, description, role, user_name, sa_name, workspace_name,
     workspace_creation, validity, token_ttl_seconds, number, is_given);
   UPDATE process_secrets SET checksum = row_checksum(name, value);
   UPDATE journal SET checksum = row_checksum(
     coalesce((SELECT checksum FROM journal AS before WHERE before.branch = journal.branch AND before.seq = journal.seq - 1), 0),
     branch, seq, at_ms, round, command);
   CREATE TABLE process_opening (opening TEXT PRIMARY KEY, key_changes INTEGER NOT NULL) WITHOUT ROWID;`,
  // Give the journal and the facts one integer as their key (row-id.ts). The branch and the number derive from it. Count the
  // rows of the current branch's history.
  `ALTER TABLE journal RENAME TO before;
   CREATE TABLE journal (
     row_id INTEGER PRIMARY KEY,
     branch INTEGER NOT NULL GENERATED ALWAYS AS (row_id >> 36), seq INTEGER NOT NULL GENERATED ALWAYS AS (row_id & 68719476735),
     at_ms INTEGER NOT NULL, round INTEGER NOT NULL, command TEXT NOT NULL, checksum INTEGER NOT NULL);
   INSERT INTO journal SELECT branch << 36 | seq, at_ms, round, command, checksum FROM before ORDER BY branch, seq;
   DROP TABLE before;
   ALTER TABLE fact_runs RENAME TO before;
   CREATE TABLE fact_runs (
     row_id INTEGER PRIMARY KEY,
     branch INTEGER NOT NULL GENERATED ALWAYS AS (row_id >> 36), first_seq INTEGER NOT NULL GENERATED ALWAYS AS (row_id & 68719476735),
     count INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, words BLOB NOT NULL,
     is_packed INTEGER NOT NULL, checksum INTEGER NOT NULL);
   INSERT INTO fact_runs SELECT branch << 36 | first_seq, count, from_ms, to_ms, words, is_packed, checksum
     FROM before ORDER BY branch, first_seq;
   DROP TABLE before;
   INSERT OR REPLACE INTO meta SELECT 'historyRows', rows, row_checksum('historyRows', rows) FROM (
     SELECT CAST((SELECT count(*) FROM history WHERE branch = value) AS TEXT) AS rows FROM meta WHERE key = 'branch');
   INSERT OR REPLACE INTO meta SELECT 'removalRows', rows, row_checksum('removalRows', rows) FROM (
     SELECT CAST((SELECT count(*) FROM removals WHERE branch = value) AS TEXT) AS rows FROM meta WHERE key = 'branch');`,
  // Add the changes of recorded estimates. The next start derives those of the current branch, without a snapshot.
  `DELETE FROM snapshots;
   DELETE FROM snapshot_parts;
   CREATE TABLE estimates (
     row_id INTEGER PRIMARY KEY,
     branch INTEGER NOT NULL GENERATED ALWAYS AS (row_id >> 36), first_seq INTEGER NOT NULL GENERATED ALWAYS AS (row_id & 68719476735),
     count INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, words BLOB NOT NULL, checksum INTEGER NOT NULL);
   ALTER TABLE marks ADD COLUMN estimates INTEGER NOT NULL DEFAULT 0;
   UPDATE marks SET checksum = row_checksum(branch, now_ms, round, is_open, commands, facts, hash, estimates)
     WHERE checksum = row_checksum(branch, now_ms, round, is_open, commands, facts, hash);`,
];
