// Policies apply to every creator of GPRs: clients, endpoints, placements, workloads.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CreateGpr, Policy } from '../../../sim/index.ts';
import {
  cluster,
  generated,
  instanceType,
  nodeGroup,
  request,
  SECOND,
  scenarioOf,
  workspace,
} from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { endpoint, fault, gpus, placement } from './orders.ts';

function under(changes: Partial<Policy>): World {
  const world = new World(scenarioOf({ nodes: 2 })).at(0);
  world.do({ kind: 'policy.set', workspace: 'red', changes });
  return world;
}

describe('a limit refuses requests beyond it, and reports limit and value', () => {
  const cases: [Partial<Policy>, Partial<CreateGpr>, string, string, string][] = [
    [{ priority: { from: 50, to: 150 } }, { priority: 151 }, 'priority', '50-150', '151'],
    [{ priority: { from: 50, to: 150 } }, { priority: 49 }, 'priority', '50-150', '49'],
    [{ maxExit: { text: '1m', ms: 60 * SECOND } }, { exitMs: 61 * SECOND }, 'maxExit', '1m', '0h1m1s'],
    [{ gpuShapes: ['H100'] }, {}, 'gpuShapes', 'H100', 'model-large'],
    [{ maxGpusPerGpr: 7 }, { gpusPerNode: 4, nodeCount: 2 }, 'maxGpusPerGpr', '7', '8'],
    [{ maxMemoryMbPerGpr: 119_999 }, { gpusPerNode: 3 }, 'maxMemoryMbPerGpr', '119999 MB', '120000 MB'],
    [
      { maxMemoryMbPerGpr: 100_000 },
      { gpusPerNode: 8, memoryGbPerGpu: 20 },
      'maxMemoryMbPerGpr',
      '100000 MB',
      '160000 MB',
    ],
  ];
  for (const [changes, given, rule, limit, value] of cases) {
    test(`${rule} ${limit}`, () => {
      const rejection = under(changes).refusal(request('red', given));
      assert.ok(rejection.code === 'policy', rejection.code);
      assert.deepEqual([rejection.rule, rejection.limit, rejection.value], [rule, limit, value]);
    });
  }

  test('accepts requests within it, and does not affect other workspaces', () => {
    const world = under({ priority: { from: 50, to: 150 }, maxGpusPerGpr: 8, gpuShapes: ['LARGE'] });
    world.create('red', { priority: 150, gpusPerNode: 4, nodeCount: 2 });
    world.create('blue', { priority: 300, gpusPerNode: 8, nodeCount: 2 });
  });
});

test('maxGprs counts GPRs that have not ended, and all GPRs of a placement together', () => {
  const world = under({ maxGprs: 2 });
  world.create('red');
  const queued = world.create('red');
  const refusal = world.refusal(request('red'));
  assert.ok(refusal.code === 'policy');
  assert.deepEqual([refusal.rule, refusal.limit, refusal.value], ['maxGprs', '2', '3']);
  assert.equal(world.refusal(endpoint('red')).code, 'policy');
  world.do({ kind: 'gpr.delete', gprId: queued });
  world.do(placement('red'));
  world.do({ kind: 'placement.update', name: 'app', gpu: gpus({ gpusPerNode: 2 }) });
  world.run(200 * SECOND);
  world.at(200 * SECOND).create('red');
});

test('an update to a priority outside the policy is refused', () => {
  const world = under({ priority: { from: 50, to: 150 } });
  const gprId = world.create('red');
  world.do({ kind: 'gpr.update', gprId, priority: 150 });
  assert.equal(world.refusal({ kind: 'gpr.update', gprId, priority: 151 }).code, 'policy');
});

test('an update that keeps the priority is accepted, even outside the policy', () => {
  const world = new World(scenarioOf()).at(0);
  const gprId = world.create('red', { priority: 200 });
  world.do({ kind: 'policy.set', workspace: 'red', changes: { priority: { from: 1, to: 100 } } });
  world.do({ kind: 'gpr.update', gprId, priority: 200, gprName: 'renamed' });
});

test('in a pool of several types a GPR gets a type that the policy allows', () => {
  const types = [instanceType('large', 8), instanceType('small', 8)];
  const shared = cluster('east', [nodeGroup('large', 1), nodeGroup('small', 1)], true);
  const world = new World(scenarioOf({ instanceTypes: types, clusters: [shared] })).at(0);
  world.do({ kind: 'policy.set', workspace: 'red', changes: { gpuShapes: ['model-small'] } });
  assert.equal(world.refusal(request('red', { instanceType: 'large' })).code, 'policy');
  const gprId = world.create('red');
  world.run(0);
  assert.deepEqual([world.gpr(gprId).instanceType, world.gpr(gprId).nodes], ['small', ['east-small-0']]);
});

test('unset flags of a GPR come from the policy', () => {
  const world = under({ enableEviction: true, requeueOnFailure: true });
  const unset = { enableEviction: null, requeueOnFailure: null, enforceIdleTimeOut: null };
  const { enableEviction, requeueOnFailure, enforceIdleTimeOut } = world.gpr(world.create('red', unset));
  assert.deepEqual([enableEviction, requeueOnFailure, enforceIdleTimeOut], [true, true, false]);
  const explicit = world.gpr(world.create('red', { ...unset, enableEviction: false, idleTimeOutMs: SECOND }));
  assert.deepEqual(
    [explicit.enableEviction, explicit.requeueOnFailure, explicit.enforceIdleTimeOut],
    [false, true, true],
  );
  const other = world.gpr(world.create('blue', unset));
  assert.deepEqual([other.enableEviction, other.requeueOnFailure], [false, false]);
});

test('arrivals of a workload are refused too, and a fact reports it', () => {
  const workload = generated({
    count: 60,
    interArrivalMeanMs: 0,
    workspaces: ['red', 'blue'],
    priority: { low: 1, medium: 0, high: 1 },
    exitDurationMs: { from: SECOND, to: SECOND },
  });
  const red = { ...workspace('red', ['east']), policy: { priority: { from: 1, to: 100 } } };
  const world = new World(
    scenarioOf({ workspaces: [red, workspace('blue', ['east'])], workload: [workload] }),
  );
  world.run(0);
  const refused = world.facts.filter(({ kind }) => kind === 'arrival.refused');
  assert.ok(refused.length > 0 && refused.every((fact) => fact.workspace === 'red'));
  assert.ok(world.simulation.views.gprsOf('red')!.every(({ priority }) => priority <= 100));
  assert.ok(world.simulation.views.gprsOf('blue')!.some(({ priority }) => priority > 100));
  const there = ['red', 'blue'].flatMap((name) => world.simulation.views.gprsOf(name)!).length;
  assert.equal(there + refused.length, 60);
});

describe('a fault of provisioning', () => {
  test('strikes its target the given number of times', () => {
    const world = new World(scenarioOf());
    const gprId = world.at(0).create('red');
    const other = world.create('blue');
    world.do({ kind: 'fault.add', spec: fault('provisioning', { gprId, times: 2 }) });
    world.run(0);
    assert.deepEqual([world.gpr(gprId).state, world.gpr(gprId).retryCount], ['Successful', 2]);
    assert.equal(world.gpr(other).retryCount, 0);
  });

  test('ends a GPR after three failures in sequence', () => {
    const world = new World(
      scenarioOf({ faults: [fault('provisioning', { workspace: 'red', cluster: 'east' })] }),
    );
    const gprId = world.at(0).create('red');
    world.run(0);
    assert.equal(world.gpr(gprId).state, 'Failed');
  });
});
