// Compares derived facts with those of a file, run by run: neither all derived nor all stored facts are in memory at once.

import { eachFact, type FactRun } from '../../sim/index.ts';
import { Damaged, type StoreError } from '../store/store-error.ts';
import type { WorldFile } from '../store/world-file.ts';
import { storedRuns } from './stored.ts';

export class ComparedFacts {
  readonly #file: WorldFile;
  #stored: Iterator<FactRun, undefined> | undefined;
  /** The rest of the current run of stored facts. */
  #words: Float64Array = new Float64Array();
  #firstSeq = 0;

  constructor(file: WorldFile) {
    this.#file = file;
  }

  /** Compares the next facts. @throws StoreError if they differ from the stored ones */
  compare({ firstSeq, words }: FactRun): void {
    this.#stored ??= storedRuns(this.#file, firstSeq);
    let at = 0;
    while (at < words.length) {
      if (this.#words.length === 0) this.#turn(this.#stored, firstSeq);
      const count = Math.min(this.#words.length, words.length - at);
      for (let i = 0; i < count; i++)
        if (words[at + i] !== this.#words[i]) throw differs(this.#file, this.#firstSeq);
      this.#words = this.#words.subarray(count);
      at += count;
    }
  }

  /** Goes to the next run. The first one may begin before number `from`, the first to compare. */
  #turn(stored: Iterator<FactRun, undefined>, from: number): void {
    const run = stored.next().value;
    if (run === undefined) throw differs(this.#file, from);
    let begin = 0;
    if (run.firstSeq < from)
      eachFact(run, (_kind, _atMs, at, count, seq) => {
        if (seq < from) begin = at + count;
      });
    this.#words = run.words.subarray(begin);
    this.#firstSeq = run.firstSeq;
  }
}

/** The error for facts that the scenario and the journal of a file do not give. */
export function differs(file: WorldFile, seq: number): StoreError {
  return new Damaged(
    file.path,
    `the facts from number ${seq} on do not follow from its scenario and journal`,
  );
}
