// What variants are compared by, and which way is better.

import type { Figures } from './figures.ts';

export type Measure = {
  readonly [Name in keyof Figures]: Figures[Name] extends number ? Name : never;
}[keyof Figures];

export interface Metric {
  readonly metric: Measure;
  readonly label: string;
  readonly better: 'lower' | 'higher';
  readonly kind: 'time' | 'share' | 'number';
  /** Whether a run has it at all: without a single start there is no wait. */
  has(figures: Figures): boolean;
}

const always = () => true;
const hasStarts = ({ placed }: Figures) => placed > 0;

export const metrics: readonly Metric[] = [
  { metric: 'waitMsMean', label: 'mean wait', better: 'lower', kind: 'time', has: hasStarts },
  { metric: 'waitMsP95', label: 'p95 wait', better: 'lower', kind: 'time', has: hasStarts },
  {
    metric: 'boundedSlowdownMean',
    label: 'bounded slowdown',
    better: 'lower',
    kind: 'number',
    has: ({ completed, timedOut }) => completed + timedOut > 0,
  },
  { metric: 'utilisation', label: 'utilisation', better: 'higher', kind: 'share', has: always },
  { metric: 'fragmentation', label: 'fragmentation', better: 'lower', kind: 'share', has: always },
  { metric: 'evictions', label: 'evictions', better: 'lower', kind: 'number', has: always },
  { metric: 'completed', label: 'completed', better: 'higher', kind: 'number', has: always },
  {
    metric: 'promiseErrorMsMean',
    label: 'promise error',
    better: 'lower',
    kind: 'time',
    has: ({ promises }) => promises > 0,
  },
];

/** Of runs that are cut off at an instant. */
const waiting: Metric = {
  metric: 'waiting',
  label: 'waiting at the end',
  better: 'lower',
  kind: 'number',
  has: always,
};

/** Of runs that end by themselves. */
const makespan: Metric = { metric: 'simMs', label: 'makespan', better: 'lower', kind: 'time', has: always };

export function metricsOf(isCutOff: boolean): readonly Metric[] {
  return [...metrics, isCutOff ? waiting : makespan];
}
