// The engine against a second world under the same rules that was written to be read: whatever happens, both tell the
// same facts in the same order, foresee the same starts, and see the same prospects for a request.

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
  'the engine and the naive world say the same',
  300,
  fc.tuple(policedScenarios, actions, twists, queries),
  playBoth,
);

property('they say the same of a crowd', 30, fc.tuple(crowdedScenarios, actions, twists, queries), playBoth);

property(
  'they foresee the same, and the same for whoever might join',
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
