// Power cuts of a plain SQLite database, to judge the model: with synchronous=FULL, SQLite must keep every commit.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { LUCKS } from './disk-file.ts';
import { Random } from './random.ts';
import { operationsOf } from './records.ts';
import type { Shim } from './shim.ts';
import { Disk, type Files, type NameRule } from './trace.ts';

export interface PlainOptions {
  readonly journal: 'WAL' | 'DELETE';
  readonly synchronous: 'FULL' | 'NORMAL' | 'OFF';
  readonly rule: NameRule;
  readonly commits: number;
}

/** Number of power cuts by their end. */
export interface PlainCounts {
  /** All acknowledged commits are there. */
  intact: number;
  /** The first commits are there, but not all acknowledged ones. */
  shorter: number;
  /** SQLite reports damage, or the rows are not those of the first commits. */
  damaged: number;
}

/** Cuts the power once at each operation of a sequence of commits. */
export function plainCuts(shim: Shim, seed: number, options: PlainOptions): PlainCounts {
  const random = new Random(seed, 0);
  const operations = operationsOf(commitSome(shim, options, random));
  const counts: PlainCounts = { intact: 0, shorter: 0, damaged: 0 };
  const disk = new Disk(new Map(), options.rule);
  let acknowledged = -1;
  for (const operation of operations) {
    if (operation.kind === 'mark') acknowledged = Number(operation.text);
    else disk.apply(operation);
    const found = commitsIn(shim, disk.cut(random.pick(LUCKS), random));
    if (found === undefined) counts.damaged++;
    else counts[found >= acknowledged ? 'intact' : 'shorter']++;
  }
  return counts;
}

/** Writes two rows in each commit, and marks the commit. Returns the trace. */
function commitSome(shim: Shim, { journal, synchronous, commits }: PlainOptions, random: Random): Buffer {
  const folder = shim.folder;
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  shim.record();
  for (let at = 1; at <= commits; ) {
    const database = new Database(join(folder, 'plain'));
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma(`journal_mode = ${journal}`);
    database.pragma(`synchronous = ${synchronous}`);
    database.pragma('wal_autocheckpoint = 12');
    database.exec(
      'CREATE TABLE IF NOT EXISTS rows (number INTEGER, half INTEGER, filler BLOB, UNIQUE (number, half))',
    );
    const insert = database.prepare('INSERT INTO rows VALUES (?, ?, randomblob(?))');
    const until = at + random.int(2, 12);
    for (; at <= commits && at < until; at++) {
      database.transaction(() => [0, 1].map((half) => insert.run(at, half, random.int(10, 5000))))();
      shim.mark(String(at));
    }
    database.close();
  }
  return shim.end();
}

/** Returns the number of commits, 0 without a table, undefined if the rows are not those of the first commits. */
function commitsIn(shim: Shim, files: Files): number | undefined {
  const folder = join(shim.folder, '../plain');
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  let database: Database.Database | undefined;
  try {
    database = new Database(join(folder, 'plain'));
    if (database.pragma('integrity_check', { simple: true }) !== 'ok') return undefined;
    if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'rows'").get() === undefined) return 0;
    const rows = database.prepare('SELECT number, half FROM rows ORDER BY number, half').raw().all();
    const isPrefix = (rows as number[][]).every(
      ([number, half], i) => number === 1 + (i >> 1) && half === (i & 1),
    );
    return isPrefix && rows.length % 2 === 0 ? rows.length / 2 : undefined;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE')) return undefined;
    throw error;
  } finally {
    database?.close();
    rmSync(folder, { recursive: true });
  }
}
