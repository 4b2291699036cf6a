// Plays random input. The applied commands, with their instants and rounds, are the journal from which the run can be repeated.

import type { Command, Scenario } from '../../sim/index.ts';
import { Simulation } from '../../sim/index.ts';
import { type Action, commandOf } from './action.ts';

export interface Entry {
  readonly atMs: number;
  readonly round: number;
  readonly command: Command;
}

/**
 * Applies actions to a simulation, except refused ones.
 * @param observe called after each change of the simulation
 */
export function play(
  simulation: Simulation,
  actions: readonly Action[],
  observe: () => void = () => {},
): Entry[] {
  const journal: Entry[] = [];
  for (const { gapMs, newRound, order } of actions) {
    const atMs = simulation.nowMs + gapMs;
    if (gapMs === 0 && newRound) simulation.runTo(atMs);
    simulation.openAt(atMs);
    observe();
    const command = commandOf(order, simulation);
    const check = command === null ? null : simulation.check(command);
    if (check === null || !check.ok) continue;
    const { round } = simulation.clock();
    simulation.apply(check.command);
    journal.push({ atMs, round, command: check.command });
    observe();
  }
  return journal;
}

export function enter(simulation: Simulation, { atMs, round, command }: Entry): void {
  simulation.openRound(atMs, round);
  simulation.apply(command);
}

export function replay(scenario: Scenario, journal: readonly Entry[]): Simulation {
  const simulation = new Simulation(scenario);
  for (const entry of journal) enter(simulation, entry);
  return simulation;
}
