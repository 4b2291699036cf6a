// Idleness in the engine and in the naive world: by the workload, by command, and after an interruption.

import { test } from 'node:test';
import fc from 'fast-check';
import type { Scenario } from '../../sim/index.ts';
import { property } from '../support/property.ts';
import { generated, SECOND, scenarioOf } from '../support/scenario.ts';
import { idleActions, query, twists } from './arbitrary.ts';
import { idleScenarios } from './arbitrary-crowds.ts';
import { Lockstep } from './lockstep.ts';
import { playBoth } from './play.ts';

property(
  'the engine and the naive world report the same idleness',
  120,
  fc.tuple(idleScenarios, idleActions, twists, fc.array(query, { minLength: 1, maxLength: 10 })),
  playBoth,
);

test('a GPR whose workload goes idle while it is idle by command is idle again after an interruption', () => {
  const lockstep = new Lockstep(idler());
  lockstep.runTo(0);
  const idleMs = lockstep.simulation.nextEventMs();
  lockstep.openAt(idleMs - SECOND);
  lockstep.give({ kind: 'gpr.activity', gprId: lockstep.newest()!, busy: false });
  lockstep.openAt(idleMs + SECOND);
  lockstep.give({ kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: SECOND });
  lockstep.runTo(idleMs + 5 * SECOND);
  lockstep.compareHash();
});

/** A scenario with one GPR of 1000 s that is requeued after interruptions and goes idle once. */
function idler(): Scenario {
  return scenarioOf({
    workload: [
      generated({
        count: 1,
        interArrivalMeanMs: 0,
        workspaces: 1,
        priority: { low: 1, medium: 0, high: 0 },
        gpus: [8],
        exitDurationMs: { from: 1000 * SECOND, to: 1000 * SECOND },
        requeuesMilli: 1000,
        idleMilli: 1000,
        idleTimeOutMs: 1000 * SECOND,
      }),
    ],
  });
}
