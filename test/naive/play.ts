import type { Command, Scenario } from '../../sim/index.ts';
import { commandOf, workspaceNames } from '../support/action.ts';
import { BEAT } from '../support/arbitrary-scenario.ts';
import { request } from '../support/scenario.ts';
import { type Query, type Twist, twisted } from './arbitrary.ts';
import type { Play } from './arbitrary-resources.ts';
import { Lockstep } from './lockstep.ts';

/** Beats that both worlds run on after the plays. Estimates are compared after each part, so that cached forecasts are used. */
const TAIL_BEATS = [1, 2, 4, 8, 16, 29];

const COMPARE_EVERY = 5;

export function playBoth([scenario, plays, twists, queries]: [Scenario, Play[], Twist[], Query[]]): void {
  const lockstep = new Lockstep(scenario);
  const { simulation } = lockstep;
  plays.forEach((play, i) => {
    const { gapMs, newRound } = play;
    const atMs = simulation.nowMs + gapMs;
    if (gapMs === 0 && newRound) lockstep.runTo(atMs);
    lockstep.openAt(atMs);
    const command = 'command' in play ? named(play.command, lockstep) : commandOf(play.order, simulation);
    if (command !== null) lockstep.give(twisted(command, twists[i % twists.length]));
    if (i % COMPARE_EVERY !== 0) return;
    lockstep.compareEstimates();
    ask(lockstep, queries[i % queries.length]);
  });
  lockstep.deleteForgotten();
  for (const beats of TAIL_BEATS) {
    lockstep.runTo(simulation.nowMs + beats * BEAT);
    lockstep.compareEstimates();
  }
  lockstep.compareHash();
}

/** Replaces `newest` in a fault by the id of the GPR that was created last. */
function named(command: Command, lockstep: Lockstep): Command {
  if (command.kind !== 'fault.add' || command.spec.gprId !== 'newest') return command;
  return { ...command, spec: { ...command.spec, gprId: lockstep.newest() ?? null } };
}

export function ask(lockstep: Lockstep, { workspace, given }: Query): void {
  const names = workspaceNames(lockstep.simulation);
  const name = names.length === 0 ? 'unknown' : names[workspace % names.length];
  const command = request(name, given);
  lockstep.compareProspects(command);
  lockstep.compareCreated(command);
}
