// Levels over time and counts of the parts of one kind (pools, clusters or workspaces), for `PartMeasures`. Instants are given
// as the time of the window that is over then, in ms.

import { grown } from '../../base/collections/columns.ts';

/** A level holds until it changes. The word after it is the sum of change × instant. */
export const Level = { queued: 0, heldGpus: 2, upGpus: 8 } as const;

/** `neededGpuMs`: see `PartMeasure.offeredLoad`. */
export const Count = { gprs: 6, evictions: 7, neededGpuMs: 10 } as const;

/** The highest level `queued` that lasted for some time in the window; the instant up to which it is known. */
const QUEUED_MAX = 4;
const QUEUED_SINCE = 5;
/** The last change of the GPUs of nodes that are up; their sum up to the last arrival before it. */
const UP_CHANGED = 11;
const UP_BEFORE = 12;

/** Words of a record: one cache line without the words that only parts with nodes have. */
export const WITHOUT_NODES = 8;
export const WITH_NODES = 16;
const FIRST_CAPACITY = 16;

export class PartTable {
  /** All parts that were ever changed have a lower number. */
  size = 0;
  readonly #recordWords: number;
  #words: Float64Array;

  constructor(recordWords: typeof WITHOUT_NODES | typeof WITH_NODES) {
    this.#recordWords = recordWords;
    this.#words = new Float64Array(FIRST_CAPACITY * recordWords);
  }

  /** Changes the number of Queued GPRs and of held GPUs from an instant on, which must not be before earlier ones. */
  move(part: number, elapsedMs: number, queued: number, heldGpus: number): void {
    const at = this.#recordOf(part);
    const words = this.#words;
    if (elapsedMs > words[at + QUEUED_SINCE]) {
      words[at + QUEUED_SINCE] = elapsedMs;
      if (words[at + Level.queued] > words[at + QUEUED_MAX])
        words[at + QUEUED_MAX] = words[at + Level.queued];
    }
    words[at + Level.queued] += queued;
    words[at + Level.queued + 1] += queued * elapsedMs;
    words[at + Level.heldGpus] += heldGpus;
    words[at + Level.heldGpus + 1] += heldGpus * elapsedMs;
  }

  /** Changes the number of GPUs of nodes that are up. @param arrivedMs the last arrival so far */
  changeUp(part: number, elapsedMs: number, gpus: number, arrivedMs: number): void {
    const record = this.#recordOf(part);
    this.#words[record + UP_BEFORE] = this.upUntilArrival(part, arrivedMs);
    this.#words[record + UP_CHANGED] = elapsedMs;
    this.#words[record + Level.upGpus] += gpus;
    this.#words[record + Level.upGpus + 1] += gpus * elapsedMs;
  }

  /** Returns the GPU time of nodes that were up until the last arrival, GPUs × ms; 0 for parts without nodes. */
  upUntilArrival(part: number, arrivedMs: number): number {
    if (this.#recordWords === WITHOUT_NODES) return 0;
    const record = this.#recordOf(part);
    if (this.#words[record + UP_CHANGED] > arrivedMs) return this.#words[record + UP_BEFORE];
    return this.sumOf(part, arrivedMs, Level.upGpus);
  }

  /** @param what of `Count` */
  count(part: number, what: number, by: number): void {
    this.#words[this.#recordOf(part) + what] += by;
  }

  /** Returns a count of `Count`, 0 if the records lack it. */
  countOf(part: number, what: number): number {
    return what < this.#recordWords ? this.#words[this.#recordOf(part) + what] : 0;
  }

  /** Returns level × ms up to an instant, which must not be before earlier ones; 0 if the records lack the level. */
  sumOf(part: number, elapsedMs: number, level: number): number {
    if (level >= this.#recordWords) return 0;
    const at = this.#recordOf(part) + level;
    return this.#words[at] * elapsedMs - this.#words[at + 1];
  }

  queuedMaxOf(part: number, elapsedMs: number): number {
    this.move(part, elapsedMs, 0, 0);
    return this.#words[this.#recordOf(part) + QUEUED_MAX];
  }

  #recordOf(part: number): number {
    if (part >= this.size) this.#reserve(part + 1);
    return part * this.#recordWords;
  }

  #reserve(size: number): void {
    this.size = size;
    const needed = size * this.#recordWords;
    if (needed > this.#words.length)
      this.#words = grown(this.#words, Math.max(needed, this.#words.length * 2));
  }
}
