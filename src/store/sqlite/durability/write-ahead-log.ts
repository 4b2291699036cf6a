// Writes the log of a file again, in place. After a failed sync, the system believes that the pages of the log are on the
// disk, although they are not. Later syncs then succeed without writing them.
// P. Rebello et al., "Can Applications Recover from fsync Failures?", USENIX ATC 2020.

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
  unlinkSync,
} from 'node:fs';
import { logChunks, writeAll } from '../file/file-copies.ts';

/**
 * Removes the log of a file that SQLite has just switched to another mode: SQLite ignores a failed deletion, and would later
 * apply the old log to the newer file.
 */
export function removeLog(file: string): void {
  const log = `${file}-wal`;
  if (!existsSync(log)) return;
  try {
    unlinkSync(log);
  } catch {
    truncateSync(log);
  }
}

/** Numbers in the header of the index of the log. Source: "WAL-mode File Format" in SQLite's documentation. */
const PAGE_BYTES_AT = 14;
const FRAMES_AT = 16;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** After a failed commit: cuts the frames of this commit from the log, and writes the others again. Best effort. */
export function undoLog(file: string): void {
  try {
    const bytes = committedBytes(`${file}-shm`);
    const log = `${file}-wal`;
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > bytes) truncateSync(log, bytes);
    rewriteLog(file);
  } catch {
    // The disk still fails. The next failed commit, or the next start, tries again.
  }
}

/** Returns the size of the log up to its last commit. @param index path of the index of the log */
function committedBytes(index: string): number {
  const header = Buffer.alloc(FRAMES_AT + 4);
  const fd = openSync(index, 'r');
  try {
    readSync(fd, header, 0, header.length, 0);
  } finally {
    closeSync(fd);
  }
  const [page] = new Uint16Array(header.buffer.slice(PAGE_BYTES_AT, PAGE_BYTES_AT + 2));
  const [frames] = new Uint32Array(header.buffer.slice(FRAMES_AT, FRAMES_AT + 4));
  if (frames === 0) return 0;
  return LOG_HEADER_BYTES + frames * (FRAME_HEADER_BYTES + (page === 1 ? 65_536 : page));
}

/** Call it before SQLite opens the file. */
export function rewriteLog(file: string): void {
  if (!existsSync(`${file}-wal`)) return;
  const fd = openSync(`${file}-wal`, 'r+');
  try {
    for (const { at, chunk } of logChunks(fd)) writeAll(fd, chunk, at);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
