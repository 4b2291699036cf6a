// Makes files with earlier versions of the tables.

import { copyFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import Database from 'better-sqlite3';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { addChecksums } from '../../src/store/row-checksum.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { rows, temporaryFile } from '../driver/world.ts';

const APPLICATION_ID = 0x67707273;

/** Before version 9, recorded estimates were not stored. */
const NO_ESTIMATES = `
  DROP TABLE estimates;
  ALTER TABLE marks DROP COLUMN estimates;
  UPDATE marks SET checksum = row_checksum(branch, now_ms, round, is_open, commands, facts, hash)`;

/** Before version 8, the keys of two tables had two columns. */
const TWO_COLUMNS = `
  ALTER TABLE journal RENAME TO present;
  CREATE TABLE journal (branch INTEGER NOT NULL, seq INTEGER NOT NULL, at_ms INTEGER NOT NULL, round INTEGER NOT NULL,
    command TEXT NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (branch, seq)) WITHOUT ROWID;
  INSERT INTO journal SELECT branch, seq, at_ms, round, command, checksum FROM present;
  DROP TABLE present;
  ALTER TABLE fact_runs RENAME TO present;
  CREATE TABLE fact_runs (branch INTEGER NOT NULL, first_seq INTEGER NOT NULL, count INTEGER NOT NULL,
    from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL, words BLOB NOT NULL, is_packed INTEGER NOT NULL DEFAULT 0,
    checksum INTEGER NOT NULL, PRIMARY KEY (branch, first_seq));
  INSERT INTO fact_runs SELECT branch, first_seq, count, from_ms, to_ms, words, is_packed, checksum FROM present;
  DROP TABLE present`;

/** Before version 7, rows had no checksums, and a column had another name. */
const PLAIN = [
  ...['journal', 'meta', 'fact_runs', 'marks', 'history', 'removals', 'process_keys', 'process_secrets'].map(
    (table) => `ALTER TABLE ${table} DROP COLUMN checksum`,
  ),
  'ALTER TABLE history RENAME COLUMN block TO stretch',
  'DROP TABLE process_opening',
].join(';');

/** Before version 5, the history stored GPRs by the names of their members. */
const TEXTS = `CREATE TABLE history_texts
    (branch INTEGER NOT NULL, facts INTEGER NOT NULL, texts BLOB NOT NULL, PRIMARY KEY (branch, facts));
  UPDATE history SET gprs = zeroblob(length(gprs))`;

/** Copies the world of a closed file to a new file with tables of an earlier version: 1, 2, 3, 4, 7 or 8. */
export function asEarlier(t: TestContext, path: string, version: number): string {
  const target = temporaryFile(t);
  if (version >= 3) {
    copyFileSync(path, target);
    const earlier = new Database(target);
    addChecksums(earlier);
    earlier.exec(NO_ESTIMATES);
    if (version < 8) earlier.exec(TWO_COLUMNS);
    if (version < 7) earlier.exec(`${PLAIN}; ${TEXTS}`);
    if (version === 3) earlier.exec('ALTER TABLE snapshots DROP COLUMN checksum');
    earlier.pragma(`user_version = ${version}`);
    earlier.close();
    return target;
  }
  const file = WorldFile.read(path);
  const { branch } = file;
  const facts = file.factRunsFrom(1, Number.MAX_SAFE_INTEGER);
  file.close();
  const [[stateVersion, commands, factsThen]] = rows(
    path,
    'SELECT version, commands, facts FROM snapshots',
  ) as number[][];
  const state = Buffer.concat(
    (rows(path, 'SELECT state FROM snapshot_parts ORDER BY part') as Buffer[][]).flat(),
  );

  const earlier = new Database(target);
  for (const step of MIGRATIONS.slice(0, version)) earlier.exec(step);
  earlier.pragma(`application_id = ${APPLICATION_ID}`);
  earlier.pragma(`user_version = ${version}`);
  earlier.prepare('ATTACH ? AS present').run(path);
  for (const table of ['meta', 'journal', 'marks', ...(version > 1 ? ['process_keys'] : [])]) {
    const columns = (earlier.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
    earlier.exec(`INSERT INTO ${table} SELECT ${columns} FROM present.${table}`);
  }
  earlier.exec('DETACH present');
  const addRun = earlier.prepare('INSERT INTO fact_runs VALUES (?, ?, ?, ?, ?, ?)');
  for (const { firstSeq, count, words } of facts) {
    addRun.run(branch, firstSeq, count, words[1], instantsOf(words).at(-1), Buffer.from(words.buffer));
  }
  earlier
    .prepare('INSERT INTO snapshots VALUES (?, ?, ?, ?, ?)')
    .run(branch, stateVersion, commands, factsThen, state);
  earlier
    .prepare('INSERT INTO history VALUES (?, 1, 0, ?)')
    .run(branch, JSON.stringify(['gpr-00000000-0000']));
  earlier.close();
  return target;
}

function instantsOf(words: Float64Array): number[] {
  const instants: number[] = [];
  for (let at = 0; at < words.length; at += 2 + Math.floor(words[at] / 256)) instants.push(words[at + 1]);
  return instants;
}
