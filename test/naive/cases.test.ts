// Small cases in which the engine and the naive world once said different things.

import { test } from 'node:test';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';
import { Lockstep } from './lockstep.ts';

test('a repair that falls due in the open round does not hold up its arrivals', () => {
  const command = request('blue', { gpusPerNode: 8, priority: 200 });
  const lockstep = new Lockstep(scenarioOf({ nodes: 2, script: [{ atMs: SECOND, command }] }));
  lockstep.openAt(SECOND);
  lockstep.give(request('green', { gpusPerNode: 8, priority: 50 }));
  lockstep.give({ kind: 'node.down', cluster: 'east', node: 'east-large-1', repairAfterMs: 0 });
  lockstep.runTo(SECOND);
  lockstep.compareHash();
});

test('promises are noted in the order of creation, whatever places in memory GPRs have', () => {
  const lockstep = new Lockstep(scenarioOf({ keepEnded: 0, promiseEveryMs: 10 * SECOND }));
  lockstep.openAt(0);
  // Memory has room for 64 before it grows: these take it all, one after the other, and leave it.
  for (let i = 0; i < 62; i++) {
    lockstep.give(request('black'));
    lockstep.give({ kind: 'gpr.delete', gprId: lockstep.newest()! });
  }
  for (const name of ['blue', 'green', 'red']) lockstep.give(request(name, { gpusPerNode: 8 }));
  lockstep.openAt(15 * SECOND);
  lockstep.give(request('white', { gpusPerNode: 8, priority: 200 }));
  lockstep.runTo(20 * SECOND);
  lockstep.compareHash();
});

test('a policy keeps out GPRs of a recorded trace as well', () => {
  const gpr = {
    arrivalMs: SECOND,
    gpusPerNode: 1,
    nodeCount: 1,
    exitMs: SECOND,
    runMs: SECOND,
    gpuModels: [],
  };
  const lockstep = new Lockstep(
    scenarioOf({
      workload: [
        {
          kind: 'trace',
          format: 'test',
          cluster: 'east',
          gprs: [
            { ...gpr, name: 'pod-0', priority: 50 },
            { ...gpr, name: 'pod-1', priority: 150 },
          ],
        },
      ],
    }),
  );
  lockstep.openAt(0);
  for (const workspace of ['pod-0', 'pod-1']) {
    lockstep.give({ kind: 'policy.set', workspace, changes: { priority: { from: 100, to: 200 } } });
  }
  lockstep.runTo(5 * SECOND);
  lockstep.compareHash();
});

test('whom a request evicts is told of its first start, though it is evicted and starts again within the instant', () => {
  const lockstep = new Lockstep(scenarioOf({ nodes: 2 }));
  lockstep.openAt(0);
  lockstep.give(request('blue', { gpusPerNode: 8, priority: 10 }));
  lockstep.give(request('green', { gpusPerNode: 4, priority: 300 }));
  lockstep.give(request('red', { gpusPerNode: 4, priority: 50 }));
  lockstep.runTo(0);
  // Waits for what its own workspace holds; as soon as that is gone it needs a whole node.
  lockstep.openAt(SECOND);
  lockstep.give(request('blue', { gpusPerNode: 8, priority: 200, enableEviction: true }));
  lockstep.compareProspects(
    request('white', { gpusPerNode: 4, enableEviction: true, requeueOnFailure: true }),
  );
});

test('a repair within the open instant is foreseen', () => {
  const lockstep = new Lockstep(scenarioOf());
  lockstep.openAt(0);
  lockstep.give(request('blue', { gpusPerNode: 8, requeueOnFailure: true }));
  lockstep.openAt(SECOND);
  lockstep.give({ kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: 0 });
  lockstep.compareEstimates();
  lockstep.compareProspects(request('green', { gpusPerNode: 8, priority: 200 }));
  lockstep.runTo(SECOND);
  lockstep.compareHash();
});
