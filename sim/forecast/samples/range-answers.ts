// How ranges of sampled starts fared as answers to the question when a GPR will start. The ranks of answers whose GPRs have started
// recalibrate later ones.

import { NEVER } from '../../base/numbers/time.ts';
import { GprStep, stepOf } from '../../facts/gpr-step.ts';
import { eachFact, type FactRun } from '../../facts/log.ts';
import {
  accuracyOf,
  type Compared,
  type ComparedRange,
  isBetween,
  type RangeAccuracy,
  rangeAccuracyOf,
} from '../accuracy.ts';
import { RAW_LEVELS, type Ranged, Ranks } from './ranks.ts';
import { quantile, type SampledStarts } from './sampled-starts.ts';

interface Asked extends Ranged {
  /** The start if nothing else happens; null = unknown. */
  readonly estimateMs: number | null;
}

interface ComparedLikely extends ComparedRange {
  /** The estimate at the same question; undefined = there was none. */
  readonly estimate: Compared | undefined;
}

export interface LikelyAccuracy extends RangeAccuracy {
  /** The median error of the estimates at the same questions, of those that had one. */
  readonly estimateMedianErrorMs: number | null;
  readonly estimateMedianIsLowerBound: boolean;
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
    askedMs: number,
    horizonMs: number,
    starts: readonly SampledStarts[],
    estimateMs: readonly (number | null)[],
  ): void {
    const { levels } = this.#ranks;
    for (const [i, { uid, startMs }] of starts.entries()) {
      const asked = { askedMs, horizonMs, startMs, estimateMs: estimateMs[i], levels };
      this.#waiting.set(uid, [...(this.#waiting.get(uid) ?? []), asked]);
    }
  }

  /**
   * The answers about GPRs that have started, or wait though the likely start or the estimate is over, so that each is compared where the
   * other was wrong; and the number of the others that wait.
   */
  compared(nowMs: number): { readonly compared: readonly ComparedLikely[]; readonly open: number } {
    const waiting = [...this.#waiting.values()].flat();
    const overdue = waiting.filter((asked) => Math.min(medianOf(asked), asked.estimateMs ?? NEVER) < nowMs);
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
          this.#ranks.push(one, startWithin(one, atMs));
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

/** @param startedMs the start, or now if the GPR waits */
function comparedTo(asked: Asked, startedMs: number, waits: boolean): ComparedLikely {
  const { askedMs, estimateMs, levels } = asked;
  const known = startWithin(asked, startedMs);
  const actualMs = startedMs - askedMs;
  return {
    foreseenMs: medianOf(asked) - askedMs,
    actualMs,
    waits,
    covered: isBetween(RAW_LEVELS, asked, known, waits),
    coveredRecalibrated: levels && isBetween(levels, asked, known, waits),
    estimate: estimateMs === null ? undefined : { foreseenMs: estimateMs - askedMs, actualMs, waits },
  };
}

export function likelyAccuracyOf(answers: readonly ComparedLikely[]): LikelyAccuracy {
  const estimates = answers.map(({ estimate }) => estimate).filter((one) => one !== undefined);
  const { medianErrorMs, medianIsLowerBound } = accuracyOf(estimates);
  return {
    ...rangeAccuracyOf(answers),
    estimateMedianErrorMs: medianErrorMs,
    estimateMedianIsLowerBound: medianIsLowerBound,
  };
}
