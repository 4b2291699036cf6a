// Reads files that users name. Such a file may be a pipe or a device without an end.

import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1 << 20;

/** Text in UTF-8, or in UTF-16 if it begins with the byte order mark of this. A byte order mark is no part of the text. */
export function textOf(bytes: Buffer): string {
  const mark = bytes.toString('hex', 0, 2);
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** As readBounded, as text. */
export function readTextBounded(file: string, bytesMax: number): string | undefined {
  const bytes = readBounded(file, bytesMax);
  return bytes && textOf(bytes);
}

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
