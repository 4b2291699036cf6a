import type { Figures } from '../figures.ts';
import type { Meaning } from '../meaning.ts';

type Measure = {
  readonly [Name in keyof Figures]: Figures[Name] extends number | null ? Name : never;
}[keyof Figures];

export interface Metric {
  readonly metric: Measure;
  readonly label: string;
  readonly better: 'lower' | 'higher';
  readonly kind: 'time' | 'share' | 'number';
  /** Whether the metric is not shown if it is 0 in every run. */
  readonly isHiddenIfZero?: true;
}

export const metrics: readonly Metric[] = [
  { metric: 'waitMsMean', label: 'mean wait', better: 'lower', kind: 'time' },
  { metric: 'waitMsP95', label: 'p95 wait', better: 'lower', kind: 'time' },
  { metric: 'flowMsMean', label: 'mean flow', better: 'lower', kind: 'time' },
  { metric: 'boundedSlowdownMean', label: 'bounded slowdown', better: 'lower', kind: 'number' },
  { metric: 'boundedSlowdownMax', label: 'highest slowdown', better: 'lower', kind: 'number' },
  { metric: 'utilization', label: 'utilization', better: 'higher', kind: 'share' },
  { metric: 'fragmentation', label: 'fragmentation', better: 'lower', kind: 'share' },
  {
    metric: 'allocatedAtEnd',
    label: 'allocated at the end',
    better: 'higher',
    kind: 'share',
    isHiddenIfZero: true,
  },
  { metric: 'evictions', label: 'evictions', better: 'lower', kind: 'number' },
  { metric: 'completed', label: 'completed', better: 'higher', kind: 'number' },
  {
    metric: 'estimateErrorMsMean',
    label: 'estimate error',
    better: 'lower',
    kind: 'time',
  },
];

/** For runs with --until. */
const waiting: Metric = {
  metric: 'waiting',
  label: 'waiting at the end',
  better: 'lower',
  kind: 'number',
};

/** For runs without --until. */
const makespan: Metric = { metric: 'simMs', label: 'makespan', better: 'lower', kind: 'time' };

export function metricsOf(isCutOff: boolean, { without }: Meaning): readonly Metric[] {
  return [...metrics, isCutOff ? waiting : makespan].filter(({ metric }) => !without.has(metric));
}
