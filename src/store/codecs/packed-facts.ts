// Packs runs of facts: the words of sim/facts/log.ts, some as differences, which are small numbers. An instant is stored as
// the difference to the preceding fact; the first word, mostly a uid, as the difference to the last fact of the same kind.

import { NUMBER_BYTES_MAX, putNumber, Unpacker, Unreadable } from './packed.ts';

/** Every record begins with two words: kind + 256 × the number of further words, and the instant. */
const HEADER_WORDS = 2;
const KINDS = 256;

const firstOfKind = new Float64Array(KINDS);
let bytes = new Uint8Array(0);

/** Returns the packed words of a run, in a buffer that the next call overwrites. */
export function packFacts(words: Float64Array): Buffer {
  const room = (words.length + 1) * NUMBER_BYTES_MAX;
  if (bytes.length < room) bytes = new Uint8Array(room);
  let to = putNumber(bytes, 0, words.length);
  let instant = 0;
  firstOfKind.fill(0);
  for (let at = 0; at < words.length; ) {
    const header = words[at] | 0;
    const end = at + HEADER_WORDS + (header >> 8);
    const kind = header % KINDS;
    to = putNumber(bytes, to, header);
    to = putNumber(bytes, to, words[at + 1] - instant);
    instant = words[at + 1];
    at += HEADER_WORDS;
    if (at === end) continue;
    to = putNumber(bytes, to, words[at] - firstOfKind[kind]);
    firstOfKind[kind] = words[at++];
    while (at < end) to = putNumber(bytes, to, words[at++]);
  }
  return Buffer.from(bytes.buffer, 0, to);
}

/** Returns the packed words. @throws Unreadable if the bytes are invalid */
export function unpackFacts(packed: Buffer): Float64Array {
  const unpacker = new Unpacker(packed);
  // A word takes at least one byte.
  const words = new Float64Array(unpacker.count(packed.length));
  let instant = 0;
  firstOfKind.fill(0);
  for (let at = 0; at < words.length; ) {
    const header = unpacker.count(KINDS * words.length);
    const kind = header % KINDS;
    const end = at + HEADER_WORDS + Math.floor(header / KINDS);
    if (end > words.length) throw new Unreadable(`a fact of ${end - at} words is longer than its run`);
    instant += unpacker.number();
    words[at++] = header;
    words[at++] = instant;
    if (at === end) continue;
    firstOfKind[kind] += unpacker.number();
    words[at++] = firstOfKind[kind];
    while (at < end) words[at++] = unpacker.number();
  }
  if (unpacker.left > 0) throw new Unreadable(`${unpacker.left} bytes are left over`);
  return words;
}
