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
  /** All seeds of the first variant, then of the next one. */
  readonly runs: readonly GridRun[];
}

/**
 * Reports whether the seed changes any figure of a run: generated arrivals and failures are drawn from it. Ids depend on
 * the seed too, but no figure depends on ids.
 */
export function dependsOnSeed({ workload, failures }: Scenario): boolean {
  const isGenerated = workload.some(({ kind }) => kind === 'generated');
  return isGenerated || failures.nodeMtbfMs !== null || failures.provisioningMicro > 0;
}

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
