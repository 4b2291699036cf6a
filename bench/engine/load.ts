// The load of the engine benchmarks: the scenario `million` and variants of it.

import million from '../../fixtures/scenarios/million.json' with { type: 'json' };
import { type GeneratedWorkload, NEVER, type Scenario, type Simulation } from '../../sim/index.ts';
import { scenarioOf } from '../../src/scenario/load.ts';

/** Events between two calls of `take`, as in `gprsim run`. */
const SLICE_EVENTS = 1_000;

export interface Variant {
  readonly count: number;
  /** Divides nodes, workspaces and the arrival rate by this: the same load in a smaller world. */
  readonly shrink?: number;
  readonly seed?: number;
  readonly queue?: string;
  /** Mean gap between arrivals before shrinking; with the 1,000 ms of `million` the clusters are just full. */
  readonly gapMs?: number;
  readonly workspaces?: number;
  /** Share of GPRs that may evict, in thousandths. */
  readonly evictsMilli?: number;
  readonly keepEnded?: number;
}

export function millionOf({ shrink = 1, ...variant }: Variant): Scenario {
  const scenario = loaded();
  const [stream] = scenario.workload as [GeneratedWorkload];
  const { count, gapMs = stream.interArrivalMeanMs, workspaces = stream.workspaces as number } = variant;
  return {
    ...scenario,
    seed: variant.seed ?? scenario.seed,
    keepEnded: variant.keepEnded ?? scenario.keepEnded,
    scheduler: { ...scenario.scheduler, queue: variant.queue ?? scenario.scheduler.queue },
    clusters: scenario.clusters.map((cluster) => ({
      ...cluster,
      nodes: cluster.nodes.map((group) => ({ ...group, count: group.count / shrink })),
    })),
    workload: [
      {
        ...stream,
        count,
        workspaces: workspaces / shrink,
        interArrivalMeanMs: gapMs * shrink,
        evictsMilli: variant.evictsMilli ?? stream.evictsMilli,
      },
    ],
  };
}

function loaded(): Scenario {
  const result = scenarioOf(million, 'million', { now: Date.now });
  if (!result.ok) {
    throw new Error(result.problems.map(({ path, message }) => `${path} ${message}`).join('; '));
  }
  return result.scenario;
}

/** @param take called after each slice of events, to use or drop the new facts */
export function runThrough(simulation: Simulation, take: () => unknown = () => simulation.dropFacts()): void {
  for (let isDone = false; !isDone; ) {
    isDone = simulation.runSome(NEVER, SLICE_EVENTS);
    take();
  }
}
