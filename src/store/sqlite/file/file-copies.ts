// The sizes of files, and copies of them. A file can have holes: it then seems larger than what it takes on the disk.

import { closeSync, copyFileSync, openSync, readSync, statfsSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { BESIDE } from './beside.ts';

const BLOCK_BYTES = 512;
const CHUNK_BYTES = 1 << 20;
const ZEROS = Buffer.alloc(CHUNK_BYTES);

/** Returns what a world's file and those beside it take on the disk, in bytes. */
export function usedBytes(file: string): number {
  const parts = ['', ...BESIDE].map((end) => statSync(file + end, { throwIfNoEntry: false }));
  return parts.reduce(
    (sum, part) => sum + Math.min(part?.size ?? 0, (part?.blocks ?? 0) * BLOCK_BYTES || Infinity),
    0,
  );
}

/** Copies a file. @throws Error if the disk has not enough room, before anything is written */
export function copyWhole(from: string, to: string): void {
  const { size } = statSync(from);
  const { bavail, bsize } = statfsSync(dirname(to));
  if (size > bavail * bsize) throw new Error(`there is no room for a copy: it needs ${size} bytes`);
  copyFileSync(from, to);
}

/** Yields the chunks of a log with their places, up to the first that has only zeros: SQLite reads nothing behind it. */
export function* logChunks(fd: number): Generator<{ at: number; chunk: Buffer }> {
  const bytes = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = 0; ; ) {
    const chunk = bytes.subarray(0, readSync(fd, bytes, 0, CHUNK_BYTES, at));
    if (chunk.length === 0 || chunk.equals(ZEROS.subarray(0, chunk.length))) return;
    yield { at, chunk };
    at += chunk.length;
  }
}

/** Copies a log without a hole at its end. */
export function copyLog(from: string, to: string): void {
  const [source, target] = [openSync(from, 'r'), openSync(to, 'wx', 0o600)];
  try {
    for (const { at, chunk } of logChunks(source)) writeAll(target, chunk, at);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

export function writeAll(fd: number, bytes: Buffer, at: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(fd, bytes, written, bytes.length - written, at + written);
}
