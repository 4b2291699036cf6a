// Lines of JSON whose last member is a checksum of everything before it: a changed digit would otherwise still be JSON.

import { crc32 } from 'node:zlib';

const MARK = Buffer.from(',"crc32":"');
const DIGITS = 8;
const END = Buffer.from('"}');
const CHECKSUM_BYTES = MARK.length + DIGITS + END.length;

/** @param value an object with at least one member */
export function checkedLine(value: object): Buffer {
  const body = Buffer.from(JSON.stringify(value).slice(0, -1));
  return Buffer.concat([body, MARK, Buffer.from(digitsOf(body)), END, Buffer.from('\n')]);
}

/** Reports whether a line, without its line feed, is as it was written. */
export function isWhole(line: Buffer): boolean {
  const markAt = line.length - CHECKSUM_BYTES;
  if (markAt <= 0 || line.compare(MARK, 0, MARK.length, markAt, markAt + MARK.length) !== 0) return false;
  const digitsAt = markAt + MARK.length;
  return line.toString('latin1', digitsAt) === `${digitsOf(line.subarray(0, markAt))}"}`;
}

function digitsOf(body: Buffer): string {
  return crc32(body).toString(16).padStart(DIGITS, '0');
}
