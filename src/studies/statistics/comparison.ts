// Compares variants by one metric: their means, the best variant, and whether its lead exceeds chance. Runs of one seed
// have the same arrivals, so variants are compared seed by seed: effects common to all variants cancel out.

import type { Figures } from '../figures.ts';
import type { Metric } from './compared-metrics.ts';
import { type Interval, intervalOf, isAboveZero } from './interval.ts';

interface Difference extends Interval {
  readonly to: number;
}

export interface Comparison {
  readonly metric: Metric;
  /** The mean over the seeds, by variant. */
  readonly means: readonly Interval[];
  /** Index of the variant with the best mean, the first one of equals. */
  readonly best: number;
  /** The lead of the best over each other variant, from the next best on; positive = better. */
  readonly differences: readonly Difference[];
  /** Index of the best variant if it is better than every other beyond chance, else null. */
  readonly winner: number | null;
}

/** The values of a metric by variant, then by seed. */
type Samples = readonly (readonly number[])[];

/** The value of a metric in a run; null without a sample: a run without a start has no wait. */
export function sampleOf({ metric }: Metric, figures: Figures): number | null {
  return figures[metric];
}

/** @param figures by variant, then by seed; every variant has the same seeds in the same order, every run the metric */
export function compareBy(metric: Metric, figures: readonly (readonly Figures[])[]): Comparison {
  return compareSamples(
    metric,
    figures.map((ofVariant) => ofVariant.map((run) => sampleOf(metric, run)!)),
  );
}

export function compareSamples(metric: Metric, samples: Samples): Comparison {
  const means = samples.map(intervalOf);
  const ahead = (a: number, b: number) => (metric.better === 'higher' ? a - b : b - a);
  const [best, ...others] = [...means.keys()].sort((a, b) => ahead(means[b].mean, means[a].mean));
  const differences = others.map((to) => ({
    to,
    ...intervalOf(samples[best].map((sample, seed) => ahead(sample, samples[to][seed]))),
  }));
  const isWinner = differences.length > 0 && differences.every(isAboveZero);
  return { metric, means, best, differences, winner: isWinner ? best : null };
}

/** Reports whether the figures of any variant depend on the seed. In a recorded trace, for example, they do not. */
export function isDrawn(figures: readonly (readonly Figures[])[]): boolean {
  const measured = ({ hash: _, parts, ...rest }: Figures) => JSON.stringify([rest, parts]);
  return figures.some(([first, ...others]) => {
    const ofFirst = measured(first);
    return others.some((run) => measured(run) !== ofFirst);
  });
}
