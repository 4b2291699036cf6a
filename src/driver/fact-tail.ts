// The newest facts in memory, so that listeners who keep up cost no reading of the file.

import type { FactRun } from '../../sim/index.ts';
import type { WorldFile } from '../store/world-file.ts';

/** Words of facts that are kept. */
const TAIL_WORDS = 1 << 16;
/** Runs read from the file at a time. */
const FILE_RUNS = 64;

export class FactTail {
  readonly #file: WorldFile;
  #runs: FactRun[] = [];
  #words = 0;

  constructor(file: WorldFile) {
    this.#file = file;
  }

  /** Adds facts that have been committed. */
  add(run: FactRun): void {
    if (run.count === 0) return;
    this.#runs.push(run);
    this.#words += run.words.length;
    while (this.#words > TAIL_WORDS && this.#runs.length > 1) this.#words -= this.#runs.shift()!.words.length;
  }

  /** Some runs that hold the facts after number `seq`, in order; none when there are no such facts. */
  after(seq: number): readonly FactRun[] {
    const oldest = this.#runs[0];
    if (oldest === undefined || seq + 1 < oldest.firstSeq) return this.#file.factRunsFrom(seq + 1, FILE_RUNS);
    return this.#runs.filter((run) => run.firstSeq + run.count > seq + 1);
  }
}
