// How accurate the recorded estimates were.

import type { PendingAnswer } from '../../base/pending.ts';
import type { EstimateAnswers, Shift } from '../../followers/measures/estimate-answers.ts';
import {
  type Accuracy,
  accuracyOf,
  HORIZONS,
  type HorizonAccuracy,
  horizonOf,
  type Resolved,
} from '../../forecast/accuracy.ts';

export interface AccuracyByHorizon extends Accuracy {
  /** The nearest first. */
  readonly horizons: HorizonAccuracy[];
}

export interface EstimateAccuracy extends AccuracyByHorizon {
  /** Askings without an estimate, of GPRs that have started since. */
  readonly unknown: number;
  /** Askings of GPRs that ended without a start, and of GPRs that still wait. */
  readonly ended: number;
  readonly open: number;
  readonly shifts: Shift[];
}

/** @param nowMs the instant up to which the answers have read facts and records */
export function estimateAccuracyOf(answers: EstimateAnswers, nowMs: number): PendingAnswer<EstimateAccuracy> {
  const resolved: Resolved[] = [];
  answers.each((foreseenMs, actualMs) =>
    resolved.push({ foreseenMs, actualMs, covered: undefined, coveredRecalibrated: undefined }),
  );
  const { unknown, ended, shifts } = answers;
  const counts = { unknown, ended, open: answers.open(nowMs), shifts: shifts.map((shift) => ({ ...shift })) };
  const accuracy = byHorizon(resolved);
  return { run: accuracy.run, answer: () => ({ ...accuracy.answer(), ...counts }) };
}

export function byHorizon(resolved: readonly Resolved[]): PendingAnswer<AccuracyByHorizon> {
  let all: Accuracy | undefined;
  const horizons: HorizonAccuracy[] = [];
  return {
    run() {
      if (all === undefined) all = accuracyOf(resolved);
      else {
        const { horizon } = HORIZONS[horizons.length];
        const ofHorizon = resolved.filter(({ foreseenMs }) => horizonOf(foreseenMs) === horizon);
        horizons.push({ horizon, ...accuracyOf(ofHorizon) });
      }
      return horizons.length === HORIZONS.length;
    },
    answer: () => ({ ...all!, horizons }),
  };
}
