// Runs of the FGD study, for tests: its arrivals under its policies, with the facts of each run.

import { type FactRun, NEVER, type Scenario, Simulation } from '../../sim/index.ts';
import { loadTrace } from '../../src/scenario/trace-flags.ts';
import { pathOf } from './study.ts';

const EVENTS_AT_ONCE = 5000;

/** Name in the published tables → placement policy. */
export const STUDY_POLICIES: Readonly<Record<string, string>> = {
  '02-DotProd': 'dot-product',
  '03-GpuClustering': 'clustering',
  '04-GpuPacking': 'packing',
  '05-BestFit': 'best-fit-vector',
  '06-FGD': 'fgd',
};

/** @param flags that replace or add others, by name with dashes */
export function studyScenario(
  workload: string,
  seed: number,
  placement: string,
  flags: Readonly<Record<string, string>> = {},
): Scenario {
  const loaded = loadTrace(
    'openb',
    {
      '--nodes': pathOf('openb_node_list_gpu_node.csv'),
      '--workload': pathOf(`${workload}.csv`),
      '--shares': 'exact',
      '--arrivals': 'shuffled',
      ...flags,
    },
    { now: () => 0, seed, queue: 'refuse', placement },
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.scenario;
}

interface Reader {
  follow(facts: FactRun): void;
}

/** Runs a scenario to its end. Returns the reader, which has read all facts. @param make a reader of this simulation */
export function runThrough<R extends Reader>(scenario: Scenario, make: (simulation: Simulation) => R): R {
  const simulation = new Simulation(scenario);
  const reader = make(simulation);
  reader.follow(simulation.takeFacts());
  for (let isOver = false; !isOver; ) {
    isOver = simulation.runSome(NEVER, EVENTS_AT_ONCE);
    reader.follow(simulation.takeFacts());
  }
  return reader;
}
