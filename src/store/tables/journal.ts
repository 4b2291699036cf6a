// The journal of a world's file: the commands of each branch. Reads follow a line of branches.

import type { Command } from '../../../sim/index.ts';
import { checksumOf } from '../codecs/row-checksum.ts';
import { rowId } from '../codecs/row-id.ts';
import { Damaged } from '../store-error.ts';
import { type Range, rangesFrom } from './line.ts';
import { ENTRY_BYTES_MAX, type JournalRow, type Rows, type UnreadEntry } from './rows.ts';

export interface JournalEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly round: number;
  readonly command: Command;
}

/** Checking this many entries takes about one slice of time. */
const CHECKED_AT_ONCE = 8_192;

export type Journal = ReturnType<typeof newJournal>;

export function newJournal(path: string, stored: Rows['journal']) {
  function* entries(ranges: readonly Range[], from: number, limit: number): Generator<JournalRow> {
    let seq = from;
    for (const { branch, first, last } of rangesFrom(ranges, from)) {
      const end = Math.min(last, from + limit - 1);
      if (seq > end) return;
      const rows = stored.range(rowId(branch, first), rowId(branch, end));
      for (const row of rows) yield required(row, seq++);
      if (seq <= last) {
        // Inherited entries are there, up to the next branch.
        if (seq <= end && last < Number.MAX_SAFE_INTEGER) throw missing(seq);
        return;
      }
    }
  }

  /** @throws Damaged unless an entry is number `seq` and whole */
  function required(row: UnreadEntry, seq: number): JournalRow {
    if (row.seq !== seq) throw missing(seq);
    if (row.command === null)
      throw new Damaged(path, `command ${seq} of its journal has more than ${ENTRY_BYTES_MAX} bytes`);
    const entry = row as JournalRow;
    if (entry.checksum === entryChecksum(entry)) return entry;
    throw new Damaged(path, `command ${seq} of its journal has a wrong checksum`);
  }

  function missing(seq: number): Damaged {
    return new Damaged(path, `command ${seq} of its journal is missing`);
  }

  return {
    append(branch: number, entry: JournalEntry): void {
      const command = JSON.stringify(entry.command);
      const { seq, atMs, round } = entry;
      const checksum = entryChecksum({ branch, seq, atMs, round, command });
      stored.append(rowId(branch, seq), atMs, round, command, checksum);
    },
    /** Checks the first `count` entries; yields after each slice. @throws Damaged if one is missing or has a wrong checksum */
    *check(ranges: readonly Range[], count: number): Generator<void> {
      for (let seq = 0; seq < count; ) {
        const limit = Math.min(count - seq, CHECKED_AT_ONCE);
        const end = seq + limit;
        for (const _ of entries(ranges, seq + 1, limit)) seq++;
        if (seq < end) throw missing(seq + 1);
        yield;
      }
    },
    /** Entries from number `from` on, in order, at most `limit`. @throws Damaged if one is missing or has a wrong checksum */
    rows(ranges: readonly Range[], from: number, limit: number): JournalRow[] {
      return [...entries(ranges, from, limit)];
    },
  };
}

/** Returns the right checksum of an entry. */
function entryChecksum({ branch, seq, atMs, round, command }: Omit<JournalRow, 'checksum'>): number {
  return checksumOf(branch, seq, atMs, round, command);
}
