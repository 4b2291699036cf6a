// The figures in the rows of a comparison.

import { type DeclaredOfRun, RUN_FIGURE_NAMES, RUN_FIGURES, type RunFigure } from '../../wire/run-figures.ts';
import type { Meaning } from '../meaning.ts';

export interface Metric extends DeclaredOfRun {
  readonly metric: RunFigure;
  readonly better: 'lower' | 'higher';
}

export const metrics: readonly Metric[] = RUN_FIGURE_NAMES.flatMap((metric) => {
  const { better, ...declared } = RUN_FIGURES[metric];
  return better === undefined ? [] : [{ metric, better, ...declared }];
});

/** @param isCutOff whether the runs end at a given instant, with GPRs that wait; else each has a makespan */
export function metricsOf(isCutOff: boolean, { without }: Meaning): readonly Metric[] {
  const other = isCutOff ? 'simMs' : 'waiting';
  return metrics
    .filter(({ metric }) => metric !== other && !without.has(metric))
    .map((metric) => (metric.metric === 'simMs' ? { ...metric, label: 'makespan' } : metric));
}
