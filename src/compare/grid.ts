// What is compared: each pair of policies with each seed.

import type { Scenario } from '../../sim/index.ts';

export interface Variant {
  readonly queue: string;
  readonly placement: string;
}

export interface GridRun extends Variant {
  readonly seed: number;
}

export interface Grid {
  readonly variants: readonly Variant[];
  readonly seeds: readonly number[];
  /** Every seed of the first variant, then of the next. */
  readonly runs: readonly GridRun[];
}

/**
 * Whether a seed changes any figure of a run: generated arrivals and failures are drawn from it. A recorded trace or a script
 * has nothing of that, and its ids, which depend on the seed too, are in no figure.
 */
export function dependsOnSeed({ workload, failures }: Scenario): boolean {
  const isGenerated = workload.some(({ kind }) => kind === 'generated');
  return isGenerated || failures.nodeMtbfMs !== null || failures.provisioningMicro > 0;
}

/** Each queue policy with each placement policy. */
export function gridOf(
  queues: readonly string[],
  placements: readonly string[],
  seeds: readonly number[],
): Grid {
  const variants = queues.flatMap((queue) => placements.map((placement) => ({ queue, placement })));
  return {
    variants,
    seeds,
    runs: variants.flatMap((variant) => seeds.map((seed) => ({ ...variant, seed }))),
  };
}
