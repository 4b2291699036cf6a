// Changes a copy of a damaged file so that SQLite reads more of it. What it reads is verified by checksums.

import { closeSync, openSync, readFileSync, readSync, statSync, truncateSync, writeSync } from 'node:fs';
import { newDatabase } from './database.ts';
import { openSqlite } from './sqlite.ts';

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/** Places in the header of a SQLite file. */
const PAGE_BYTES_AT = 16;
const VERSIONS_AT = 18;
const CHANGES_AT = 24;
const PAGES_AT = 28;
const WITH_LOG = 2;

/** The header of a damaged file can state any size. */
const EXTENDED_BYTES_MAX = 2 ** 34;

/** Extends a file that was cut to the length that its header states. The missing bytes become zeros. */
export function extend(path: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  const fd = openSync(path, 'r');
  readSync(fd, header, 0, HEADER_BYTES, 0);
  closeSync(fd);
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return;
  const bytes = header.readUInt16BE(PAGE_BYTES_AT) * header.readUInt32BE(PAGES_AT);
  if (statSync(path).size < bytes && bytes <= EXTENDED_BYTES_MAX) truncateSync(path, bytes);
}

/**
 * Replaces the header and the descriptions of the tables by those of a new file. In a file of this version they are the same.
 * @param fresh path for the new file @param hasLog whether a log is beside the file
 */
export function renewTables(path: string, fresh: string, hasLog: boolean): void {
  const raw = openSqlite(fresh);
  newDatabase(raw);
  const parts = raw
    .prepare("SELECT pgoffset AS at, pgsize AS length FROM dbstat WHERE name = 'sqlite_schema'")
    .all() as { at: number; length: number }[];
  raw.close();
  const bytes = readFileSync(fresh);
  if (hasLog) bytes.fill(WITH_LOG, VERSIONS_AT, VERSIONS_AT + 2);
  // SQLite ignores the number of pages in the header if another program counted the changes.
  bytes.writeUInt32BE(0, CHANGES_AT);
  const fd = openSync(path, 'r+');
  for (const { at, length } of parts) writeSync(fd, bytes, at, length, at);
  closeSync(fd);
}
