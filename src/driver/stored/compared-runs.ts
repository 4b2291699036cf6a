// Compares what a replay derives with what a file holds, run by run: neither all derived nor all stored records are in memory at
// once.

import { ESTIMATE_WORDS, eachFact, type FactRun, type OwnPolicies } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import { Damaged, type StoreError } from '../../store/store-error.ts';
import { perhapsImpure } from '../../wire/text/own-policies.ts';
import { storedEstimates, storedRuns } from './stored.ts';

/** What is compared. */
interface Kind {
  readonly what: string;
  /** The runs that hold records from number `from` on, in order. */
  stored(past: Past, from: number): Iterator<FactRun, undefined>;
  /** The position of record number `seq` in the words of its run. */
  positionOf(run: FactRun, seq: number): number;
}

export const FACTS: Kind = {
  what: 'facts',
  stored: storedRuns,
  positionOf(run, seq) {
    let position = 0;
    eachFact(run, (_kind, _atMs, at, count, number) => {
      if (number < seq) position = at + count;
    });
    return position;
  },
};

export const ESTIMATES: Kind = {
  what: 'recorded estimates',
  stored: storedEstimates,
  positionOf: ({ firstSeq }, seq) => (seq - firstSeq) * ESTIMATE_WORDS,
};

export class ComparedRuns {
  readonly #past: Past;
  readonly #kind: Kind;
  readonly #own: OwnPolicies;
  #stored: Iterator<FactRun, undefined> | undefined;
  /** The rest of the current stored run. */
  #words: Float64Array = new Float64Array();
  #firstSeq = 0;

  constructor(past: Past, kind: Kind, own: OwnPolicies) {
    this.#past = past;
    this.#kind = kind;
    this.#own = own;
  }

  /** Compares the next records. @throws StoreError if they differ from the stored ones */
  compare({ firstSeq, words }: FactRun): void {
    if (words.length === 0) return;
    this.#stored ??= this.#kind.stored(this.#past, firstSeq);
    let at = 0;
    while (at < words.length) {
      if (this.#words.length === 0) this.#turn(this.#stored, firstSeq);
      const count = Math.min(this.#words.length, words.length - at);
      for (let i = 0; i < count; i++)
        if (words[at + i] !== this.#words[i]) throw this.#differs(this.#firstSeq);
      this.#words = this.#words.subarray(count);
      at += count;
    }
  }

  /** Ends the comparison after the last record. @param total how many there are @param stored how many the file has */
  end(total: number, stored: number): void {
    if (total !== stored) throw this.#differs(Math.min(total, stored) + 1);
  }

  #differs(seq: number): StoreError {
    return differs(this.#past, seq, this.#own, this.#kind.what);
  }

  /** Goes to the next run. The first one may begin before number `from`, the first to compare. */
  #turn(stored: Iterator<FactRun, undefined>, from: number): void {
    const run = stored.next().value;
    if (run === undefined) throw this.#differs(from);
    this.#words = run.words.subarray(run.firstSeq < from ? this.#kind.positionOf(run, from) : 0);
    this.#firstSeq = run.firstSeq;
  }
}

/** The error for records that the scenario and the journal of a file do not give. */
export function differs(past: Past, seq: number, own: OwnPolicies, what = 'facts'): StoreError {
  return new Damaged(
    past.path,
    `the ${what} from number ${seq} on do not follow from its scenario and journal${perhapsImpure(own)}`,
  );
}
