// The journal of a world's file: the commands of each branch.

import { between, sql } from 'drizzle-orm';
import type { Command } from '../../../sim/index.ts';
import { checksumOf } from '../codecs/row-checksum.ts';
import { endOf, rowId } from '../codecs/row-id.ts';
import { type OpenDatabase, reading } from '../opening/database.ts';
import { Damaged } from '../store-error.ts';
import type { Queries } from './queries.ts';
import { journal } from './schema.ts';

/** An unvalidated entry of the journal. */
export type JournalRow = typeof journal.$inferSelect;

export interface JournalEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly round: number;
  readonly command: Command;
}

/** Checking this many entries takes about one slice of time. */
const CHECKED_AT_ONCE = 8_192;

export class Journal {
  readonly #path: string;
  readonly #orm: OpenDatabase['orm'];
  readonly #prepared: Queries;

  constructor(path: string, { orm }: OpenDatabase, prepared: Queries) {
    this.#path = path;
    this.#orm = orm;
    this.#prepared = prepared;
  }

  append(branch: number, entry: JournalEntry): void {
    const command = JSON.stringify(entry.command);
    const { seq, atMs, round } = entry;
    const checksum = entryChecksum({ branch, seq, atMs, round, command });
    this.#prepared.append.run(rowId(branch, seq), atMs, round, command, checksum);
  }

  /** Checks the first `count` entries; yields after each slice. @throws Damaged if one is missing or has a wrong checksum */
  *check(branch: number, count: number): Generator<void> {
    for (let seq = 0; seq < count; ) {
      const end = Math.min(count, seq + CHECKED_AT_ONCE);
      reading(this.#path, () => {
        for (const row of this.#prepared.entries.iterate(rowId(branch, seq), rowId(branch, end)))
          this.#require(row as JournalRow, ++seq);
      });
      if (seq < end) throw this.#missing(seq + 1);
      yield;
    }
  }

  /** Entries from number `from` on, in order, at most `limit`. @throws Damaged if one is missing or has a wrong checksum */
  rows(branch: number, from: number, limit: number): JournalRow[] {
    const rows = reading(this.#path, () =>
      this.#orm
        .select()
        .from(journal)
        .where(between(sql`row_id`, rowId(branch, from), endOf(branch)))
        .orderBy(sql`row_id`)
        .limit(limit)
        .all(),
    );
    for (const [i, row] of rows.entries()) this.#require(row, from + i);
    return rows;
  }

  /** @throws Damaged unless an entry is number `seq` and whole */
  #require(row: JournalRow, seq: number): void {
    if (row.seq !== seq) throw this.#missing(seq);
    if (row.checksum !== entryChecksum(row))
      throw new Damaged(this.#path, `command ${seq} of its journal has a wrong checksum`);
  }

  #missing(seq: number): Damaged {
    return new Damaged(this.#path, `command ${seq} of its journal is missing`);
  }
}

/** Returns the right checksum of an entry. */
export function entryChecksum({ branch, seq, atMs, round, command }: Omit<JournalRow, 'checksum'>): number {
  return checksumOf(branch, seq, atMs, round, command);
}
