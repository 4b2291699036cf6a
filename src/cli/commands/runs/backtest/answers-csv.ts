// The answers of a backtest as CSV: a line for each question and estimate.

import { instantOf, type Levels, NEVER, RAW_LEVELS, type Scenario } from '../../../../../sim/index.ts';
import { type Answered, ESTIMATES } from '../../../../studies/backtest/backtest.ts';
import { csvLine } from '../../../../wire/text/csv.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';

const COLUMNS = [
  'gprId',
  'gprName',
  'gpus',
  'askedAt',
  'waitedMs',
  'startedAt',
  'estimate',
  'estimatedAt',
  'errorMs',
  'p10',
  'p90',
  'recalibratedFrom',
  'recalibratedTo',
];

export function answersCsv(answers: readonly Answered[], { start }: Scenario): string {
  const timeline = new Timeline(start);
  const instant = (ms: number) => (ms === NEVER ? '' : timeline.iso(ms));
  const lines = answers.flatMap(({ gprId, gprName, atMs, wait, startMs, sampled }) =>
    ESTIMATES.map((name) => {
      const foreseen = startMs[name];
      const between = (one: Levels | undefined) =>
        name === 'sampled' && one !== undefined
          ? [instant(instantOf(sampled, one.low)), instant(instantOf(sampled, one.high))]
          : ['', ''];
      return csvLine([
        gprId,
        gprName,
        wait.gpus,
        timeline.iso(atMs),
        atMs - wait.sinceMs,
        instant(wait.startMs),
        name,
        foreseen === undefined ? '' : timeline.iso(foreseen),
        foreseen === undefined || wait.startMs === NEVER ? '' : foreseen - wait.startMs,
        ...between(RAW_LEVELS),
        ...between(sampled.levels),
      ]);
    }),
  );
  return `${[csvLine(COLUMNS), ...lines].join('\n')}\n`;
}
