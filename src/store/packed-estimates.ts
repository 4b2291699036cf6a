// Packs changes of recorded estimates: the records of sim/facts/estimate-log.ts. An instant is stored as the difference to
// the record before, as is a uid, and a start as the difference to its instant.

import { ESTIMATE_BITS, ESTIMATE_WORDS } from '../../sim/index.ts';
import { Packer, Unpacker, Unreadable } from './packed.ts';

const packer = new Packer();

/** Returns the packed words of a run; valid until the next call. */
export function packEstimates(words: Float64Array): Buffer {
  packer.clear();
  packer.number(words.length / ESTIMATE_WORDS);
  let instant = 0;
  let last = 0;
  for (let at = 0; at < words.length; at += ESTIMATE_WORDS) {
    const [atMs, uid, startMs, bits] = words.subarray(at, at + ESTIMATE_WORDS);
    packer.number(atMs - instant);
    packer.number(uid - last);
    packer.number(startMs < 0 ? startMs : startMs - atMs);
    packer.number(bits);
    instant = atMs;
    last = uid;
  }
  return packer.written();
}

/** Returns the packed words. @throws Unreadable if the bytes are invalid */
export function unpackEstimates(packed: Buffer): Float64Array {
  const unpacker = new Unpacker(packed);
  // A word takes at least one byte.
  const words = new Float64Array(unpacker.count(Math.floor(packed.length / ESTIMATE_WORDS)) * ESTIMATE_WORDS);
  let instant = 0;
  let last = 0;
  for (let at = 0; at < words.length; ) {
    instant += unpacker.number();
    last += unpacker.number();
    const start = unpacker.number();
    words[at++] = instant;
    words[at++] = last;
    words[at++] = start < 0 ? start : instant + start;
    words[at++] = unpacker.count(ESTIMATE_BITS);
  }
  if (unpacker.left > 0) throw new Unreadable(`${unpacker.left} bytes are left over`);
  return words;
}
