// Small cases in which the engine and the naive world once differed.

import { test } from 'node:test';
import { gpus, placement } from '../sim/world/orders.ts';
import { cluster, nodeGroup, request, SECOND, scenarioOf } from '../support/scenario.ts';
import { Lockstep } from './lockstep.ts';

test('estimates are recorded in the order of creation, whatever rows GPRs have', () => {
  const lockstep = new Lockstep(scenarioOf({ keepEnded: 0, recordEstimatesEveryMs: 10 * SECOND }));
  lockstep.openAt(0);
  // 62 GPRs in sequence take every free row of the table, which has 64 before it grows, and leave it.
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

test('bursts due at one instant happen in the order in which their GPRs became candidates, whatever rows GPRs have', () => {
  // With one of these numbers, the second placement's GPR gets the row of the GPR that was deleted before the first one's.
  for (let between = 58; between <= 62; between++) {
    const lockstep = new Lockstep(threeClusters({ scheduler: { workspaceLimit: 'none' } }));
    lockstep.openAt(0);
    for (const name of CLUSTERS) fill(lockstep, name, name === 'west' ? 30 * SECOND : 500 * SECOND);
    lockstep.runTo(0);
    lockstep.openAt(SECOND);
    lockstep.give(request('black', { gpusPerNode: 8, clusters: ['east'] }));
    const gprId = lockstep.newest()!;
    lockstep.give(placement('red', { ...BURSTING, name: 'first' }));
    lockstep.give({ kind: 'gpr.delete', gprId });
    for (let i = 0; i < between; i++) {
      lockstep.give(request('black', { gpusPerNode: 8, clusters: ['east'] }));
      lockstep.give({ kind: 'gpr.delete', gprId: lockstep.newest()! });
    }
    lockstep.give(placement('black', { ...BURSTING, name: 'second' }));
    lockstep.runTo(30 * SECOND);
    lockstep.compareHash();
  }
});

const CLUSTERS = ['east', 'west', 'north'];
const BURSTING = {
  clusters: CLUSTERS,
  enableBurst: true,
  burst: { text: '20s', ms: 20 * SECOND },
  gpu: gpus({ gpusPerNode: 8 }),
};

function threeClusters(given: Parameters<typeof scenarioOf>[0] = {}) {
  return scenarioOf({ clusters: CLUSTERS.map((name) => cluster(name, [nodeGroup('large', 1)])), ...given });
}

/** Fills a cluster with one GPR. Each cluster has a separate workspace for that. */
function fill(lockstep: Lockstep, name: string, exitMs: number): void {
  const workspace = ['blue', 'green', 'white'][CLUSTERS.indexOf(name)];
  lockstep.give(request(workspace, { clusters: [name], gpusPerNode: 8, exitMs }));
}
