// The newest facts, in memory. A reader that keeps up needs no access to the file.

import type { FactRun } from '../../sim/index.ts';
import type { WorldFile } from '../store/world-file.ts';

/** Maximum number of words of facts in memory. */
const TAIL_WORDS = 1 << 16;
const FILE_RUNS = 64;

export class FactTail {
  readonly #file: WorldFile;
  #runs: FactRun[] = [];
  #words = 0;

  constructor(file: WorldFile) {
    this.#file = file;
  }

  add(run: FactRun): void {
    if (run.count === 0) return;
    this.#runs.push(run);
    this.#words += run.words.length;
    while (this.#words > TAIL_WORDS && this.#runs.length > 1) this.#words -= this.#runs.shift()!.words.length;
  }

  /**
   * Returns some of the runs after fact number `seq`, in order; the first run may begin earlier. Empty if no fact follows.
   * @param fileRuns maximum number of runs to read from the file
   */
  after(seq: number, fileRuns: number = FILE_RUNS): readonly FactRun[] {
    const oldest = this.#runs[0];
    if (oldest === undefined || seq + 1 < oldest.firstSeq) return this.#file.factRunsFrom(seq + 1, fileRuns);
    return this.#runs.filter((run) => run.firstSeq + run.count > seq + 1);
  }
}
