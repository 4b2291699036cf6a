import { type Scenario, Simulation } from '../../sim/index.ts';
import type { Task } from '../measuring/measure.ts';
import { runThrough } from './load.ts';

export interface Subject {
  readonly task: Task;
  /** The last world. */
  readonly world: () => Simulation;
}

/** Runs one scenario repeatedly; all runs must have the same hash. */
export function taskOf(scenario: Scenario): Subject {
  let simulation = new Simulation(scenario);
  let first: string | undefined;
  const task = {
    prepare: () => {
      simulation = new Simulation(scenario);
    },
    run: () => runThrough(simulation),
    check: () => {
      const { hash } = simulation.clock();
      first ??= hash;
      if (hash !== first) throw new Error(`two runs of one scenario have the hashes ${first} and ${hash}`);
    },
  };
  return { task, world: () => simulation };
}
