// How ranges of sampled starts fared as answers to the question when a GPR will start. The ranks of answers whose GPRs have started
// recalibrate later ones.

import { NEVER } from '../../base/numbers/time.ts';
import { GprStep, stepOf } from '../../facts/gpr-step.ts';
import { eachFact, type FactRun } from '../../facts/log.ts';
import { isBetween, type Resolved } from '../accuracy.ts';
import { type Levels, RAW_LEVELS, Ranks, rankOf } from './ranks.ts';
import { quantile, type SampledStarts } from './sampled-starts.ts';

interface Asked {
  readonly atMs: number;
  readonly horizonMs: number;
  readonly startMs: Float64Array;
  /** Of the recalibrated range; undefined = there was none. */
  readonly levels: Levels | undefined;
}

export class RangeAnswers {
  /** Number of the last fact that was read. */
  seq = 0;
  /** In the order of the starts. */
  readonly resolved: Resolved[] = [];
  /** Answers about GPRs that ended without a start. */
  ended = 0;
  readonly #open = new Map<number, Asked[]>();
  readonly #ranks = new Ranks();

  /** Notes answers of an instant up to which all facts have been read. */
  ask(atMs: number, horizonMs: number, starts: readonly SampledStarts[]): void {
    const { levels } = this.#ranks;
    for (const { uid, startMs } of starts)
      this.#open.set(uid, [...(this.#open.get(uid) ?? []), { atMs, horizonMs, startMs, levels }]);
  }

  /** Answers about GPRs that still wait. */
  get open(): number {
    return [...this.#open.values()].reduce((sum, asked) => sum + asked.length, 0);
  }

  /** Reads facts that follow those read so far, up to number `until`; others are skipped. */
  follow(run: FactRun, until: number): void {
    const { words } = run;
    eachFact(run, (kind, atMs, at, _, seq) => {
      if (seq <= this.seq || seq > until) return;
      this.seq = seq;
      const step = stepOf(kind, words, at);
      const asked = step === GprStep.none ? undefined : this.#open.get(words[at]);
      if (asked === undefined) return;
      this.#open.delete(words[at]);
      if (step === GprStep.started) for (const one of asked) this.#resolve(one, atMs);
      else this.ended += asked.length;
    });
  }

  #resolve({ atMs, horizonMs, startMs, levels }: Asked, startedMs: number): void {
    const known = startedMs > horizonMs ? NEVER : startedMs;
    this.#ranks.push(rankOf(startMs, known));
    this.resolved.push({
      foreseenMs: Math.min(quantile(startMs, 0.5), horizonMs) - atMs,
      actualMs: startedMs - atMs,
      covered: isBetween(RAW_LEVELS, startMs, known),
      coveredRecalibrated: levels && isBetween(levels, startMs, known),
    });
  }
}
