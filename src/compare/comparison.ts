// Variants by one metric: their means, which is best, and whether that could be chance. The runs of one seed have the same
// arrivals under every variant, so that variants are compared seed by seed: what the seed does to all of them goes out.

import type { Figures } from './figures.ts';
import { type Interval, intervalOf, isAboveZero } from './interval.ts';
import type { Metric } from './metrics.ts';

export interface Difference extends Interval {
  /** Place of the variant that the best is held against. */
  readonly to: number;
}

export interface Comparison {
  readonly metric: Metric;
  /** By variant, over the seeds. */
  readonly means: readonly Interval[];
  /** Place of the variant with the best mean: the first of equal ones. */
  readonly best: number;
  /** By how much the best is better than each of the others, from the next best on. */
  readonly differences: readonly Difference[];
  /** Place of the best, if it is better than every other beyond chance. */
  readonly winner: number | null;
}

/** What the runs of a variant have of a metric, seed by seed. */
export type Samples = readonly (readonly number[])[];

/** What a run has of a metric; null where it has none: without a single start there is no wait. */
export function sampleOf({ metric }: Metric, figures: Figures): number | null {
  return figures[metric];
}

/** @param figures of runs that have the metric: by variant, then by seed, the same seeds in the same order for each */
export function compareBy(metric: Metric, figures: readonly (readonly Figures[])[]): Comparison {
  return compareSamples(
    metric,
    figures.map((ofVariant) => ofVariant.map((run) => sampleOf(metric, run)!)),
  );
}

export function compareSamples(metric: Metric, samples: Samples): Comparison {
  const means = samples.map(intervalOf);
  // Above 0: the first is better.
  const ahead = (a: number, b: number) => (metric.better === 'higher' ? a - b : b - a);
  const [best, ...others] = [...means.keys()].sort((a, b) => ahead(means[b].mean, means[a].mean));
  const differences = others.map((to) => ({
    to,
    ...intervalOf(samples[best].map((sample, seed) => ahead(sample, samples[to][seed]))),
  }));
  const isWinner = differences.length > 0 && differences.every(isAboveZero);
  return { metric, means, best, differences, winner: isWinner ? best : null };
}

/**
 * Whether the seeds make a difference anywhere: where nothing is drawn from them, as in a recorded trace, many seeds are one
 * run many times, and tell no more than one.
 */
export function isDrawn(figures: readonly (readonly Figures[])[]): boolean {
  const measured = ({ hash: _, ...rest }: Figures) => JSON.stringify(rest);
  return figures.some((ofVariant) => new Set(ofVariant.map(measured)).size > 1);
}
