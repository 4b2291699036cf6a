// Checksums of rows: SQLite does not notice a flipped bit within a value. Every table of a world's file has the checksum of
// each row in its last column, computed over all other columns, in order.

import type Database from 'better-sqlite3';
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { crc32 } from './crc32.ts';

type Value = number | string | Buffer | null;

const SEPARATOR = '\n';

/** Returns the CRC-32 of the values of a row: of its numbers and texts, then of its bytes. */
export function checksumOf(...values: readonly Value[]): number {
  let sum = crc32(messageOf(values));
  for (const value of values) if (typeof value === 'object' && value !== null) sum = crc32(value, sum);
  return sum;
}

/** Returns the numbers and texts that a checksum covers, as one text. */
function messageOf(values: readonly Value[]): string {
  let text = '';
  for (const value of values) if (typeof value !== 'object' || value === null) text += value + SEPARATOR;
  return text;
}

/** Returns a row with its checksum. */
export function sealed<R extends object>(table: SQLiteTable, row: R): R & { checksum: number } {
  const values = Object.entries(getTableColumns(table))
    .filter(([name]) => name !== 'checksum')
    .map(([name, column]) => {
      const value = (row as Record<string, unknown>)[name] ?? null;
      return (value === null ? null : column.mapToDriverValue(value)) as Value;
    });
  return { ...row, checksum: checksumOf(...values) };
}

/** Reports whether the checksum of a stored row is right. */
export function isSealed(table: SQLiteTable, row: { readonly checksum: number }): boolean {
  return sealed(table, row).checksum === row.checksum;
}

/** Lets the SQL of a connection call `row_checksum(value, …)`. */
export function addChecksums(raw: Database.Database): void {
  raw.function('row_checksum', { varargs: true, deterministic: true, directOnly: true }, (...values) =>
    checksumOf(...(values as Value[])),
  );
}
