// How ranges of sampled starts fared as answers to the question when a GPR will start. The ranks of answers whose GPRs have started
// recalibrate later ones.

import { percentile } from '../../base/numbers/statistics.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { GprStep, stepOf } from '../../facts/gpr-step.ts';
import { eachFact, type FactRun } from '../../facts/log.ts';
import { type ComparedRange, isBetween, type RangeAccuracy, rangeAccuracyOf } from '../accuracy.ts';
import { type Levels, RAW_LEVELS, Ranks, rankOf } from './ranks.ts';
import { quantile, type SampledStarts } from './sampled-starts.ts';

interface Asked {
  readonly atMs: number;
  readonly horizonMs: number;
  readonly startMs: Float64Array;
  /** The start if nothing else happens; null = unknown. */
  readonly estimateMs: number | null;
  /** Of the recalibrated range; undefined = there was none. */
  readonly levels: Levels | undefined;
}

interface ComparedLikely extends ComparedRange {
  /** The error of the estimate, ms; undefined = there was none. */
  readonly estimateErrorMs: number | undefined;
}

export interface LikelyAccuracy extends RangeAccuracy {
  /** The median error of the estimates at the same questions, of those that had one. */
  readonly estimateMedianErrorMs: number | null;
}

export class RangeAnswers {
  /** Number of the last fact that was read. */
  seq = 0;
  /** Answers about GPRs that ended without a start. */
  ended = 0;
  /** In the order of the starts. */
  readonly #started: ComparedLikely[] = [];
  readonly #waiting = new Map<number, Asked[]>();
  readonly #ranks = new Ranks();

  /** Notes answers of an instant up to which all facts have been read. @param estimateMs by GPR, null = unknown */
  ask(
    atMs: number,
    horizonMs: number,
    starts: readonly SampledStarts[],
    estimateMs: readonly (number | null)[],
  ): void {
    const { levels } = this.#ranks;
    for (const [i, { uid, startMs }] of starts.entries()) {
      const asked = { atMs, horizonMs, startMs, estimateMs: estimateMs[i], levels };
      this.#waiting.set(uid, [...(this.#waiting.get(uid) ?? []), asked]);
    }
  }

  /** The answers about GPRs that have started or are overdue, and the number of the others that wait. */
  compared(nowMs: number): { readonly compared: readonly ComparedLikely[]; readonly open: number } {
    const waiting = [...this.#waiting.values()].flat();
    // If only one of the two starts is over, the error of the other is not known.
    const overdue = waiting.filter((asked) => Math.max(medianOf(asked), asked.estimateMs ?? 0) < nowMs);
    return {
      compared: [...this.#started, ...overdue.map((asked) => comparedTo(asked, nowMs, true))],
      open: waiting.length - overdue.length,
    };
  }

  /** Reads facts that follow those read so far, up to number `until`; others are skipped. */
  follow(run: FactRun, until: number): void {
    const { words } = run;
    eachFact(run, (kind, atMs, at, _, seq) => {
      if (seq <= this.seq || seq > until) return;
      this.seq = seq;
      const step = stepOf(kind, words, at);
      const asked = step === GprStep.none ? undefined : this.#waiting.get(words[at]);
      if (asked === undefined) return;
      this.#waiting.delete(words[at]);
      if (step !== GprStep.started) this.ended += asked.length;
      else
        for (const one of asked) {
          this.#ranks.push(rankOf(one.startMs, startWithin(one, atMs)));
          this.#started.push(comparedTo(one, atMs, false));
        }
    });
  }
}

/** NEVER = beyond the horizon. */
function startWithin({ horizonMs }: Asked, startedMs: number): number {
  return startedMs > horizonMs ? NEVER : startedMs;
}

function medianOf({ startMs, horizonMs }: Asked): number {
  return Math.min(Math.round(quantile(startMs, 0.5)), horizonMs);
}

/** @param startedMs the start, or now if it is overdue */
function comparedTo(asked: Asked, startedMs: number, isOverdue: boolean): ComparedLikely {
  const { atMs, startMs, estimateMs, levels } = asked;
  const known = startWithin(asked, startedMs);
  return {
    foreseenMs: medianOf(asked) - atMs,
    actualMs: startedMs - atMs,
    isOverdue,
    covered: isBetween(RAW_LEVELS, startMs, known, isOverdue),
    coveredRecalibrated: levels && isBetween(levels, startMs, known, isOverdue),
    estimateErrorMs: estimateMs === null ? undefined : Math.abs(estimateMs - startedMs),
  };
}

export function likelyAccuracyOf(answers: readonly ComparedLikely[]): LikelyAccuracy {
  const errors = answers.map(({ estimateErrorMs }) => estimateErrorMs).filter((ms) => ms !== undefined);
  return {
    ...rangeAccuracyOf(answers),
    estimateMedianErrorMs: percentile(Float64Array.from(errors).sort(), 50),
  };
}
