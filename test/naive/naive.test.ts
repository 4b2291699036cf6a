// Compares the engine with the naive world, a second implementation of the same rules that is written for readability. Both must
// report the same facts in the same order, the same estimates, and the same prospects of a request.

import fc from 'fast-check';
import { actions } from '../support/arbitrary-actions.ts';
import { BEAT } from '../support/arbitrary-scenario.ts';
import { property } from '../support/property.ts';
import { policedScenarios, query, twists } from './arbitrary.ts';
import { crowdedScenarios, peaceful, quietScenarios } from './arbitrary-crowds.ts';
import { Lockstep } from './lockstep.ts';
import { ask, playBoth } from './play.ts';

const queries = fc.array(query, { minLength: 1, maxLength: 10 });

property(
  'the engine and the naive world report the same facts',
  300,
  fc.tuple(policedScenarios, actions, twists, queries),
  playBoth,
);

property(
  'the engine and the naive world report the same facts of a crowd',
  30,
  fc.tuple(crowdedScenarios, actions, twists, queries),
  playBoth,
);

property(
  'the engine and the naive world have the same estimates and prospects',
  60,
  fc.tuple(
    fc.oneof(crowdedScenarios, quietScenarios),
    fc.boolean(),
    queries,
    fc.array(fc.nat(8 * BEAT), { minLength: 1, maxLength: 10 }),
  ),
  ([scenario, isPeaceful, asked, gapsMs]) => {
    const lockstep = new Lockstep(isPeaceful ? peaceful(scenario) : scenario);
    gapsMs.forEach((gapMs, i) => {
      const atMs = lockstep.simulation.nowMs + gapMs;
      if (i % 2 === 0) lockstep.openAt(atMs);
      else lockstep.runTo(atMs);
      lockstep.compareEstimates();
      for (const one of asked) ask(lockstep, one);
    });
    lockstep.compareHash();
  },
);
