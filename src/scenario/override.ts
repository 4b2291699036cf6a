import type { PolicyNames, Scenario, TraceWorkload } from '../../sim/index.ts';

/** Policies, and when cycles run, that replace those of a scenario. */
export type GivenPolicies = { readonly [Policy in keyof PolicyNames | 'cycle']?: string | undefined };

const MEMBERS = ['queue', 'placement', 'order', 'backfillOrder', 'cycle'] as const;

/** The policies among other members. */
export function givenPolicies(given: GivenPolicies): GivenPolicies {
  const known = MEMBERS.filter((member) => given[member] !== undefined);
  return Object.fromEntries(known.map((member) => [member, given[member]]));
}

export interface Overrides extends GivenPolicies {
  readonly seed?: number | undefined;
  /** Multiplies the rate of generated and recorded arrivals; whole thousandths. */
  readonly load?: number | undefined;
}

/** What is not given stays as the scenario has it. */
export function override(scenario: Scenario, { seed, load, ...given }: Overrides): Scenario {
  const { scheduler } = scenario;
  return {
    ...scenario,
    seed: seed ?? scenario.seed,
    scheduler: { ...scheduler, ...givenPolicies(given) } as Scenario['scheduler'],
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
