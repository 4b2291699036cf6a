// Indexes follow the facts from their first query. An index that begins later must find the same.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Simulation } from '../../../sim/index.ts';
import { workspaceNames } from '../../support/action.ts';
import { actions } from '../../support/arbitrary-actions.ts';
import { scenarios } from '../../support/arbitrary-scenario.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';

/** The contents of the indexes: the GPRs of each workspace in order, and each GPR by its id. */
function found(simulation: Simulation) {
  return workspaceNames(simulation).map((name) => {
    const gprs = simulation.views.gprsOf(name) ?? [];
    for (const gpr of gprs) assert.deepEqual(simulation.views.gpr(gpr.gprId), gpr);
    return gprs;
  });
}

property(
  'an index that follows from the start finds the same as one built at the end',
  100,
  fc.tuple(scenarios({ invalidations: true }), actions),
  ([scenario, list]) => {
    const asked = new Simulation(scenario);
    found(asked);
    let turns = 0;
    play(asked, list, () => {
      if (turns++ % 3 === 0) asked.dropFacts();
      found(asked);
    });
    asked.dropFacts();
    assert.deepEqual(found(Simulation.restore(scenario, asked.save())), found(asked));
  },
);
