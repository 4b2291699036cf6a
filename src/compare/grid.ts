// What is compared: each pair of policies with each seed.

import type { PlacementPolicyName, QueuePolicyName } from '../../sim/index.ts';

export interface Variant {
  readonly queue: QueuePolicyName;
  readonly placement: PlacementPolicyName;
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

/** Each queue policy with each placement policy. */
export function gridOf(
  queues: readonly QueuePolicyName[],
  placements: readonly PlacementPolicyName[],
  seeds: readonly number[],
): Grid {
  const variants = queues.flatMap((queue) => placements.map((placement) => ({ queue, placement })));
  return {
    variants,
    seeds,
    runs: variants.flatMap((variant) => seeds.map((seed) => ({ ...variant, seed }))),
  };
}
