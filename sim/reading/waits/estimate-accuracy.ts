// How accurate the recorded estimates were.

import type { PendingAnswer } from '../../base/pending.ts';
import type { EstimateAnswers, Shift } from '../../followers/measures/estimate-answers.ts';
import {
  type Accuracy,
  accuracyOf,
  type ByHorizon,
  byHorizon,
  type Compared,
} from '../../forecast/accuracy.ts';

export interface EstimateAccuracy extends ByHorizon<Accuracy> {
  /** Askings without an estimate, of GPRs that have started since. */
  readonly unknown: number;
  /** Askings of GPRs that ended without a start, and of GPRs that still wait and are not overdue. */
  readonly ended: number;
  readonly open: number;
  readonly shifts: Shift[];
}

/** @param nowMs the instant up to which the answers have read facts and records */
export function estimateAccuracyOf(answers: EstimateAnswers, nowMs: number): PendingAnswer<EstimateAccuracy> {
  const compared: Compared[] = [];
  const add = (waits: boolean) => (foreseenMs: number, actualMs: number) =>
    compared.push({ foreseenMs, actualMs, waits });
  answers.each(add(false));
  const open = answers.eachOverdue(nowMs, add(true));
  const { unknown, ended, shifts } = answers;
  const counts = { unknown, ended, open, shifts: shifts.map((shift) => ({ ...shift })) };
  const accuracy = byHorizon(compared, accuracyOf);
  return { run: accuracy.run, answer: () => ({ ...accuracy.answer(), ...counts }) };
}
