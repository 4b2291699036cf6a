// The load that the engine is measured with: the scenario `million` and variants of it, run from end to end.

import million from '../fixtures/scenarios/million.json' with { type: 'json' };
import { type GeneratedWorkload, NEVER, type Scenario, type Simulation } from '../sim/index.ts';
import { scenarioOf } from '../src/scenario/load.ts';

/** Events between two collections of facts, as in `gprsim run`. */
const SLICE_EVENTS = 4_000;

/** What differs from `million`. */
export interface Variant {
  readonly count: number;
  /**
   * The clusters have so many times fewer nodes and workspaces, and arrivals come so many times more slowly: the same
   * load on a smaller world.
   */
  readonly shrink?: number;
  readonly seed?: number;
  readonly queue?: string;
  /** Mean gap between arrivals, before it is shrunk; `million` has one of 1,000 ms, which is as much as fits. */
  readonly gapMs?: number;
  /** Before they are shrunk. */
  readonly workspaces?: number;
  /** Chance to evict, in thousandths. */
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

/**
 * Runs a world to its end as `gprsim run` does: hash and measures on, checker off.
 * @param take what is done with the facts so far
 */
export function runThrough(simulation: Simulation, take: () => unknown = () => simulation.dropFacts()): void {
  for (let isDone = false; !isDone; ) {
    isDone = simulation.runSome(NEVER, SLICE_EVENTS);
    take();
  }
}
