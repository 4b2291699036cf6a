// The figures of ended GPRs and of the last instant, from the facts alone.

import { type MeasureWindow, NEVER, State } from '../../../sim/index.ts';
import { exactSum } from './exact-sum.ts';
import type { Interval, Seen } from './seen.ts';

/** All of them are Complete or TimedOut GPRs that were created in the window. */
export function endsOf({ gprs, nodes }: Seen, { fromMs, toMs }: MeasureWindow) {
  const ended = gprs.flatMap(({ bornMs, ran, end }) => {
    const isMeasured = bornMs >= fromMs && bornMs < toMs;
    if (!isMeasured || end === null || end.state === State.failed) return [];
    return [{ flowMs: end.atMs - bornMs, ranMs: ran.reduce((sum, one) => sum + one.toMs - one.fromMs, 0) }];
  });
  const slowdowns = ended.map(({ flowMs, ranMs }) => Math.max(1, flowMs / Math.max(10_000, ranMs)));
  const mean = (values: readonly number[]) => (values.length === 0 ? null : exactSum(values) / values.length);
  const lasting = (intervals: readonly Interval[]) =>
    intervals.filter((one) => one.toMs === NEVER).reduce((sum, { gpus }) => sum + gpus, 0);
  const upGpus = lasting(nodes.flatMap(({ up }) => up));
  return {
    flowMsMean: mean(ended.map(({ flowMs }) => flowMs)),
    boundedSlowdownMean: mean(slowdowns),
    boundedSlowdownMax: slowdowns.length === 0 ? null : Math.max(...slowdowns),
    allocatedAtEnd: upGpus === 0 ? null : lasting(gprs.flatMap(({ held }) => held)) / upGpus,
    slowdowns,
  };
}
