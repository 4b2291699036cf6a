// The log of facts: what happened, in order. The engine writes to one buffer; the engine's owner takes the facts between
// instants. A record is [kind + KINDS_MAX × number of words, instant in ms, words of the kind …], as in the catalogue.

import { grown } from '../base/collections/columns.ts';
import { EstimateLog } from './estimate-log.ts';
import {
  ENTRIES,
  type FactKind,
  type ListKind,
  type NameOf,
  WORD_NAMES,
  type WordsOf,
} from './fact-catalogue.ts';
import { FactHash } from './hash.ts';

export const HEADER_WORDS = 2;
const KIND_BITS = 8;
export const KINDS_MAX = 2 ** KIND_BITS;

/** Reads every fact once. The log calls `follow` before it drops facts. */
export interface Follower {
  follow(): void;
}

/** Successive records of the log. */
export interface FactRun {
  /** Number of the first fact; the first of a world is 1. */
  readonly firstSeq: number;
  readonly count: number;
  readonly words: Float64Array;
}

/** The words of a change of use, as in `Use`. */
export const UseWord = { atMs: 0, allocatedGpus: 1, upGpus: 2, partialFreeGpus: 3 } as const;

export const USE_WORDS = 4;

/** GPUs of all nodes that are up. */
export interface Use {
  readonly allocatedGpus: number;
  readonly upGpus: number;
  /** Free GPUs on partly allocated nodes. */
  readonly partialFreeGpus: number;
}

export class FactLog {
  words: Float64Array = new Float64Array(4096);
  length = 0;
  dropped = 0;
  /** Per fact of the buffer: row of its GPR, −1 = none. */
  rows: Int32Array = new Int32Array(512);
  /** Changes of use, for followers: `USE_WORDS` words each. */
  uses: Float64Array = new Float64Array(256);
  useWords = 0;
  /** Recorded estimates: neither facts nor hashed. */
  readonly estimates: EstimateLog = new EstimateLog();
  readonly followers: Follower[] = [];
  /** Facts in the buffer, and facts of the world. */
  pending = 0;
  seq = 0;
  /** true in a forecast: facts are neither kept nor hashed. */
  muted = false;
  /** Covers the words before index `hashed`. Hashing many facts at once is much cheaper than one at a time. */
  readonly hash: FactHash = new FactHash();
  hashed = 0;

  /** Begins a record of `count` words. Returns the index in `words` at which the caller must write them. */
  begin(kind: number, atMs: number, count: number, row = -1): number {
    const at = this.length;
    const end = at + HEADER_WORDS + count;
    if (end > this.words.length) this.words = grown(this.words, Math.max(this.words.length * 2, end));
    this.words[at] = kind + count * KINDS_MAX;
    this.words[at + 1] = atMs;
    if (!this.muted) {
      const fact = this.pending++;
      if (fact === this.rows.length) this.rows = grown(this.rows, fact * 2);
      this.rows[fact] = row;
      this.length = end;
      this.seq++;
    }
    return at + HEADER_WORDS;
  }

  /** Records the use of GPUs after the instant `atMs`. */
  noteUse(atMs: number, { allocatedGpus, upGpus, partialFreeGpus }: Use): void {
    if (this.muted) return;
    const at = this.useWords;
    if (at === this.uses.length) this.uses = grown(this.uses, at * 2);
    const { uses } = this;
    uses[at + UseWord.atMs] = atMs;
    uses[at + UseWord.allocatedGpus] = allocatedGpus;
    uses[at + UseWord.upGpus] = upGpus;
    uses[at + UseWord.partialFreeGpus] = partialFreeGpus;
    this.useWords = at + USE_WORDS;
  }

  /** Hashes all facts of the buffer. */
  settleHash(): void {
    this.hash.mix(this.words, this.hashed, this.length);
    this.hashed = this.length;
  }

  /** Returns the hash over all facts so far, 32 hex digits. */
  digest(): string {
    this.settleHash();
    return this.hash.digest();
  }

  /** Returns the facts of the buffer. The words are the buffer itself, valid until the next fact. */
  peek(): FactRun {
    const { seq, pending, words, length } = this;
    return { firstSeq: seq - pending + 1, count: pending, words: words.subarray(0, length) };
  }

  /** Empties the buffer, after all followers have read it. */
  drop(): void {
    for (const follower of this.followers) follower.follow();
    this.settleHash();
    this.estimates.drop();
    this.dropped += this.pending;
    this.length = 0;
    this.useWords = 0;
    this.pending = 0;
    this.hashed = 0;
  }

  /** Returns the facts of the buffer, as a copy, and empties it. */
  take(): FactRun {
    const run = this.peek();
    this.drop();
    return { ...run, words: run.words.slice() };
  }
}

/** Returns the kind of a fact. @param header first word of its record, as an int32 */
export function kindOf(header: number): number {
  return header & (KINDS_MAX - 1);
}

/** Returns the number of words of a record from its header on. */
export function lengthOf(header: number): number {
  return HEADER_WORDS + (header >> KIND_BITS);
}

/** Writes a fact of a kind without a list. Code on the hot path uses `begin`. */
export function noteFact<Kind extends Exclude<FactKind, ListKind>>(
  facts: FactLog,
  kind: Kind,
  atMs: number,
  words: WordsOf<NameOf<Kind>>,
  row = -1,
): void {
  const names = WORD_NAMES[kind];
  const at = facts.begin(kind, atMs, names.length, row);
  for (let i = 0; i < names.length; i++) {
    facts.words[at + i] = (words as Readonly<Record<string, number>>)[names[i]];
  }
}

/** Returns the words of a fact by name, as `noteFact` takes them; undefined if `count` does not match the kind. */
export function namedWords(
  kind: number,
  words: Float64Array,
  at: number,
  count: number,
): Readonly<Record<string, number | readonly number[]>> | undefined {
  const names = WORD_NAMES[kind] ?? [];
  const last = names.length - 1;
  const hasList = ENTRIES[kind]?.words[names[last]] === 'nodes';
  if (hasList ? count < last : count !== names.length) return undefined;
  const named: Record<string, number | readonly number[]> = {};
  for (let i = 0; i < names.length; i++) named[names[i]] = words[at + i];
  if (hasList) named[names[last]] = [...words.subarray(at + last, at + count)];
  return named;
}

/**
 * Calls `visit(kind, atMs, index of the first word, number of words, seq)` for each record of a run. The instant is the word
 * before the first one. @throws Error if these are not whole records
 */
export function eachFact(
  run: FactRun,
  visit: (kind: number, atMs: number, at: number, count: number, seq: number) => void,
): void {
  const words = run.words;
  let seq = run.firstSeq;
  for (let i = 0; i < words.length; ) {
    const header = words[i] | 0;
    const length = lengthOf(header);
    if (header !== words[i] || length < HEADER_WORDS || i + length > words.length)
      throw new Error(`damaged run of facts: word ${i} is not a header`);
    visit(kindOf(header), words[i + 1], i + HEADER_WORDS, length - HEADER_WORDS, seq++);
    i += length;
  }
}

/** Returns the number of facts of a run that happened before an instant. */
export function countBefore(run: FactRun, atMs: number): number {
  let before = 0;
  eachFact(run, (_, factAtMs) => {
    if (factAtMs < atMs) before++;
  });
  return before;
}
