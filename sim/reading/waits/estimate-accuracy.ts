// How accurate the recorded estimates were.

import type { PendingAnswer } from '../../base/pending.ts';
import type { EstimateAnswers, Shift } from '../../followers/measures/estimate-answers.ts';
import { type Accuracy, accuracyOf, HORIZONS, type Resolved } from '../../forecast/accuracy.ts';

export interface EstimateAccuracy extends AccuracyByHorizon {
  /** Askings without an estimate, of GPRs that have started since. */
  readonly unknown: number;
  /** Askings of GPRs that ended without a start, and of those that still wait. */
  readonly ended: number;
  readonly open: number;
  readonly shifts: readonly Shift[];
}

/** @param nowMs the instant up to which the answers have read facts and records */
export function estimateAccuracyOf(answers: EstimateAnswers, nowMs: number): PendingAnswer<EstimateAccuracy> {
  const { unknown, ended, shifts } = answers;
  const open = answers.open(nowMs);
  const resolved: Resolved[] = [];
  answers.each((foreseenMs, actualMs) =>
    resolved.push({ foreseenMs, actualMs, covered: undefined, coveredRecalibrated: undefined }),
  );
}
