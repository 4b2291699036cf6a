import type { PendingAnswer } from '../../sim/base/pending.ts';
import { buildWorld } from '../../sim/build.ts';
import { plannedHistory } from '../../sim/forecast/planned.ts';
import type { History, Simulation } from '../../sim/index.ts';
import { loadWorld } from '../../sim/snapshot.ts';

/** The history that follows up to an instant if nothing unforeseen happens. The facts of the simulation must have been taken. */
export function plannedOf(simulation: Simulation, history: History, untilMs: number): PendingAnswer<History> {
  const world = buildWorld(simulation.scenario);
  loadWorld(world, world.streamTable, simulation.save());
  return plannedHistory(world, history, untilMs);
}
