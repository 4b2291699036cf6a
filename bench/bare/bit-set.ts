// A set of small integers as bits. Each bit of `groups` marks a word that is not empty, so a search skips 1,024 integers at
// a time.

/** If several sets share one BitSet, each must start at a multiple of this. */
export const GROUP = 1024;

export class BitSet {
  readonly #words: Int32Array;
  readonly #groups: Int32Array;

  constructor(size: number) {
    const groups = Math.ceil(size / GROUP);
    this.#words = new Int32Array(groups * 32);
    this.#groups = new Int32Array(groups);
  }

  // JavaScript shifts use only the low five bits of the distance.
  add(member: number): void {
    this.#words[member >> 5] |= 1 << member;
    this.#groups[member >> 10] |= 1 << (member >> 5);
  }

  delete(member: number): void {
    const word = this.#words[member >> 5] & ~(1 << member);
    this.#words[member >> 5] = word;
    if (word === 0) this.#groups[member >> 10] &= ~(1 << (member >> 5));
  }

  /** Returns the smallest member that is at least `from`; −1 if there is none. */
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
