// Random input, played to the engine and to the naive world at once.

import type { Scenario } from '../../sim/index.ts';
import { type Action, commandOf, workspaceNames } from '../support/action.ts';
import { BEAT } from '../support/arbitrary-scenario.ts';
import { request } from '../support/scenario.ts';
import { type Question, type Twist, twisted } from './arbitrary.ts';
import { Lockstep } from './lockstep.ts';

const TAIL = 60 * BEAT;

/** How many actions come between two looks at what is foreseen. */
const LOOK_EVERY = 5;

/** Gives actions to both, asks now and then, and lets them run on for a while. */
export function playBoth([scenario, actions, twists, questions]: [
  Scenario,
  Action[],
  Twist[],
  Question[],
]): void {
  const lockstep = new Lockstep(scenario);
  const { simulation } = lockstep;
  actions.forEach(({ gapMs, newRound, order }, i) => {
    const atMs = simulation.nowMs + gapMs;
    if (gapMs === 0 && newRound) lockstep.runTo(atMs);
    lockstep.openAt(atMs);
    const command = commandOf(order, simulation);
    if (command !== null) lockstep.give(twisted(command, twists[i % twists.length]));
    if (i % LOOK_EVERY !== 0) return;
    lockstep.compareEstimates();
    ask(lockstep, questions[i % questions.length]);
  });
  lockstep.hideOneThatIsGone();
  lockstep.runTo(simulation.nowMs + TAIL);
  lockstep.compareEstimates();
  lockstep.compareHash();
}

/** Asks both where and when a request could start. */
export function ask(lockstep: Lockstep, { workspace, given }: Question): void {
  const names = workspaceNames(lockstep.simulation);
  const name = names.length === 0 ? 'nobody' : names[workspace % names.length];
  lockstep.compareProspects(request(name, given));
}
