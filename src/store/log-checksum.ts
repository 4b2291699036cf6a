// The checksum of a write-ahead log: two sums, each of 32 bits, over little-endian words, which all supported systems write.
// Source: "Checksum Algorithm" of "WAL-mode File Format" in SQLite's documentation.

export type Sum = readonly [number, number];

/** Adds bytes, a multiple of eight, to a checksum. */
export function added([first, second]: Sum, bytes: Buffer): Sum {
  let s0 = first;
  let s1 = second;
  for (let at = 0; at < bytes.length; at += 8) {
    s0 = (s0 + bytes.readUInt32LE(at) + s1) >>> 0;
    s1 = (s1 + bytes.readUInt32LE(at + 4) + s0) >>> 0;
  }
  return [s0, s1];
}

export function isSame(one: Sum, other: Sum): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

export function differByOneBit(one: Sum, other: Sum): boolean {
  const [first, second] = [one[0] ^ other[0], one[1] ^ other[1]];
  const [changed, same] = first === 0 ? [second, first] : [first, second];
  return same === 0 && changed !== 0 && (changed & (changed - 1)) === 0;
}

/**
 * Returns the bytes with the one bit flipped back that gives them the right checksum; undefined if there is no such bit, or
 * more than one: flips of the highest bits of different words can change the checksum equally.
 * @param before the checksum before these bytes @param right the right checksum after them
 */
export function unflipped(bytes: Buffer, before: Sum, right: Sum): Buffer | undefined {
  const found = added(before, bytes);
  const wanted: Sum = [(right[0] - found[0]) >>> 0, (right[1] - found[1]) >>> 0];
  const mended: Buffer[] = [];
  // How 1 more in the first or the second word of a pair changes the two sums. Each later pair adds them once more.
  let first: Sum = [1, 1];
  let second: Sum = [0, 1];
  for (let at = bytes.length - 8; at >= 0; at -= 8) {
    for (const [word, weight] of [
      [at, first],
      [at + 4, second],
    ] as const) {
      const bit = bitOf(bytes.readUInt32LE(word), weight, wanted);
      if (bit === undefined) continue;
      const copy = Buffer.from(bytes);
      copy[word + (bit >> 3)] ^= 1 << (bit & 7);
      mended.push(copy);
    }
    first = oneLater(first);
    second = oneLater(second);
  }
  return mended.length === 1 ? mended[0] : undefined;
}

function oneLater([s0, s1]: Sum): Sum {
  return [(s0 + s1) >>> 0, (s0 + 2 * s1) >>> 0];
}

/** Returns the bit of a word whose flip changes the sums as wanted. */
function bitOf(word: number, weight: Sum, wanted: Sum): number | undefined {
  for (let bit = 0; bit < 32; bit++) {
    const change = (word >>> bit) & 1 ? -(1 << bit) : 1 << bit;
    if (Math.imul(change, weight[0]) >>> 0 === wanted[0] && Math.imul(change, weight[1]) >>> 0 === wanted[1])
      return bit;
  }
  return undefined;
}
