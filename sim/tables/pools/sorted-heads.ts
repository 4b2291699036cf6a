// The heads of one lane by a constant key, then by rank: by their scores behind a blocked head, or by workspace if these scores
// change. They are in blocks that keep the least exit duration, so that the first head that ends soon enough is found without a
// visit to all others.

import { grown } from '../../base/collections/columns.ts';
import { radixOrder } from '../../base/collections/radix-sort.ts';
import { type GprTable, NONE, Real } from '../gprs/gpr-table.ts';

/** Heads of a full block. */
const BLOCK = 96;

/** What a block has of a head, as numbers side by side. */
const Entry = {
  key: 0,
  rank: 1,
  exitMs: 2,
  row: 3,
  /** If the heads of a workspace have equal scores: no more than the score until its next fall. */
  leastScore: 4,
} as const;
const WIDTH = 5;

/** Where the blocks of all lanes of a pool have their entries: one array, because many small ones cost more than their use. */
export class Entries {
  at: Float64Array;
  #leastUntilMs = 0;
  #used = 0;
  readonly #free: number[] = [];

  /** @param heads about as many as will be added at first */
  constructor(heads: number) {
    // Some blocks will be split, and then are half full.
    this.at = new Float64Array((8 + Math.ceil((heads * 2) / BLOCK)) * BLOCK * WIDTH);
  }

  /** Returns where a new block has its entries. */
  take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#used === this.at.length) this.at = grown(this.at, this.#used * 2);
    this.#used += BLOCK * WIDTH;
    return this.#used - BLOCK * WIDTH;
  }

  release(start: number): void {
    this.#free.push(start);
  }

  /** Scores may fall at this instant: what is known of them is valid until then. */
  expect(growUntilMs: number): void {
    if (this.#leastUntilMs === growUntilMs) return;
    this.#leastUntilMs = growUntilMs;
    for (let i: number = Entry.leastScore; i < this.#used; i += WIDTH) this.at[i] = -Infinity;
  }
}

/** The present scores of heads that are sorted by workspace. */
interface Scores {
  /** Whether the heads of a workspace have equal scores. */
  readonly sharesBehind: boolean;
  scoreBehind(row: number): number;
  /** If they have: the score of these heads. */
  workspaceScoreBehind(workspace: number): number;
  /** If they have: until when scores only grow. */
  readonly growUntilMs: number;
}

class Block {
  size = 0;
  leastExitMs = Infinity;
  readonly start: number;

  constructor(start: number) {
    this.start = start;
  }

  /** Returns the index of a row, −1 if the block does not have it. */
  indexOf(row: number, { at }: Entries): number {
    for (let index = 0; index < this.size; index++)
      if (at[this.start + index * WIDTH + Entry.row] === row) return index;
    return -1;
  }

  insert(index: number, row: number, key: number, { reals }: GprTable, { at }: Entries): void {
    const to = this.start + index * WIDTH;
    if (index < this.size) at.copyWithin(to + WIDTH, to, this.start + this.size * WIDTH);
    const exitMs = reals[row + Real.exitLeftMs];
    at[to + Entry.key] = key;
    at[to + Entry.rank] = reals[row + Real.rank];
    at[to + Entry.exitMs] = exitMs;
    at[to + Entry.row] = row;
    at[to + Entry.leastScore] = -Infinity;
    this.size++;
    if (exitMs < this.leastExitMs) this.leastExitMs = exitMs;
  }

  remove(index: number, entries: Entries): void {
    const { at } = entries;
    const from = this.start + index * WIDTH;
    const exitMs = at[from + Entry.exitMs];
    at.copyWithin(from, from + WIDTH, this.start + this.size * WIDTH);
    this.size--;
    if (exitMs === this.leastExitMs) this.#measure(entries);
  }

  /** Moves its later half to a new block, which it returns. */
  split(entries: Entries): Block {
    const half = this.size >> 1;
    const later = new Block(entries.take());
    entries.at.copyWithin(later.start, this.start + half * WIDTH, this.start + this.size * WIDTH);
    later.size = this.size - half;
    this.size = half;
    later.#measure(entries);
    this.#measure(entries);
    return later;
  }

  #measure({ at }: Entries): void {
    let least = Infinity;
    const end = this.start + this.size * WIDTH;
    for (let i = this.start + Entry.exitMs; i < end; i += WIDTH) if (at[i] < least) least = at[i];
    this.leastExitMs = least;
  }
}

export class SortedHeads {
  readonly #blocks: Block[] = [];
  readonly #entries: Entries;

  /** @param rows the heads, in the order of their ranks */
  constructor(entries: Entries, rows: Int32Array, keyOf: (row: number) => number, gprs: GprTable) {
    this.#entries = entries;
    const keys = new Float64Array(rows.length);
    for (let i = 0; i < keys.length; i++) keys[i] = keyOf(rows[i]);
    let last: Block | undefined;
    for (const i of radixOrder(keys)) {
      if (last === undefined || last.size === BLOCK) {
        last = new Block(entries.take());
        this.#blocks.push(last);
      }
      last.insert(last.size, rows[i], keys[i], gprs, entries);
    }
  }

  add(row: number, key: number, gprs: GprTable): void {
    const blocks = this.#blocks;
    const rank = gprs.reals[row + Real.rank];
    const { length } = blocks;
    let at = this.#blockAt(key, rank);
    let index = at === length ? 0 : this.#indexIn(blocks[at], key, rank);
    // Most heads come last of those with their key, between two blocks: the one before becomes full and stays so.
    if (index === 0 && at > 0 && blocks[at - 1].size < BLOCK) index = blocks[--at].size;
    else if (index === 0 && (at === length || blocks[at].size === BLOCK))
      blocks.splice(at, 0, new Block(this.#entries.take()));
    if (blocks[at].size === BLOCK) {
      const later = blocks[at].split(this.#entries);
      blocks.splice(at + 1, 0, later);
      if (index > blocks[at].size) index -= blocks[at++].size;
    }
    blocks[at].insert(index, row, key, gprs, this.#entries);
  }

  remove(row: number, key: number, { reals }: GprTable): void {
    const blocks = this.#blocks;
    const rank = reals[row + Real.rank];
    let at = this.#blockAt(key, rank);
    let index = at === blocks.length ? 0 : this.#indexIn(blocks[at], key, rank);
    const entries = this.#entries;
    if (at === blocks.length || entries.at[blocks[at].start + index * WIDTH + Entry.row] !== row) {
      // An order of a user gave the head another score when it was added.
      at = blocks.findIndex((block) => block.indexOf(row, entries) >= 0);
      index = blocks[at].indexOf(row, entries);
    }
    blocks[at].remove(index, entries);
    // Lanes are often empty for a short time: the last block stays.
    if (blocks[at].size > 0 || blocks.length === 1) return;
    entries.release(blocks[at].start);
    blocks.splice(at, 1);
  }

  /**
   * Returns the first head at or behind a key and a rank that has an exit duration of at most `longestMs`, or that `accepts`
   * accepts; NONE if there is none.
   */
  first(key: number, rank: number, longestMs: number, accepts: ((row: number) => boolean) | null): number {
    const blocks = this.#blocks;
    const entries = this.#entries.at;
    let at = this.#blockAt(key, rank);
    if (at === blocks.length) return NONE;
    let index = this.#indexIn(blocks[at], key, rank);
    for (; at < blocks.length; at++, index = 0) {
      const { start, leastExitMs, size } = blocks[at];
      if (leastExitMs > longestMs && accepts === null) continue;
      for (let i = start + index * WIDTH; i < start + size * WIDTH; i += WIDTH) {
        const row = entries[i + Entry.row];
        if (entries[i + Entry.exitMs] <= longestMs || accepts?.(row) === true) return row;
      }
    }
    return NONE;
  }

  /**
   * As `first`, for heads that are sorted by workspace: of such heads, returns the one with the lowest score, then rank, behind
   * `score` and `rank`.
   */
  firstByScore(
    score: number,
    rank: number,
    longestMs: number,
    accepts: ((row: number) => boolean) | null,
    scores: Scores,
  ): number {
    const { sharesBehind } = scores;
    if (sharesBehind) this.#entries.expect(scores.growUntilMs);
    const entries = this.#entries.at;
    let best: number = NONE;
    let bestScore = Infinity;
    let bestRank = Infinity;
    let workspace: number = NONE;
    /** The workspace whose further heads go behind one that is known. */
    let done: number = NONE;
    let own = 0;
    for (const { start, leastExitMs, size } of this.#blocks) {
      const end = start + size * WIDTH;
      if ((leastExitMs > longestMs && accepts === null) || entries[end - WIDTH + Entry.key] === done)
        continue;
      for (let i = start; i < end; i += WIDTH) {
        const key = entries[i + Entry.key];
        const isSoon = entries[i + Entry.exitMs] <= longestMs;
        if (key === done || (!isSoon && accepts === null)) continue;
        const row = entries[i + Entry.row];
        const ownRank = entries[i + Entry.rank];
        if (!sharesBehind) own = scores.scoreBehind(row);
        else {
          const least = entries[i + Entry.leastScore];
          if (least > bestScore || (least === bestScore && ownRank > bestRank)) {
            done = key;
            continue;
          }
          if (key !== workspace) own = scores.workspaceScoreBehind(key);
          entries[i + Entry.leastScore] = own;
          workspace = key;
        }
        if (own < score || (own === score && ownRank <= rank)) continue;
        if (own < bestScore || (own === bestScore && ownRank < bestRank)) {
          if (!isSoon && !accepts!(row)) continue;
          best = row;
          bestScore = own;
          bestRank = ownRank;
        }
        if (sharesBehind) done = key;
      }
    }
    return best;
  }

  /** Returns the index of the first block with a head at or behind a key and a rank; the number of blocks if there is none. */
  #blockAt(key: number, rank: number): number {
    const blocks = this.#blocks;
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const block = blocks[middle];
      if (block.size > 0 && this.#isBefore(block, block.size - 1, key, rank)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns how many heads of a block are before a key and a rank. */
  #indexIn(block: Block, key: number, rank: number): number {
    let low = 0;
    let high = block.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(block, middle, key, rank)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBefore({ start }: Block, index: number, key: number, rank: number): boolean {
    const { at } = this.#entries;
    const of = start + index * WIDTH;
    return at[of + Entry.key] < key || (at[of + Entry.key] === key && at[of + Entry.rank] < rank);
  }
}
