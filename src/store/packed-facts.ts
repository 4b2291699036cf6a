// Runs of facts as a file has them: the words of sim/facts/log.ts, as differences where these are small. Instants are counted
// from the fact before; the first word, mostly an identity, from that of the last fact of its kind.

import { NUMBER_BYTES_MAX, putNumber, Unpacker, Unreadable } from './packed.ts';

/** Words of a record before those of its kind: its kind + 256 × the number of these, and its instant. */
const HEADER_WORDS = 2;
const KINDS = 256;

const firstOfKind = new Float64Array(KINDS);
let bytes = new Uint8Array(0);

/** What the words of a run come to: good until the next call. */
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

/** The words that were packed. @throws Unreadable when the bytes are nothing of the kind */
export function unpackFacts(packed: Buffer): Float64Array {
  const unpacker = new Unpacker(packed);
  // A word takes a byte at least.
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
