// The journal of a world's file: the commands of each branch, in a chain of checksums.

import { between, sql } from 'drizzle-orm';
import type { Command } from '../../sim/index.ts';
import { type OpenDatabase, reading } from './database.ts';
import type { Queries } from './queries.ts';
import { checksumOf } from './row-checksum.ts';
import { endOf, rowId } from './row-id.ts';
import { journal } from './schema.ts';
import { Damaged } from './store-error.ts';

/** An unvalidated entry of the journal. */
export type JournalRow = typeof journal.$inferSelect;

export interface JournalEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly round: number;
  readonly command: Command;
}

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
    const checksum = chainOf(before, { branch, ...entry, command });
    this.#prepared.append.run(rowId(branch, entry.seq), entry.atMs, entry.round, command, checksum);
    return checksum;
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
    for (const [i, row] of rows.entries()) {
      if (row.seq !== from + i)
        throw new Damaged(this.#path, `command ${from + i} of its journal is missing`);
      checksum = chainOf(checksum, row);
      if (row.checksum !== checksum)
        throw new Damaged(this.#path, `command ${row.seq} of its journal has a wrong checksum`);
    }
    return rows.slice(0, limit);
  }
}

/** Returns the right checksum of an entry. @param before the checksum of the entry before it */
export function chainOf(before: number, row: Omit<JournalRow, 'checksum'>): number {
  return checksumOf(before, row.branch, row.seq, row.atMs, row.round, row.command);
}
