// The load that the engine is measured with: the scenario `million`, shortened or shrunk, run from end to end.

import million from '../fixtures/scenarios/million.json' with { type: 'json' };
import { type GeneratedWorkload, NEVER, type Scenario, type Simulation } from '../sim/index.ts';
import { scenarioOf } from '../src/scenario/load.ts';

/** Events between two collections of facts, as in `gprsim run`. */
const SLICE_EVENTS = 4_000;

/**
 * `million` with another number of GPRs. With `shrink` the clusters have so many times fewer nodes and workspaces,
 * and arrivals come so many times more slowly: the same load on a smaller world.
 */
export function millionOf(count: number, shrink = 1): Scenario {
  const [workload] = million.workload;
  const loaded = scenarioOf(
    {
      ...million,
      clusters: million.clusters.map((cluster) => ({
        ...cluster,
        nodes: cluster.nodes.map((group) => ({ ...group, count: group.count / shrink })),
      })),
      workload: [
        {
          ...workload,
          count,
          workspaces: workload.workspaces / shrink,
          interArrival: { mean: `${shrink}s` },
        },
      ],
    },
    'million',
    { now: Date.now },
  );
  if (!loaded.ok)
    throw new Error(loaded.problems.map(({ path, message }) => `${path} ${message}`).join('; '));
  return loaded.scenario;
}

export function workloadOf(scenario: Scenario): GeneratedWorkload {
  return scenario.workload[0] as GeneratedWorkload;
}

export interface Ran {
  readonly gprs: number;
  readonly facts: number;
  readonly hash: string;
}

/** Runs a world to its end as `gprsim run` does: hash and measures on, checker off. */
export function runThrough(simulation: Simulation): Ran {
  for (let isDone = false; !isDone; ) {
    isDone = simulation.runSome(NEVER, SLICE_EVENTS);
    simulation.dropFacts();
  }
  const { seq, hash } = simulation.clock();
  return { gprs: simulation.measures.summary().gprs, facts: seq, hash };
}
