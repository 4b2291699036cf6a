// The world of all cases: two nodes, some arrivals, and GPRs that leave memory soon after their end.

import type { Scenario } from '../../sim/index.ts';
import { generated, SECOND, scenarioOf } from '../support/scenario.ts';

/** Name of the world's file. */
export const WORLD = 'world.gprsim';

export const SCENARIO: Scenario = scenarioOf({
  nodes: 2,
  keepEnded: 3,
  scheduler: { workspaceLimit: 'none' },
  workload: [generated({ count: 8, interArrivalMeanMs: 20 * SECOND })],
});
