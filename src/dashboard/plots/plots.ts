// The plots over simulated time: what each shows of the answer of GET /sim/series.

import type { SeriesAnswer } from '../../api/sim/answers.ts';
import { firstFrom } from '../axis/search.ts';
import type { TimeWindow } from '../axis/time-window.ts';
import { span } from '../text/spans.ts';

type Column = readonly (number | null)[];

export interface Plot {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Steps of means, or bars of counts. */
  readonly form: 'steps' | 'bars';
  /** The second, if any, is drawn thinner. */
  readonly columns: (answer: SeriesAnswer) => readonly Column[];
  /** The names of the columns, if there are two. */
  readonly names?: readonly string[];
  /** `number`: a level. `count`: of what happened in a bin. */
  readonly unit: 'share' | 'number' | 'count' | 'duration';
  readonly text: (value: number) => string;
  /** The upper end of the scale: at least this. */
  readonly least: number;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const count = (value: number) => String(Math.round(value * 10) / 10);

export const PLOTS: readonly Plot[] = [
  {
    id: 'utilization',
    unit: 'share',
    title: 'Utilization',
    about: 'allocated GPU time ÷ GPU time of nodes that were up',
    form: 'steps',
    columns: ({ utilization }) => [utilization],
    text: percent,
    least: 1,
  },
  {
    id: 'queue-length',
    unit: 'number',
    title: 'Queue length',
    about: 'GPRs that wait: mean and most',
    form: 'steps',
    columns: ({ queued, queuedMax }) => [queued, queuedMax],
    names: ['mean', 'most'],
    text: count,
    least: 4,
  },
  {
    id: 'blocked',
    unit: 'number',
    title: 'Free but blocked',
    about: 'free GPUs of pools for which GPRs wait',
    form: 'steps',
    columns: ({ blockedGpus }) => [blockedGpus],
    text: count,
    least: 4,
  },
  {
    id: 'waits',
    unit: 'duration',
    title: 'Waits',
    about: 'mean wait of the GPRs that started for the first time',
    form: 'bars',
    columns: ({ waitMsMean }) => [waitMsMean],
    text: span,
    least: 60_000,
  },
  {
    id: 'fragmentation',
    unit: 'share',
    title: 'Fragmentation',
    about: 'share of the free GPU time that was on partly allocated nodes',
    form: 'steps',
    columns: ({ fragmentation }) => [fragmentation],
    text: percent,
    least: 1,
  },
  {
    id: 'evictions',
    unit: 'count',
    title: 'Evictions',
    about: 'GPRs that lost their GPUs to a GPR with a higher priority',
    form: 'bars',
    columns: ({ evictions }) => [evictions],
    text: count,
    least: 4,
  },
];

/** The index of the bin that contains an instant; −1 if none does. */
export function binAt({ fromMs, toMs, atMs }: SeriesAnswer, ms: number): number {
  if (atMs.length === 0 || ms < Math.min(fromMs, atMs[0]) || ms > toMs) return -1;
  return firstFrom(atMs.length, (i) => atMs[i] > ms) - 1;
}

/** The values of a column within a window. */
export function valuesIn(
  column: Column,
  { atMs, binMs }: SeriesAnswer,
  { fromMs, toMs }: TimeWindow,
): number[] {
  return column.filter(
    (value, i): value is number => value !== null && atMs[i] + binMs > fromMs && atMs[i] < toMs,
  );
}

/** Least, mean and most of the first column within a window, in words; '' without values. */
export function summaryOf(plot: Plot, answer: SeriesAnswer, window: TimeWindow): string {
  const values = valuesIn(plot.columns(answer)[0], answer, window);
  if (values.length === 0) return '';
  const sum = values.reduce((total, value) => total + value, 0);
  const [least, most] = [Math.min(...values), Math.max(...values)].map(plot.text);
  return `from ${least} to ${most}, mean ${plot.text(sum / values.length)}`;
}
