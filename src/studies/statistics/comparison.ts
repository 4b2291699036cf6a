// Compares variants by one metric: their means, the best variant, and whether its lead exceeds chance. Runs of one seed
// have the same arrivals, so variants are compared seed by seed: effects common to all variants cancel out.

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
  /** Indexes of the variants that the best one is better than beyond chance. */
  readonly worse: ReadonlySet<number>;
  /** Index of the best variant if all others are worse, else null. */
  readonly winner: number | null;
}

/** The values of a metric by variant, then by seed. */
type Samples = readonly (readonly number[])[];

export function compared(metric: Metric, samples: Samples): Comparison {
  const means = samples.map(intervalOf);
  const ahead = (a: number, b: number) => (metric.better === 'higher' ? a - b : b - a);
  const [best, ...others] = [...means.keys()].sort((a, b) => ahead(means[b].mean, means[a].mean));
  const differences: Difference[] = [];
  const worse = new Set<number>();
  for (const to of others) {
    const lead = intervalOf(samples[best].map((sample, seed) => ahead(sample, samples[to][seed])));
    differences.push({ to, ...lead });
    if (isAboveZero(lead)) worse.add(to);
  }
  const isWinner = differences.length > 0 && worse.size === differences.length;
  return { metric, means, best, differences, worse, winner: isWinner ? best : null };
}
