import type { Scenario, Workload } from '../../sim/index.ts';

export interface Overrides {
  readonly seed?: number | undefined;
  readonly queue?: string | undefined;
  readonly placement?: string | undefined;
  /** Multiplies the rate of generated and recorded arrivals; whole thousandths. */
  readonly load?: number | undefined;
}

export function override(scenario: Scenario, { seed, queue, placement, load = 1 }: Overrides): Scenario {
  const { scheduler } = scenario;
  const arrivalRateMilli = Math.round(load * 1000);
  return {
    ...scenario,
    seed: seed ?? scenario.seed,
    scheduler: {
      ...scheduler,
      queue: queue ?? scheduler.queue,
      placement: placement ?? scheduler.placement,
    },
    arrivalRateMilli,
    workload: scenario.workload.map((workload) => atRate(workload, arrivalRateMilli)),
  };
}

/** Divides the gaps of a recorded trace. Those of generated arrivals are divided as they are drawn. */
function atRate(workload: Workload, rateMilli: number): Workload {
  if (workload.kind !== 'trace' || rateMilli === 1000) return workload;
  const gprs = workload.gprs.map((gpr) => {
    return { ...gpr, arrivalMs: Math.floor((gpr.arrivalMs * 1000) / rateMilli) };
  });
  return { ...workload, gprs };
}
