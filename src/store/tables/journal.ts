// The journal of a world's file: the commands of each branch, in a chain of checksums.

import { between, sql } from 'drizzle-orm';
import type { Command } from '../../../sim/index.ts';
import { crc32 } from '../codecs/crc32.ts';
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

  /** Returns the checksum of the new entry. @param before the checksum of the last entry, 0 if there is none */
  append(branch: number, entry: JournalEntry, before: number): number {
    const command = JSON.stringify(entry.command);
    const { seq, atMs, round } = entry;
    const checksum = chainOf(before, { branch, seq, atMs, round, command });
    this.#prepared.append.run(rowId(branch, seq), atMs, round, command, checksum);
    return checksum;
  }

  /** Checks the first `count` entries; yields after each slice. @throws Damaged if one is missing or has a wrong checksum */
  *check(branch: number, count: number): Generator<void> {
    let checksum = 0;
    for (let seq = 0; seq < count; ) {
      const end = Math.min(count, seq + CHECKED_AT_ONCE);
      reading(this.#path, () => {
        for (const row of this.#prepared.entries.iterate(rowId(branch, seq), rowId(branch, end)))
          checksum = this.#chained(checksum, row as JournalRow, ++seq);
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
        .where(between(sql`row_id`, rowId(branch, from - 1), endOf(branch)))
        .orderBy(sql`row_id`)
        .limit(limit + 1)
        .all(),
    );
    let checksum = rows[0]?.seq === from - 1 ? rows.shift()!.checksum : 0;
    for (const [i, row] of rows.entries()) checksum = this.#chained(checksum, row, from + i);
    return rows.slice(0, limit);
  }

  /** Returns the checksum of an entry, which must be number `seq`. @param before the checksum of the entry before it */
  #chained(before: number, row: JournalRow, seq: number): number {
    if (row.seq !== seq) throw this.#missing(seq);
    const checksum = chainOf(before, row);
    if (row.checksum === checksum) return checksum;
    throw new Damaged(this.#path, `command ${seq} of its journal has a wrong checksum`);
  }

  #missing(seq: number): Damaged {
    return new Damaged(this.#path, `command ${seq} of its journal is missing`);
  }
}

/** Returns the right checksum of an entry. @param before the checksum of the entry before it */
export function chainOf(before: number, row: Omit<JournalRow, 'checksum'>): number {
  const { branch, seq, atMs, round, command } = row;
  // Same as checksumOf(before, branch, …), but faster: a commit computes it for each command.
  return crc32(`${before}\n${branch}\n${seq}\n${atMs}\n${round}\n${command}\n`);
}
