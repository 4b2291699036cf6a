// The newest facts, in memory. A reader that keeps up needs no access to the file.

import type { FactRun } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';

/** Maximum number of words of facts in memory. */
const TAIL_WORDS = 1 << 16;
const FILE_RUNS = 64;
/** If the last read had more facts than this, the next one reads a single run. */
const FACTS_OF_READ = 4096;

export class FactTail {
  readonly #past: Past;
  #runs: FactRun[] = [];
  #words = 0;

  constructor(past: Past) {
    this.#past = past;
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
    if (oldest === undefined || seq + 1 < oldest.firstSeq) return this.#past.factRunsFrom(seq + 1, fileRuns);
    return this.#runs.filter((run) => run.firstSeq + run.count > seq + 1);
  }

  /** Yields all runs after fact number `seq`, in order. Reads few facts of the file at a time. */
  *allAfter(seq: number): Generator<FactRun> {
    let limit = 1;
    for (let next = seq; ; ) {
      const runs = this.after(next, limit);
      if (runs.length === 0) return;
      yield* runs;
      next = endOf(runs.at(-1)!);
      limit = limitAfter(runs, limit);
    }
  }

  /** Yields all runs up to fact number `seq`, the newest first. The first run may continue behind `seq`. */
  *allUntil(seq: number): Generator<FactRun> {
    const newest = this.#runs.filter(({ firstSeq }) => firstSeq <= seq).reverse();
    yield* newest;
    let limit = 1;
    for (let last = Math.min(seq, (newest.at(-1)?.firstSeq ?? Infinity) - 1); last > 0; ) {
      const runs = this.#past.factRunsUntil(last, limit);
      yield* runs;
      last = runs.at(-1)!.firstSeq - 1;
      limit = limitAfter(runs, limit);
    }
  }
}

/** Returns the number of the last fact of a run. */
function endOf({ firstSeq, count }: FactRun): number {
  return firstSeq + count - 1;
}

/** Returns how many runs the next read may have. */
function limitAfter(runs: readonly FactRun[], limit: number): number {
  const facts = runs.reduce((sum, { count }) => sum + count, 0);
  return facts > FACTS_OF_READ ? 1 : Math.min(FILE_RUNS, 2 * limit);
}
