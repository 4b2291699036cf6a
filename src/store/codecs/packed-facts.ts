// Packs runs of facts: the words of sim/facts/log.ts, some as differences, which are small numbers. An instant is stored as
// the difference to the preceding fact; the first word, mostly a uid, as the difference to the last fact of the same kind.

import { eachFact, HEADER_WORDS, KINDS_MAX } from '../../../sim/index.ts';
import { NUMBER_BYTES_MAX, type Packer, putNumber, Unpacker, Unreadable } from './packed.ts';

/** Returns the packed words of a run; valid until the next write of the packer. */
export function packFacts(words: Float64Array, packer: Packer): Buffer {
  packer.clear();
  packer.number(words.length);
  // A loop over the words takes a third of the time of `eachFact`.
  packer.within(words.length * NUMBER_BYTES_MAX, (bytes, from) => {
    const firstOfKind = new Array<number>(KINDS_MAX).fill(0);
    let to = from;
    let instant = 0;
    for (let at = 0; at < words.length; ) {
      const header = words[at] | 0;
      const kind = header % KINDS_MAX;
      const end = at + HEADER_WORDS + ((header / KINDS_MAX) | 0);
      to = putNumber(bytes, to, header);
      to = putNumber(bytes, to, words[at + 1] - instant);
      instant = words[at + 1];
      at += HEADER_WORDS;
      if (at === end) continue;
      to = putNumber(bytes, to, words[at] - firstOfKind[kind]);
      firstOfKind[kind] = words[at++];
      while (at < end) to = putNumber(bytes, to, words[at++]);
    }
    return to;
  });
  return packer.written();
}

/** Returns the packed words, which are whole records. @throws Unreadable if the bytes are invalid */
export function unpackFacts(packed: Buffer): Float64Array {
  const unpacker = new Unpacker(packed);
  // A word takes at least one byte.
  const words = unpacker.numbers(unpacker.count(packed.length));
  if (unpacker.left > 0) throw new Unreadable(`${unpacker.left} bytes are left over`);
  const firstOfKind = new Array<number>(KINDS_MAX).fill(0);
  let instant = 0;
  try {
    eachFact({ firstSeq: 1, count: 0, words }, (kind, difference, at, count) => {
      instant += difference;
      words[at - 1] = instant;
      if (count === 0) return;
      firstOfKind[kind] += words[at];
      words[at] = firstOfKind[kind];
    });
  } catch (error) {
    throw new Unreadable((error as Error).message);
  }
  return words;
}
