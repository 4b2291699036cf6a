import type { EstimateRun } from '../../../sim/index.ts';
import type { WorldFile } from '../../store/world-file.ts';

const RUNS_AT_ONCE = 256;

/** Compares the stored changes of recorded estimates with those of a replay, which comes in any runs. */
export class StoredEstimates {
  readonly #file: WorldFile;
  difference: string | undefined;

  constructor(file: WorldFile) {
    this.#file = file;
  }

  compare({ firstSeq, count, words }: EstimateRun): void {
    const width = words.length / count;
    for (let seq = firstSeq; seq < firstSeq + count && this.difference === undefined; ) {
      const runs = this.#file.estimateRunsFrom(seq, RUNS_AT_ONCE);
      if (runs.length === 0) this.#differ(seq);
      for (const run of runs) {
        const stored = run.words.subarray((seq - run.firstSeq) * width);
        const replayed = words.subarray((seq - firstSeq) * width).subarray(0, stored.length);
        if (replayed.some((word, i) => word !== stored[i])) this.#differ(run.firstSeq);
        seq += replayed.length / width;
        if (seq === firstSeq + count) return;
      }
    }
  }

  /** Ends the comparison after the last change of the replay. @param total how many it had */
  end(total: number): void {
    if (total < this.#file.estimates) this.#differ(total + 1);
  }

  #differ(seq: number): void {
    this.difference ??= `the recorded estimates from number ${seq} on differ`;
  }
}
