// Small cases in which the engine and the naive world once differed.

import { test } from 'node:test';
import { binding, endpoint, fault, gpus, placement, template } from '../sim/world/orders.ts';
import { cluster, nodeGroup, request, SECOND, scenarioOf } from '../support/scenario.ts';
import { Lockstep } from './lockstep.ts';

test('a repair that is due in the open round does not delay its arrivals', () => {
  const command = request('blue', { gpusPerNode: 8, priority: 200 });
  const lockstep = new Lockstep(scenarioOf({ nodes: 2, script: [{ atMs: SECOND, command }] }));
  lockstep.openAt(SECOND);
  lockstep.give(request('green', { gpusPerNode: 8, priority: 50 }));
  lockstep.give({ kind: 'node.down', cluster: 'east', node: 'east-large-1', repairAfterMs: 0 });
  lockstep.runTo(SECOND);
  lockstep.compareHash();
});

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

test('a policy also refuses GPRs of a recorded trace', () => {
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

test('a prospect has the victims of its first start, even if the request starts again in the same instant', () => {
  const lockstep = new Lockstep(scenarioOf({ nodes: 2 }));
  lockstep.openAt(0);
  lockstep.give(request('blue', { gpusPerNode: 8, priority: 10 }));
  lockstep.give(request('green', { gpusPerNode: 4, priority: 300 }));
  lockstep.give(request('red', { gpusPerNode: 4, priority: 50 }));
  lockstep.runTo(0);
  // Queued behind its workspace's GPR. After that GPR's end it needs a whole node.
  lockstep.openAt(SECOND);
  lockstep.give(request('blue', { gpusPerNode: 8, priority: 200, enableEviction: true }));
  lockstep.compareProspects(
    request('white', { gpusPerNode: 4, enableEviction: true, requeueOnFailure: true }),
  );
});

test('estimates foresee a repair within the open instant', () => {
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

test('a GPR that gets and loses GPUs in one cycle begins to wait again, even without a workspace limit', () => {
  const lockstep = new Lockstep(threeClusters({ scheduler: { workspaceLimit: 'none' } }));
  lockstep.openAt(0);
  for (const name of CLUSTERS) fill(lockstep, name, 30 * SECOND);
  lockstep.give(placement('red', BURSTING));
  lockstep.give({ kind: 'fault.add', spec: fault('provisioning', { workspace: 'red', times: 1 }) });
  lockstep.compareEstimates();
  lockstep.runTo(100 * SECOND);
  lockstep.compareHash();
});

test('a failed decision that retains its GPR does not burst, even if the GPR is evicted and waits', () => {
  const lockstep = new Lockstep(threeClusters());
  lockstep.openAt(0);
  const gpu = gpus({ gpusPerNode: 8, requeueOnFailure: true });
  lockstep.give(placement('red', { ...BURSTING, gpu, deletionPolicy: 'Retain' }));
  lockstep.give({ kind: 'fault.add', spec: fault('step', { times: 1 }) });
  lockstep.openAt(40 * SECOND);
  const given = { gpusPerNode: 8, priority: 200, enableEviction: true };
  lockstep.give(request('blue', { ...given, clusters: ['east'] }));
  lockstep.runTo(45 * SECOND);
  lockstep.compareEstimates();
  lockstep.runTo(200 * SECOND);
  lockstep.compareHash();
});

test('an overdue decision reports that its GPR is shared, that the policy admits it again, and that nodes are removed', () => {
  const lockstep = new Lockstep(threeClusters());
  lockstep.openAt(0);
  for (const name of CLUSTERS) fill(lockstep, name, 300 * SECOND);
  lockstep.give({ kind: 'gpr-template.create', template: template('large', { gpusPerNode: 8 }) });
  lockstep.give({ kind: 'binding.create', binding: binding('red', 'large') });
  lockstep.give(placement('red', { ...BURSTING, gpu: null }));
  lockstep.runTo(40 * SECOND);
  lockstep.openAt(50 * SECOND);
  lockstep.give(endpoint('red', { gpu: 'auto' }));
  lockstep.openAt(60 * SECOND);
  lockstep.give({ kind: 'endpoint.delete', workspace: 'red', name: 'model', cluster: null });
  lockstep.give(request('red', { clusters: ['east'], priority: 50 }));
  lockstep.give({ kind: 'policy.set', workspace: 'red', changes: { maxGprs: 1 } });
  lockstep.openAt(70 * SECOND);
  lockstep.give({ kind: 'gpr.delete', gprId: lockstep.newest()! });
  const nodes = CLUSTERS.slice(1).map((name) => ({ cluster: name, node: `${name}-large-0` }));
  lockstep.openAt(80 * SECOND);
  for (const node of nodes) lockstep.give({ kind: 'node.down', ...node, repairAfterMs: null });
  lockstep.openAt(90 * SECOND);
  for (const node of nodes) lockstep.give({ kind: 'node.remove', ...node });
  lockstep.runTo(400 * SECOND);
  lockstep.compareHash();
});

test('the estimate of a GPR that is evicted and then bursts is its first start', () => {
  const lockstep = new Lockstep(threeClusters());
  lockstep.openAt(0);
  const gpu = gpus({ gpusPerNode: 8, requeueOnFailure: true });
  lockstep.give(placement('red', { ...BURSTING, gpu }));
  fill(lockstep, 'north', 60 * SECOND);
  lockstep.runTo(0);
  lockstep.openAt(SECOND);
  // The forecast runs until this GPR starts.
  lockstep.give(request('black', { clusters: ['north'], gpusPerNode: 8, priority: 50 }));
  lockstep.give({ kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: SECOND });
  // Queued behind its workspace's GPR; then it evicts.
  lockstep.give(request('blue', { clusters: ['west'], gpusPerNode: 8, exitMs: 5 * SECOND, priority: 300 }));
  const given = { gpusPerNode: 8, priority: 200, enableEviction: true };
  lockstep.give(request('blue', { ...given, clusters: ['east'] }));
  lockstep.compareEstimates();
  lockstep.runTo(200 * SECOND);
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

test('a GPR with a foreseen burst has no recorded estimate that could move', () => {
  const lockstep = new Lockstep(threeClusters({ recordEstimatesEveryMs: 10 * SECOND }));
  lockstep.openAt(0);
  for (const name of CLUSTERS) fill(lockstep, name, 300 * SECOND);
  // The forecast moves it at 300 s, until the policy forbids that.
  lockstep.give(placement('red', { ...BURSTING, clusters: ['east', 'west'] }));
  lockstep.give({ kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: null });
  lockstep.runTo(10 * SECOND);
  lockstep.openAt(15 * SECOND);
  lockstep.give({ kind: 'policy.set', workspace: 'red', changes: { gpuShapes: ['small'] } });
  lockstep.runTo(400 * SECOND);
  lockstep.compareHash();
});

test('the victims of a prospect never include a GPR that a burst creates after the query', () => {
  const lockstep = new Lockstep(threeClusters());
  lockstep.openAt(0);
  for (const [i, name] of CLUSTERS.entries()) fill(lockstep, name, [300, 50, 60][i] * SECOND);
  // Moves to the west at 50 s. The forecast evicts it there at 60 s.
  lockstep.give(placement('red', BURSTING));
  lockstep.runTo(0);
  const query = request('white', { gpusPerNode: 8, priority: 300, enableEviction: true });
  for (let i = 0; i < 3; i++) lockstep.compareProspects(query);
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
