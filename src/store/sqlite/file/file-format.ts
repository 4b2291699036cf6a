// The tables of a new file, as SQL. They have the columns of schema.ts. Besides, `process_opening` has the opening of the file for
// writing that has not been closed: at most one row (head-file.ts).

/**
 * The number of this format, SQLite's user_version. Until version 0.1.0 of gprsim, each change of the format raises it, and
 * files of other formats are refused. From then on, migrations convert earlier files.
 */
export const FORMAT = 15;

export const TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE journal (
    row_id INTEGER PRIMARY KEY,
    branch INTEGER NOT NULL GENERATED ALWAYS AS (row_id >> 36), seq INTEGER NOT NULL GENERATED ALWAYS AS (row_id & 68719476735),
    at_ms INTEGER NOT NULL, round INTEGER NOT NULL, command TEXT NOT NULL, checksum INTEGER NOT NULL);
  CREATE TABLE fact_runs (
    row_id INTEGER PRIMARY KEY,
    branch INTEGER NOT NULL GENERATED ALWAYS AS (row_id >> 36), first_seq INTEGER NOT NULL GENERATED ALWAYS AS (row_id & 68719476735),
    count INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, words BLOB NOT NULL, checksum INTEGER NOT NULL);
  CREATE TABLE estimates (
    row_id INTEGER PRIMARY KEY,
    branch INTEGER NOT NULL GENERATED ALWAYS AS (row_id >> 36), first_seq INTEGER NOT NULL GENERATED ALWAYS AS (row_id & 68719476735),
    count INTEGER NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, words BLOB NOT NULL, checksum INTEGER NOT NULL);
  CREATE TABLE marks (
    branch INTEGER PRIMARY KEY, now_ms INTEGER NOT NULL, round INTEGER NOT NULL, is_open INTEGER NOT NULL,
    commands INTEGER NOT NULL, facts INTEGER NOT NULL, hash TEXT NOT NULL, estimates INTEGER NOT NULL, checksum INTEGER NOT NULL);
  CREATE TABLE branches (
    branch INTEGER PRIMARY KEY, parent INTEGER, reason TEXT NOT NULL, now_ms INTEGER NOT NULL, round INTEGER NOT NULL,
    is_open INTEGER NOT NULL, commands INTEGER NOT NULL, facts INTEGER NOT NULL, estimates INTEGER NOT NULL,
    workspaces INTEGER NOT NULL, base_commands INTEGER NOT NULL, base_facts INTEGER NOT NULL, history_rows INTEGER NOT NULL,
    removal_rows INTEGER NOT NULL, checksum INTEGER NOT NULL);
  CREATE TABLE snapshots (
    branch INTEGER NOT NULL, now_ms INTEGER NOT NULL, round INTEGER NOT NULL, is_open INTEGER NOT NULL,
    commands INTEGER NOT NULL, facts INTEGER NOT NULL, version INTEGER NOT NULL, is_of_close INTEGER NOT NULL, bytes INTEGER NOT NULL,
    checksum INTEGER NOT NULL, PRIMARY KEY (branch, facts));
  CREATE TABLE snapshot_parts (
    branch INTEGER NOT NULL, facts INTEGER NOT NULL, part INTEGER NOT NULL, state BLOB NOT NULL,
    PRIMARY KEY (branch, facts, part));
  CREATE TABLE history (
    branch INTEGER NOT NULL, block INTEGER NOT NULL, facts INTEGER NOT NULL, count INTEGER NOT NULL, gprs BLOB NOT NULL,
    checksum INTEGER NOT NULL, PRIMARY KEY (branch, block, facts));
  CREATE TABLE removals (
    branch INTEGER NOT NULL, uid INTEGER NOT NULL, commands INTEGER NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (branch, uid));
  CREATE TABLE process_keys (
    id TEXT PRIMARY KEY, api_key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, description TEXT NOT NULL, role TEXT NOT NULL,
    user_name TEXT NOT NULL, sa_name TEXT NOT NULL, workspace_name TEXT NOT NULL, workspace_creation INTEGER,
    validity TEXT NOT NULL, token_ttl_seconds INTEGER NOT NULL, number INTEGER NOT NULL, is_given INTEGER NOT NULL,
    checksum INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE process_secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE process_opening (opening TEXT PRIMARY KEY, key_changes INTEGER NOT NULL) WITHOUT ROWID;`;
