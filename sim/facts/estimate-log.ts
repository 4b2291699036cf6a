// The log of recorded estimates, beside the facts: which start each recording named, where it differs from the recording
// before. It is not part of the hash. A record is [instant in ms, uid, start, bits], as in `EstimateWord`.

import { grown } from '../base/collections/columns.ts';

/** The words of a record. `startMs`: −1 = no start is foreseen, or a burst will replace the GPR before it starts. */
export const EstimateWord = { atMs: 0, uid: 1, startMs: 2, bits: 3 } as const;

export const ESTIMATE_WORDS = 4;

/**
 * Bits of a record: `first` for the first recording of a wait, otherwise what happened in the component of the GPR since the
 * recording before. A wait lasts from the creation or a requeue of a GPR to its next start or its end.
 */
export const EstimateBit = {
  first: 1,
  /** A GPR was created. */
  arrival: 2,
  /** The work of a GPR was done before the end of its exit duration. */
  earlyEnd: 4,
  /** A GPR was released or deleted. */
  release: 8,
  /** The GPUs of a GPR became idle or busy. */
  idleness: 16,
  /** A node or a provisioning failed, or a step of a placement that may burst. */
  failure: 32,
  /** A GPR was requeued by an eviction. */
  eviction: 64,
  /** A command or a burst changed a GPR, a workspace or a resource. */
  change: 128,
  /** Nodes were added, removed, or repaired early. */
  capacity: 256,
} as const;

/** The bits of all kinds. */
export const ESTIMATE_BITS = 511;

export const CAUSE_NAMES = [
  'arrival',
  'early end',
  'release',
  'idleness',
  'failure',
  'eviction',
  'change',
  'capacity',
] as const;

export type CauseName = (typeof CAUSE_NAMES)[number];

/** Successive records of the log. */
export interface EstimateRun {
  /** Number of the first record; the first of a world is 1. */
  readonly firstSeq: number;
  readonly count: number;
  readonly words: Float64Array;
}

export class EstimateLog {
  /** Number of records of the world. */
  seq = 0;
  #words = new Float64Array(64);
  #length = 0;

  /** @param startMs −1 = none */
  note(atMs: number, uid: number, startMs: number, bits: number): void {
    if (this.#length === this.#words.length) this.#words = grown(this.#words, this.#length * 2);
    const at = this.#length;
    this.#words[at + EstimateWord.atMs] = atMs;
    this.#words[at + EstimateWord.uid] = uid;
    this.#words[at + EstimateWord.startMs] = startMs;
    this.#words[at + EstimateWord.bits] = bits;
    this.#length = at + ESTIMATE_WORDS;
    this.seq++;
  }

  /** Returns the records since the last call of `take` or `drop`. The words are valid until the next record. */
  peek(): EstimateRun {
    const count = this.#length / ESTIMATE_WORDS;
    return { firstSeq: this.seq - count + 1, count, words: this.#words.subarray(0, this.#length) };
  }

  /** As `peek`, as a copy; the log then forgets them. */
  take(): EstimateRun {
    const run = this.peek();
    this.drop();
    return { ...run, words: run.words.slice() };
  }

  drop(): void {
    this.#length = 0;
  }
}

/** A change of a recorded estimate. */
export interface EstimateChange {
  readonly seq: number;
  readonly atMs: number;
  /** null as −1 in `EstimateWord`. */
  readonly startMs: number | null;
  /** Whether it is the first recording of a wait; it has no causes. */
  readonly isFirst: boolean;
  readonly causes: readonly CauseName[];
}

/** The records of a run after number `after` that are about one GPR, at most `limit`. */
export function estimateChangesOf(
  { firstSeq, count, words }: EstimateRun,
  uid: number,
  after: number,
  limit: number,
): EstimateChange[] {
  const changes: EstimateChange[] = [];
  for (let i = Math.max(0, after + 1 - firstSeq); i < count && changes.length < limit; i++) {
    const at = i * ESTIMATE_WORDS;
    if (words[at + EstimateWord.uid] !== uid) continue;
    const startMs = words[at + EstimateWord.startMs];
    const bits = words[at + EstimateWord.bits];
    changes.push({
      seq: firstSeq + i,
      atMs: words[at + EstimateWord.atMs],
      startMs: startMs < 0 ? null : startMs,
      isFirst: (bits & EstimateBit.first) !== 0,
      causes: CAUSE_NAMES.filter((_, cause) => (bits & (EstimateBit.arrival << cause)) !== 0),
    });
  }
  return changes;
}
