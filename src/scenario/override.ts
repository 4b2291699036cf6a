import type { Scenario, TraceWorkload } from '../../sim/index.ts';

export interface Overrides {
  readonly seed?: number | undefined;
  readonly queue?: string | undefined;
  readonly placement?: string | undefined;
  /** Multiplies the rate of generated and recorded arrivals; whole thousandths. */
  readonly load?: number | undefined;
}

/** What is not given stays as the scenario has it. */
export function override(scenario: Scenario, { seed, queue, placement, load }: Overrides): Scenario {
  const { scheduler } = scenario;
  return {
    ...scenario,
    seed: seed ?? scenario.seed,
    scheduler: {
      ...scheduler,
      queue: queue ?? scheduler.queue,
      placement: placement ?? scheduler.placement,
    },
    ...(load === undefined ? {} : atRate(scenario, Math.round(load * 1000))),
  };
}

/** Gaps of generated arrivals are divided as they are drawn, those of a recorded trace here. */
function atRate(
  { workload }: Scenario,
  arrivalRateMilli: number,
): Pick<Scenario, 'arrivalRateMilli' | 'workload'> {
  return {
    arrivalRateMilli,
    workload: workload.map((entry) => (entry.kind === 'trace' ? withFaster(entry, arrivalRateMilli) : entry)),
  };
}

function withFaster(trace: TraceWorkload, rateMilli: number): TraceWorkload {
  const gprs = trace.gprs.map((gpr) => {
    return { ...gpr, arrivalMs: Math.floor((gpr.arrivalMs * 1000) / rateMilli) };
  });
  return { ...trace, gprs };
}
