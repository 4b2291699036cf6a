// Finds the place of a single flipped bit by its CRC-32: each place changes the checksum in a different way.

import { crc32 } from './crc32.ts';
import { messageOf } from './row-checksum.ts';

/** The polynomial of the CRC-32, lowest bit first: how a flip of the last bit changes the checksum. */
const POLYNOMIAL = 0xedb88320;

/**
 * Returns the bytes with the one bit flipped back that makes their checksum right, undefined if there is no such bit.
 * @param checksum the right checksum
 */
export function unflipped(bytes: Buffer, checksum: number): Buffer | undefined {
  const wanted = (crc32(bytes) ^ checksum) >>> 0;
  let change = POLYNOMIAL;
  for (let bit = bytes.length * 8 - 1; bit >= 0; bit--) {
    if (change === wanted) {
      const mended = Buffer.from(bytes);
      mended[bit >> 3] ^= 1 << (bit & 7);
      return mended;
    }
    change = ((change >>> 1) ^ ((change & 1) === 0 ? 0 : POLYNOMIAL)) >>> 0;
  }
  return undefined;
}

/**
 * Returns a stored text, with a single flipped bit flipped back; undefined if its checksum is still wrong.
 * @param before what the checksum covers before the text
 */
export function textOf(
  before: string,
  bytes: Buffer,
  checksum: number,
): { text: string; isMended: boolean } | undefined {
  const [start, end] = [before, messageOf([''])].map((part) => Buffer.from(part));
  const message = Buffer.concat([start, bytes, end]);
  const isMended = crc32(message) !== checksum;
  const right = isMended ? unflipped(message, checksum) : message;
  const found = right?.subarray(start.length, start.length + bytes.length);
  // The flipped bit must be one of the text.
  if (found === undefined || !right!.equals(Buffer.concat([start, found, end]))) return undefined;
  return { text: String(found), isMended };
}
