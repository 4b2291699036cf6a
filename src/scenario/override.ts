import type { Scenario } from '../../sim/index.ts';

export interface Overrides {
  readonly seed?: number | undefined;
  readonly queue?: string | undefined;
  readonly placement?: string | undefined;
}

export function override(scenario: Scenario, { seed, queue, placement }: Overrides): Scenario {
  const { scheduler } = scenario;
  return {
    ...scenario,
    seed: seed ?? scenario.seed,
    scheduler: {
      ...scheduler,
      queue: queue ?? scheduler.queue,
      placement: placement ?? scheduler.placement,
    },
  };
}
