// Follows the facts of a world and its recorded estimates, which are never behind.

import { EstimateAnswers, EstimateWord, eachFact, type FactRun, NEVER } from '../../../../sim/index.ts';
import type { Past } from '../../../store/past.ts';

export class FollowedEstimates {
  readonly answers: EstimateAnswers;
  readonly #past: Past;
  /** The instant of the first record of the last run that was read. */
  #notedMs = 0;

  /** @param recordedEveryMs null = no estimates are recorded */
  constructor(past: Past, recordedEveryMs: number | null) {
    this.#past = past;
    this.answers = new EstimateAnswers(recordedEveryMs, { fromMs: 0, toMs: NEVER });
  }

  get seq(): number {
    return this.answers.seq;
  }

  /** Reads the facts once all records up to them have been read: a run of records in a step. */
  follow(run: FactRun): void {
    let lastMs = 0;
    eachFact(run, (_kind, atMs) => {
      lastMs = atMs;
    });
    if (this.#notedMs > lastMs || this.rest()) this.answers.follow(run);
  }

  /** Reads a run of records. Returns whether none follow. */
  rest(): boolean {
    const [run] = this.#past.estimateRunsFrom(this.answers.noted + 1, 1);
    if (run === undefined) return true;
    this.answers.note(run);
    this.#notedMs = run.words[EstimateWord.atMs];
    return false;
  }
}
