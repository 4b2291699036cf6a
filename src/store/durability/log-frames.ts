// Finds damage in a write-ahead log. SQLite ignores everything behind the first frame with a wrong checksum, and reports
// nothing. The format: "WAL-mode File Format" in SQLite's documentation.

import { closeSync, openSync } from 'node:fs';
import { logChunks } from '../file/disk.ts';

/** The header: magic number, version, size of a page, number of the checkpoint; then salts and checksum. */
const HEADER_BYTES = 32;
/** Checksums over little-endian words: all supported systems write these. */
const MAGIC = 0x377f0682;
const SALTS_AT = 16;
const HEADER_SUM_AT = 24;
/** A frame: number of the page, number of pages after a commit or 0; then salts and checksum, and the page. */
const PAGES_AT = 4;
const FRAME_SALTS_AT = 8;
const FRAME_SUM_AT = 16;
const FRAME_HEADER_BYTES = 24;
/** gprsim makes all files with SQLite's default size of a page. */
const FRAME_BYTES = FRAME_HEADER_BYTES + 4096;

type Sum = readonly [number, number];

/** Whether a commit of the log's last use follows damage, so that SQLite would ignore it. */
export function isBroken(path: string): boolean {
  const parts = partsOf(path);
  const header = parts.next().value;
  if (header === undefined) return false;
  const start = header.readUInt32BE(0) === MAGIC ? [header.subarray(0, HEADER_SUM_AT)] : [];
  let sum = checked([0, 0], start, header, HEADER_SUM_AT);
  /** Behind the end of the log, frames of an earlier use have other salts. A damaged header shows nothing about that. */
  const salts = sum && header.subarray(SALTS_AT, HEADER_SUM_AT);
  for (const frame of parts) {
    const isOwn = salts?.equals(frame.subarray(FRAME_SALTS_AT, FRAME_SUM_AT)) ?? true;
    const covered = [frame.subarray(0, FRAME_SALTS_AT), frame.subarray(FRAME_HEADER_BYTES)];
    sum = sum && isOwn ? checked(sum, covered, frame, FRAME_SUM_AT) : undefined;
    if (sum === undefined && isOwn && frame.readUInt32BE(PAGES_AT) > 0) return true;
  }
  return false;
}

/** Yields the header, then each whole frame. */
function* partsOf(path: string): Generator<Buffer, undefined> {
  const fd = openSync(path, 'r');
  let rest: Buffer = Buffer.alloc(0);
  let wanted = HEADER_BYTES;
  try {
    for (const { chunk } of logChunks(fd)) {
      // The caller keeps the parts, but the next chunk overwrites this one.
      let bytes = Buffer.concat([rest, chunk]);
      for (; bytes.length >= wanted; wanted = FRAME_BYTES) {
        yield bytes.subarray(0, wanted);
        bytes = bytes.subarray(wanted);
      }
      rest = bytes;
    }
  } finally {
    closeSync(fd);
  }
}

/** Returns the checksum after these bytes; undefined if it is not the stored one. */
function checked(before: Sum, covered: readonly Buffer[], stored: Buffer, at: number): Sum | undefined {
  let [s0, s1] = before;
  for (const bytes of covered) {
    for (let i = 0; i < bytes.length; i += 8) {
      s0 = (s0 + bytes.readUInt32LE(i) + s1) >>> 0;
      s1 = (s1 + bytes.readUInt32LE(i + 4) + s0) >>> 0;
    }
  }
  return s0 === stored.readUInt32BE(at) && s1 === stored.readUInt32BE(at + 4) ? [s0, s1] : undefined;
}
