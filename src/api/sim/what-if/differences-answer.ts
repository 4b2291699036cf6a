// The answer with the differences of two futures or branches.

import type { Differences, LikelyDifferences, Outlook } from '../../../driver/differing.ts';
import type { GanttChart } from '../../../driver/world.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { AsOf } from '../../frame/answers/as-of.ts';
import { written } from '../shared/fact.ts';
import { discreet } from '../shared/gantt-answer.ts';
import { alike } from './alike.ts';
import type { DifferencesAnswer, LikelyDifferencesAnswer } from './schema.ts';

/** @param chartRows the most rows of a chart */
export function differencesOf(
  { atMs, untilMs, rows, firstDifference, charts, ...differences }: Differences,
  timeline: Timeline,
  caller: Caller,
  chartRows: number,
): DifferencesAnswer {
  const outlookOf = (outlook: Outlook | null) => {
    if (outlook === null) return null;
    const { startMs, endMs, ...others } = outlook;
    return { startTime: timeline.isoOrNull(startMs), endTime: timeline.isoOrNull(endMs), ...others };
  };
  const answered = (chart: GanttChart) => discreet({ ...chart, branch: differences.branch }, atMs, caller);
  return {
    ...differences,
    at: timeline.iso(atMs),
    until: timeline.iso(untilMs),
    rows: rows.map((row) => ({ ...row, without: outlookOf(row.without), with: outlookOf(row.with) })),
    charts: charts && alike({ without: answered(charts.without), with: answered(charts.with) }, chartRows),
    firstDifference: firstDifference && {
      without: firstDifference.without && written(firstDifference.without, timeline),
      with: firstDifference.with && written(firstDifference.with, timeline),
    },
  };
}

export function likelyDifferencesOf(
  { atMs, untilMs, ...differences }: LikelyDifferences,
  timeline: Timeline,
): AsOf<LikelyDifferencesAnswer> {
  const at = timeline.iso(atMs);
  return new AsOf({ ...differences, at, until: timeline.iso(untilMs) }, at);
}
