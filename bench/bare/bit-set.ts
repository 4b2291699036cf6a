// A set of small integers in bits. A word of `groups` says which of 32 words are not empty, so that the search for a
// member skips 1,024 places at a time.

/** Sets that share one BitSet begin at multiples of this, or a search for one would have to look at more words. */
export const GROUP = 1024;

export class BitSet {
  readonly #words: Int32Array;
  readonly #groups: Int32Array;

  /** For integers below `size`. */
  constructor(size: number) {
    const groups = Math.ceil(size / GROUP);
    this.#words = new Int32Array(groups * 32);
    this.#groups = new Int32Array(groups);
  }

  // A shift goes by the low five bits of its distance.
  add(member: number): void {
    this.#words[member >> 5] |= 1 << member;
    this.#groups[member >> 10] |= 1 << (member >> 5);
  }

  delete(member: number): void {
    const word = this.#words[member >> 5] & ~(1 << member);
    this.#words[member >> 5] = word;
    if (word === 0) this.#groups[member >> 10] &= ~(1 << (member >> 5));
  }

  /** The least member from `from` on, −1 if there is none. */
  next(from: number): number {
    const words = this.#words;
    let word = from >> 5;
    if (word >= words.length) return -1;
    const here = words[word] & (-1 << from);
    if (here !== 0) return word * 32 + lowestBit(here);
    const groups = this.#groups;
    word++;
    let mask = -1 << word;
    for (let group = word >> 5; group < groups.length; group++) {
      const filled = groups[group] & mask;
      if (filled !== 0) {
        const found = group * 32 + lowestBit(filled);
        return found * 32 + lowestBit(words[found]);
      }
      mask = -1;
    }
    return -1;
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
