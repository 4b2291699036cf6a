// The states of a GPR: how it enters and leaves each, and what it holds and costs there.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { textOf } from '../../../sim/index.ts';
import { COLORS, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

describe('provisioning', () => {
  test('without a delay a GPR is Successful at its start', () => {
    const world = new World(scenarioOf());
    const gpr = world.at(5 * SECOND).create('blue', { gpusPerNode: 4 });
    assert.equal(world.states(gpr), 'Queued');
    world.run(5 * SECOND);
    const view = world.gpr(gpr);
    assert.equal(view.state, 'Successful');
    assert.equal(view.startedAtMs, 5_000);
    assert.equal(view.allocatedGpus, 4);
    assert.deepEqual(view.nodes, ['east-large-0']);
  });

  test('the exit duration counts from Successful, the cost from the start of the provisioning delay', () => {
    const world = new World(scenarioOf({ scheduler: { provisioningDelayMs: 20 * SECOND } }));
    const gpr = world.at(5 * SECOND).create('blue', { gpusPerNode: 4 });
    world.run(24_999);
    assert.equal(world.states(gpr), 'Provisioning');
    assert.equal(world.gpr(gpr).allocatedGpus, 4);
    world.run(25_000);
    assert.equal(world.states(gpr), 'Successful');
    world.run(124_999);
    assert.equal(world.states(gpr), 'Successful');
    world.run(125_000);
    const ended = world.gpr(gpr);
    assert.equal(ended.state, 'Complete');
    assert.equal(ended.allocatedGpus, 0);
    assert.equal(ended.startedAtMs, 5_000);
    assert.deepEqual(ended.nodes, ['east-large-0']);
    // 120 s of 4 GPUs at 1.00 an hour: 133,333⅓ micro-units.
    assert.equal(ended.costMicro, 133_333);
  });

  test('a failed provisioning is repeated for any flags, and three failures in sequence are final', () => {
    const world = new World(
      scenarioOf({
        scheduler: { provisioningDelayMs: 20 * SECOND },
        failures: { provisioningMicro: 1_000_000 },
      }),
    );
    const gpr = world.at(0).create('blue', { requeueOnFailure: false });
    world.run(0);
    world.run(40 * SECOND);
    assert.deepEqual(world.starts(gpr), [0, 20_000, 40_000]);
    assert.equal(world.gpr(gpr).retryCount, 2);
    world.run(60 * SECOND);
    const failed = world.gpr(gpr);
    assert.equal(failed.state, 'Failed');
    assert.equal(textOf(failed.failureReason), 'Provisioning failed');
    assert.equal(failed.retryCount, 2);
    assert.equal(failed.endedAtMs, 60_000);
    // Three attempts of 20 s of one GPU, each rounded down.
    assert.equal(failed.costMicro, 3 * 5_555);
  });
});

describe('one provisioned GPR a workspace', () => {
  test('it is the one with the highest priority, then the earliest creation; the others wait even if GPUs are free', () => {
    const world = new World(scenarioOf({ nodes: 10 }));
    world.at(0);
    const low = world.create('blue', { priority: 10 });
    const high = world.create('blue', { priority: 200 });
    const equal = world.create('blue', { priority: 200 });
    const other = world.create('green', { priority: 1 });
    world.run(0);
    assert.equal(world.states(low, high, equal, other), 'Queued Successful Queued Successful');
    world.run(100 * SECOND);
    assert.equal(world.states(low, high, equal), 'Queued Complete Successful');
    world.run(200 * SECOND);
    assert.equal(world.states(low, equal), 'Successful Complete');
  });
});

describe('a GPR ends', () => {
  test('by the hidden run time of a scripted GPR', () => {
    const world = new World(
      scenarioOf({ script: [{ atMs: 0, command: request('blue'), runMs: 40 * SECOND }] }),
    );
    world.run(0);
    const [{ gprId }] = world.simulation.views.gprsOf('blue')!;
    world.run(40 * SECOND);
    assert.equal(world.states(gprId), 'Complete');
    assert.equal(world.of(gprId, 'gpr.ended')[0].reason, 'work done');
  });

  test('by early release, while Provisioning or Successful', () => {
    const world = new World(scenarioOf({ scheduler: { provisioningDelayMs: 20 * SECOND } }));
    const gpr = world.at(0).create('blue', { gpusPerNode: 8 });
    const next = world.create('green', { gpusPerNode: 8 });
    assert.deepEqual(world.refusal({ kind: 'gpr.release', gprId: gpr }), {
      code: 'gpr-state',
      gprId: gpr,
      state: 'Queued',
      action: 'release',
    });
    world
      .run(0)
      .at(10 * SECOND)
      .do({ kind: 'gpr.release', gprId: gpr });
    assert.equal(world.gpr(gpr).earlyRelease, true);
    world.run(10 * SECOND);
    assert.equal(world.states(gpr, next), 'Complete Provisioning');
    world.at(40 * SECOND).do({ kind: 'gpr.release', gprId: next });
    assert.equal(world.states(next), 'Complete');
    assert.equal(world.refusal({ kind: 'gpr.release', gprId: next }).code, 'gpr-state');
  });

  test('and leaves memory when keepEnded others have ended after it', () => {
    const world = new World(scenarioOf({ keepEnded: 2 }));
    const left: string[] = [];
    world.simulation.onForget = (gpr, removed, uid) => left.push(`${uid} ${gpr.state} ${removed}`);
    const ended = (gprId: string) => `${world.simulation.uidOf(gprId)} Complete false`;
    world.at(0);
    // GPRs that were created later end earlier.
    const gprs = [40, 30, 20, 10].map((seconds, i) => world.create(COLORS[i], { exitMs: seconds * SECOND }));
    world.run(20 * SECOND);
    assert.deepEqual(left, []);
    world.run(30 * SECOND);
    assert.deepEqual(left, [ended(gprs[3])]);
    world.run(40 * SECOND);
    assert.deepEqual(left.slice(1), [ended(gprs[2])]);
    assert.equal(world.simulation.views.gpr(gprs[2]), undefined);
    assert.equal(world.states(gprs[0], gprs[1]), 'Complete Complete');
    assert.deepEqual(world.simulation.views.gprsOf('red'), []);
  });
});

describe('idleness', () => {
  const idling = { idleTimeOutMs: 30 * SECOND, enforceIdleTimeOut: true };

  function running(given: Parameters<typeof request>[1] = idling) {
    const world = new World(scenarioOf());
    const gpr = world.at(0).create('blue', { gpusPerNode: 4, ...given });
    world.run(0);
    return { world, gpr };
  }

  test('for the whole time-out ends it as TimedOut', () => {
    const { world, gpr } = running();
    world.at(10 * SECOND).do({ kind: 'gpr.activity', gprId: gpr, busy: false });
    assert.equal(world.gpr(gpr).idle, true);
    assert.equal(world.simulation.views.clusters()[0].idleGpus, 4);
    world.run(39_999);
    assert.equal(world.states(gpr), 'Successful');
    world.run(40_000);
    assert.equal(world.states(gpr), 'TimedOut');
    assert.equal(world.gpr(gpr).idle, false);
    assert.equal(world.simulation.views.clusters()[0].idleGpus, 0);
  });

  test('can be set only for a Successful GPR', () => {
    const world = new World(scenarioOf());
    const gpr = world.at(0).create('blue');
    assert.equal(world.refusal({ kind: 'gpr.activity', gprId: gpr, busy: false }).code, 'gpr-state');
  });
});

describe('an update of a queued GPR', () => {
  function blocked() {
    const world = new World(scenarioOf());
    world.at(0).create('white', { gpusPerNode: 8, priority: 100 });
    world.run(0).at(SECOND);
    const gpr = world.create('blue', { gpusPerNode: 8, priority: 50 });
    const rival = world.create('green', { gpusPerNode: 8, priority: 60 });
    world.run(SECOND).at(2 * SECOND);
    return { world, gpr, rival };
  }

  test('changes its position in the queue', () => {
    const { world, gpr, rival } = blocked();
    world.do({ kind: 'gpr.update', gprId: gpr, priority: 61, gprName: 'renamed' });
    assert.equal(world.gpr(gpr).gprName, 'renamed');
    world.run(1000 * SECOND);
    assert.deepEqual([...world.starts(gpr), ...world.starts(rival)], [100_000, 200_000]);
  });

  test('changes whether it may evict', () => {
    const { world, gpr } = blocked();
    world.do({ kind: 'gpr.update', gprId: gpr, priority: 101, enableEviction: true, requeueOnFailure: true });
    assert.equal(world.gpr(gpr).enableEviction, true);
    assert.equal(world.gpr(gpr).requeueOnFailure, true);
    world.run(2 * SECOND);
    assert.equal(world.states(gpr), 'Successful');
    assert.equal(world.refusal({ kind: 'gpr.update', gprId: gpr, priority: 5 }).code, 'gpr-state');
  });
});

describe('deletion', () => {
  test('removes a queued GPR, and the next one starts', () => {
    const world = new World(scenarioOf());
    world.at(0).create('white', { gpusPerNode: 4 });
    const large = world.create('blue', { gpusPerNode: 8, priority: 200 });
    const small = world.create('green', { gpusPerNode: 4, priority: 50 });
    // White and blue are created together. Blue starts first; white and green wait.
    world.run(0);
    assert.equal(world.states(large, small), 'Successful Queued');
    const waiting = world.at(SECOND).create('red', { gpusPerNode: 4, priority: 300 });
    world.do({ kind: 'gpr.delete', gprId: waiting });
    assert.equal(world.simulation.views.gpr(waiting), undefined);
    assert.equal(world.refusal({ kind: 'gpr.delete', gprId: waiting }).code, 'gpr-unknown');
    assert.equal(world.refusal({ kind: 'gpr.delete', gprId: large }).code, 'gpr-state');
    world.do({ kind: 'gpr.release', gprId: large });
    world.do({ kind: 'gpr.delete', gprId: large });
    world.run(SECOND);
    assert.equal(world.states(small), 'Successful');
  });
});

test('a GPR with dedicatedNodes takes only empty nodes, and holds all their GPUs', () => {
  const world = new World(scenarioOf({ nodes: 2 }));
  world.at(0).create('white', { gpusPerNode: 1 });
  const alone = world.create('blue', { gpusPerNode: 2, dedicatedNodes: true });
  world.run(0);
  assert.deepEqual(world.gpr(alone).nodes, ['east-large-1']);
  assert.equal(world.gpr(alone).allocatedGpus, 8);
  const second = world.at(SECOND).create('green', { gpusPerNode: 1, dedicatedNodes: true });
  world.run(99_999);
  assert.equal(world.states(second), 'Queued');
  world.run(100_000);
  assert.equal(world.states(second), 'Successful');
  // 100 s of the whole node.
  assert.equal(world.gpr(alone).costMicro, Math.floor(8e6 / 36));
});
