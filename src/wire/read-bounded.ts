// Reading a file that somebody named: it may be a pipe or a device, and may never end.

import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1 << 20;

/** What a file holds, undefined if that is more than so many bytes. @throws what the operating system says of it */
export function readBounded(file: string, bytesMax: number): Buffer | undefined {
  const from = openSync(file, 'r');
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
    closeSync(from);
  }
}
