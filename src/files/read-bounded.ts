// Reads files that users name. Such a file may be a pipe or a device without an end.

import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1 << 20;

/** @param file a path, or 0 for standard input. Returns the content; undefined if it has more than `bytesMax` bytes. @throws errors of the operating system */
export function readBounded(file: string | 0, bytesMax: number): Buffer | undefined {
  const from = file === 0 ? 0 : openSync(file, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let bytes = 0; bytes <= bytesMax; ) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const read = readSync(from, chunk);
      if (read === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, read));
      bytes += read;
    }
    return undefined;
  } finally {
    if (file !== 0) closeSync(from);
  }
}
