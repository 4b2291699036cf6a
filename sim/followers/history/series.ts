// Levels and counts over time, exact at each instant at which they change, in bounded memory: if there are too many entries,
// those that begin in the same bin are merged, and the bins widen.

import { grown } from '../../base/collections/columns.ts';

const FIRST_CAPACITY = 256;
const FIRST_BIN_MS = 1000;

/**
 * Offsets of the levels in an entry. A level holds until it changes. An entry stores level × ms of its span, so that merged
 * entries add up. `Milli` are thousandths of GPUs: allocated, free on partly allocated nodes, free in pools for which GPRs wait.
 */
export const Level = {
  allocatedMilli: 1,
  upGpus: 2,
  partialFreeMilli: 3,
  queued: 4,
  provisioned: 5,
  blockedMilli: 6,
} as const;

/** Offsets of the counts in an entry. `waits` counts first starts, `waitMs` adds up their waits. */
export const Count = { evictions: 8, started: 9, ended: 10, waits: 11, waitMs: 12 } as const;

const AT_MS = 0;
/** The highest number of queued GPRs after any instant of the entry. */
const QUEUED_MAX = 7;
const ENTRY_WORDS = 13;

export class Series {
  size = 1;
  /** Entries of `ENTRY_WORDS` words. The first is the instant at which the entry begins; it ends where the next one begins. */
  #words = new Float64Array(FIRST_CAPACITY * ENTRY_WORDS);
  /** Offset of a level → its present value, since the last entry began. */
  readonly #now: Float64Array = new Float64Array(ENTRY_WORDS);
  readonly #entriesMax: number;
  /** Width of the bins of the last merge. */
  #binMs = FIRST_BIN_MS;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  /** Changes a level from an instant on, which must not be before earlier ones. @param level of `Level` */
  change(atMs: number, level: number, by: number): void {
    if (this.beginOf(this.size - 1) !== atMs) this.#open(atMs);
    this.#now[level] += by;
  }

  /** @param what of `Count` */
  count(atMs: number, what: number, by: number): void {
    if (this.beginOf(this.size - 1) !== atMs) this.#open(atMs);
    this.#words[(this.size - 1) * ENTRY_WORDS + what] += by;
  }

  beginOf(entry: number): number {
    return this.#words[entry * ENTRY_WORDS + AT_MS];
  }

  /** @param nowMs the end of the last entry */
  endOf(entry: number, nowMs: number): number {
    return entry + 1 < this.size ? this.beginOf(entry + 1) : nowMs;
  }

  /** The mean of a level over an entry. */
  levelIn(entry: number, level: number): number {
    if (entry + 1 === this.size) return this.#now[level];
    return this.#words[entry * ENTRY_WORDS + level] / (this.beginOf(entry + 1) - this.beginOf(entry));
  }

  countIn(entry: number, what: number): number {
    return this.#words[entry * ENTRY_WORDS + what];
  }

  queuedMaxIn(entry: number): number {
    return entry + 1 === this.size ? this.#now[Level.queued] : this.#words[entry * ENTRY_WORDS + QUEUED_MAX];
  }

  /** Closes the last entry and adds another. */
  #open(atMs: number): void {
    const last = (this.size - 1) * ENTRY_WORDS;
    const lasted = atMs - this.#words[last + AT_MS];
    for (let level = Level.allocatedMilli; level <= Level.blockedMilli; level++) {
      this.#words[last + level] = this.#now[level] * lasted;
    }
    this.#words[last + QUEUED_MAX] = this.#now[Level.queued];
    if (this.size === this.#entriesMax) this.#merge(atMs);
    if ((this.size + 1) * ENTRY_WORDS > this.#words.length)
      this.#words = grown(this.#words, this.#words.length * 2);
    const next = this.size++ * ENTRY_WORDS;
    this.#words.fill(0, next, next + ENTRY_WORDS);
    this.#words[next + AT_MS] = atMs;
  }

  /** Merges entries until at most half of the room is used. @param endMs where the last entry ends */
  #merge(endMs: number): void {
    this.#mergeWithin(endMs);
    while (this.size > this.#entriesMax / 2) {
      this.#binMs *= 2;
      this.#mergeWithin(endMs);
    }
  }

  /** Merges the entries that begin in the same bin. Cuts an entry that goes on after the bin at the end of the bin. */
  #mergeWithin(endMs: number): void {
    let out = -1;
    /** Where the bin ends in which the last written entry begins. */
    let binEnd = -1;
    for (let entry = 0; entry < this.size; entry++) {
      const from = this.beginOf(entry);
      const to = this.endOf(entry, endMs);
      let cut = from;
      if (from < binEnd) {
        cut = Math.min(to, binEnd);
        this.#mergeInto(out, entry, (cut - from) / (to - from));
        if (cut === to) continue;
      }
      this.#move(++out, entry, cut, (to - cut) / (to - from));
      binEnd = (Math.floor(cut / this.#binMs) + 1) * this.#binMs;
    }
    this.size = out + 1;
  }

  /** Adds a share of an entry, from its beginning, and all its counts to an earlier one. */
  #mergeInto(target: number, entry: number, share: number): void {
    const words = this.#words;
    const to = target * ENTRY_WORDS;
    const from = entry * ENTRY_WORDS;
    for (let level = Level.allocatedMilli; level <= Level.blockedMilli; level++) {
      words[to + level] += words[from + level] * share;
    }
    words[to + QUEUED_MAX] = Math.max(words[to + QUEUED_MAX], words[from + QUEUED_MAX]);
    for (let what = Count.evictions; what <= Count.waitMs; what++) {
      words[to + what] += words[from + what];
      words[from + what] = 0;
    }
  }

  /** Moves the rest of an entry, from the instant `atMs` on. */
  #move(target: number, entry: number, atMs: number, share: number): void {
    const words = this.#words;
    const to = target * ENTRY_WORDS;
    words.copyWithin(to, entry * ENTRY_WORDS, (entry + 1) * ENTRY_WORDS);
    words[to + AT_MS] = atMs;
    for (let level = Level.allocatedMilli; level <= Level.blockedMilli; level++) words[to + level] *= share;
  }
}
