// Reads the lines of a file in blocks, so that a file of any size takes little memory.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const BLOCK_BYTES = 4 << 20;
/** The longest lines are those of pictures, about 2 MB. */
const LINE_BYTES_MAX = 32 << 20;
const LINE_FEED = 10;

export interface Line {
  /** Without the line feed; valid until the next line is read. */
  readonly bytes: Buffer;
  /** Position in the file, in bytes. */
  readonly at: number;
  /** From 1. */
  readonly number: number;
}

/** Opens a plain file, without following a link and without waiting for a pipe. @throws errors of the operating system */
export function openPlain(path: string): number {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw Object.assign(new Error('it is not a plain file'), { code: 'ENOTFILE' });
}

/** All lines that end with a line feed. @throws errors of the operating system */
export function* linesOf(descriptor: number): Generator<Line> {
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  /** Bytes in the block, and where it begins in the file. */
  let filled = 0;
  let blockAt = 0;
  let number = 1;
  for (;;) {
    const read = readSync(descriptor, block, filled, block.length - filled, blockAt + filled);
    if (read === 0) return;
    const searched = filled;
    filled += read;
    let from = 0;
    for (let end = block.indexOf(LINE_FEED, searched); end >= 0 && end < filled; ) {
      yield { bytes: block.subarray(from, end), at: blockAt + from, number };
      number += 1;
      from = end + 1;
      end = block.indexOf(LINE_FEED, from);
    }
    // The rest of the block is the beginning of the next line.
    if (from === 0 && filled === block.length) {
      if (block.length >= LINE_BYTES_MAX) throw new Error(`line ${number} is too long`);
      block = Buffer.concat([block], block.length * 2);
    } else {
      block.copyWithin(0, from, filled);
      blockAt += from;
      filled -= from;
    }
  }
}
