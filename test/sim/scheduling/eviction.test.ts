// Step 4 of the cycle: the choice of victims, and their states afterwards.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { textOf } from '../../../sim/index.ts';
import { request, SECOND, scenarioOf, workspace } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

const EVICTOR = { enableEviction: true, priority: 200 };

describe('victims', () => {
  test('a lower priority is evicted before a later start', () => {
    const world = new World(scenarioOf());
    const low = world.at(0).create('blue', { gpusPerNode: 4, priority: 40 });
    const high = world.at(10 * SECOND).create('green', { gpusPerNode: 4, priority: 50 });
    const evictor = world.at(20 * SECOND).create('red', { gpusPerNode: 4, ...EVICTOR });
    world.run(20 * SECOND);
    assert.equal(world.states(low, high, evictor), 'Failed Successful Successful');
  });

  test('among equal priorities the later start is evicted first', () => {
    const world = new World(scenarioOf());
    const early = world.at(0).create('blue', { gpusPerNode: 4 });
    const late = world.at(10 * SECOND).create('green', { gpusPerNode: 4 });
    const evictor = world.at(20 * SECOND).create('red', { gpusPerNode: 4, ...EVICTOR });
    world.run(20 * SECOND);
    assert.equal(world.states(early, late, evictor), 'Successful Failed Successful');
  });

  test('among equal starts the later creation is evicted first', () => {
    const world = new World(scenarioOf());
    world.at(0);
    const first = world.create('blue', { gpusPerNode: 4 });
    const second = world.create('green', { gpusPerNode: 4 });
    const evictor = world.at(20 * SECOND).create('red', { gpusPerNode: 4, ...EVICTOR });
    world.run(20 * SECOND);
    assert.equal(world.states(first, second, evictor), 'Successful Failed Successful');
  });

  test('a later start counts more than a later creation', () => {
    const world = new World(scenarioOf());
    world.at(0).create('white', { gpusPerNode: 6, exitMs: 30 * SECOND });
    const created = world.at(SECOND).create('blue', { gpusPerNode: 4 });
    world.at(2 * SECOND);
    const started = world.create('green', { gpusPerNode: 2, priority: 101 });
    world.run(40 * SECOND);
    assert.deepEqual([...world.starts(created), ...world.starts(started)], [30_000, 2_000]);
    const evictor = world.at(50 * SECOND).create('red', { gpusPerNode: 4, ...EVICTOR });
    world.run(50 * SECOND);
    assert.equal(world.states(created, started, evictor), 'Failed Successful Successful');
  });

  test('victims are found in a pool of many nodes', () => {
    const names = Array.from({ length: 100 }, (_, i) => `workspace-${i}`);
    const workspaces = ['red', ...names].map((name) => workspace(name, ['east']));
    const world = new World(scenarioOf({ nodes: 100, workspaces }));
    for (const [i, name] of names.entries()) {
      world.at(i * SECOND).create(name, { gpusPerNode: 8, exitMs: 1000 * SECOND });
    }
    world.run(99 * SECOND);
    const evictor = world.at(100 * SECOND).create('red', { gpusPerNode: 8, nodeCount: 2, ...EVICTOR });
    world.run(100 * SECOND);
    assert.deepEqual(world.gpr(evictor).nodes?.toSorted(), ['east-large-98', 'east-large-99']);
  });

  test('a GPR whose eviction is not needed stays', () => {
    const world = new World(scenarioOf({ nodes: 2, scheduler: { placement: 'first-fit' } }));
    world.at(0);
    world.create('white', { gpusPerNode: 7, priority: 300 });
    const needless = world.create('blue', { gpusPerNode: 1, priority: 10 });
    const needed = world.create('green', { gpusPerNode: 8, priority: 20 });
    assert.deepEqual(world.run(0).gpr(needless).nodes, ['east-large-0']);
    // Blue would be the first victim, but evicting it does not empty its node. Evicting green does.
    const evictor = world.at(10 * SECOND).create('red', { gpusPerNode: 8, ...EVICTOR });
    world.run(10 * SECOND);
    assert.equal(world.states(needless, needed, evictor), 'Successful Failed Successful');
  });

  test('needless victims are dropped, also over several nodes', () => {
    const world = new World(scenarioOf({ nodes: 3 }));
    world.at(0);
    const [a, b, c] = ['blue', 'green', 'white'].map((name, i) =>
      world.create(name, { gpusPerNode: 6, priority: 10 + i }),
    );
    const evictor = world.at(10 * SECOND).create('red', { gpusPerNode: 4, nodeCount: 2, ...EVICTOR });
    world.run(10 * SECOND);
    assert.equal(world.states(a, b, c, evictor), 'Failed Failed Successful Successful');
    // White, which has the highest priority of the three, started first and has node 0.
    assert.deepEqual(world.gpr(evictor).nodes, ['east-large-1', 'east-large-2']);
  });

  test('if evicting all eligible GPRs is not enough, none is evicted', () => {
    const world = new World(scenarioOf());
    world.at(0).create('white', { gpusPerNode: 2, priority: 300 });
    const spared = world.create('blue', { gpusPerNode: 6 });
    const evictor = world.at(10 * SECOND).create('red', { gpusPerNode: 8, ...EVICTOR });
    world.run(10 * SECOND);
    assert.equal(world.states(spared, evictor), 'Successful Queued');
  });

  test('a GPR of equal priority is not evicted', () => {
    const world = new World(scenarioOf());
    const equal = world.at(0).create('blue', { gpusPerNode: 8, priority: 200 });
    const evictor = world.at(10 * SECOND).create('red', EVICTOR);
    world.run(10 * SECOND);
    assert.equal(world.states(equal, evictor), 'Successful Queued');
  });

  test('a GPR of the same workspace is not evicted', () => {
    const world = new World(scenarioOf({ scheduler: { workspaceLimit: 'none' } }));
    world.at(0);
    const own = world.create('red', { gpusPerNode: 4, priority: 1 });
    const other = world.create('blue', { gpusPerNode: 4, priority: 2 });
    const evictor = world.at(10 * SECOND).create('red', { gpusPerNode: 4, ...EVICTOR });
    world.run(10 * SECOND);
    assert.equal(world.states(own, other, evictor), 'Successful Failed Successful');
  });

  test('no GPR is evicted by a head that may not evict or that fits without', () => {
    const world = new World(scenarioOf());
    const safe = world.at(0).create('blue', { gpusPerNode: 4, priority: 1 });
    const fits = world.create('green', { gpusPerNode: 4, ...EVICTOR });
    const mayNot = world.create('red', { gpusPerNode: 4, priority: 300 });
    world.run(0);
    assert.equal(world.states(safe, fits, mayNot), 'Queued Successful Successful');
    world.run(100 * SECOND);
    assert.equal(world.states(safe, fits, mayNot), 'Successful Complete Complete');
  });

  test('a GPR that is being provisioned can be evicted', () => {
    const world = new World(scenarioOf({ scheduler: { provisioningDelayMs: 20 * SECOND } }));
    const victim = world.at(0).create('blue', { gpusPerNode: 8, requeueOnFailure: true });
    const evictor = world.at(5 * SECOND).create('red', { gpusPerNode: 8, ...EVICTOR });
    world.run(5 * SECOND);
    assert.equal(world.states(victim, evictor), 'Queued Provisioning');
    world.run(1000 * SECOND);
    // Red runs 5 + 20 + 100 s. Blue has lost no run time: 125 + 20 + 100 s.
    assert.deepEqual(world.starts(victim), [0, 125_000]);
    assert.equal(world.gpr(victim).endedAtMs, 245_000);
  });
});

describe('which head may evict', () => {
  for (const queue of ['strict', 'greedy', 'backfill'] as const) {
    test(`${queue}: ${queue === 'greedy' ? 'each head' : 'only the first blocked head'}`, () => {
      const world = new World(scenarioOf({ nodes: 2, scheduler: { queue } }));
      world.at(0);
      const victim = world.create('blue', { gpusPerNode: 8, priority: 10 });
      world.create('green', { gpusPerNode: 8, priority: 300 });
      // White is the first head. It does not fit and may not evict. Red, behind it, may evict.
      world.at(10 * SECOND).create('white', { gpusPerNode: 8, nodeCount: 2, priority: 250 });
      const evictor = world.create('red', { gpusPerNode: 8, ...EVICTOR });
      world.run(10 * SECOND);
      const evicts = queue === 'greedy';
      assert.equal(world.states(victim, evictor), evicts ? 'Failed Successful' : 'Successful Queued');
    });
  }

  test('without a workspace limit heads with the same demand are checked separately for victims', () => {
    const world = new World(scenarioOf({ scheduler: { queue: 'greedy', workspaceLimit: 'none' } }));
    world.at(0);
    const victim = world.create('blue', { gpusPerNode: 8, priority: 10 });
    world.at(10 * SECOND);
    // Blue may not evict its workspace's GPR. Red has the same demand and may.
    const own = world.create('blue', { gpusPerNode: 8, ...EVICTOR });
    const evictor = world.create('red', { gpusPerNode: 8, ...EVICTOR });
    world.run(10 * SECOND);
    assert.equal(world.states(victim, own, evictor), 'Failed Queued Successful');
  });
});

describe('a victim', () => {
  function evicted(requeueOnFailure: boolean) {
    const world = new World(scenarioOf());
    const victim = world.at(0).create('blue', { gpusPerNode: 8, requeueOnFailure });
    const evictor = world.at(30 * SECOND).create('red', { gpusPerNode: 8, exitMs: 50 * SECOND, ...EVICTOR });
    world.run(30 * SECOND);
    return { world, victim, evictor };
  }

  test('without requeueOnFailure is Failed, with its evictor as the reason', () => {
    const { world, victim, evictor } = evicted(false);
    const view = world.gpr(victim);
    assert.equal(view.state, 'Failed');
    assert.equal(textOf(view.failureReason), `Evicted by ${evictor}`);
    assert.equal(view.endedAtMs, 30_000);
    assert.equal(view.allocatedGpus, 0);
    assert.equal(view.startedAtMs, 0);
    assert.deepEqual(view.nodes, ['east-large-0']);
    assert.equal(world.simulation.measures.summary().evictions, 1);
  });

  test('with requeueOnFailure is queued again and keeps its remaining duration', () => {
    const { world, victim, evictor } = evicted(true);
    const queued = world.gpr(victim);
    assert.equal(queued.state, 'Queued');
    assert.equal(textOf(queued.failureReason), `Evicted by ${evictor}`);
    assert.equal(queued.retryCount, 1);
    assert.equal(queued.startedAtMs, null);
    assert.equal(queued.firstStartedAtMs, 0);
    assert.equal(queued.nodes, null);
    assert.equal(queued.allocatedGpus, 0);
    world.run(80 * SECOND);
    assert.equal(world.gpr(victim).state, 'Successful');
    assert.equal(textOf(world.gpr(victim).failureReason), '');
    world.run(1000 * SECOND);
    // 30 of 100 s are done, blue waits 50 s for red, 70 s remain.
    const ended = world.gpr(victim);
    assert.deepEqual(world.starts(victim), [0, 80_000]);
    assert.equal(ended.state, 'Complete');
    assert.equal(ended.endedAtMs, 150_000);
    assert.equal(world.of(victim, 'gpr.requeued')[0].exitLeftMs, 70_000);
    assert.equal(world.of(victim, 'gpr.ended')[0].reason, 'exit duration over');
    // 100 s of 8 GPUs at 1.00 an hour each: ⌊30 s⌋ + ⌊70 s⌋ in millionths.
    assert.equal(ended.costMicro, Math.floor(8e6 * (30 / 3600)) + Math.floor(8e6 * (70 / 3600)));
    assert.equal(world.simulation.measures.summary().evictions, 1);
    assert.equal(world.simulation.measures.summary().requeues, 1);
  });

  test('keeps its remaining hidden run time', () => {
    const command = request('blue', { gpusPerNode: 8, requeueOnFailure: true });
    const world = new World(scenarioOf({ script: [{ atMs: 0, command, runMs: 40 * SECOND }] }));
    world.run(0);
    const [{ gprId }] = world.simulation.views.gprsOf('blue')!;
    world.at(30 * SECOND).create('red', { gpusPerNode: 8, exitMs: 50 * SECOND, ...EVICTOR });
    world.run(1000 * SECOND);
    assert.deepEqual(world.starts(gprId), [0, 80_000]);
    assert.equal(world.gpr(gprId).endedAtMs, 90_000);
    assert.equal(world.of(gprId, 'gpr.ended')[0].reason, 'work done');
  });

  test('keeps its position among GPRs of its priority', () => {
    const world = new World(scenarioOf());
    const victim = world.at(0).create('blue', { gpusPerNode: 8, requeueOnFailure: true });
    const later = world.at(10 * SECOND).create('green', { gpusPerNode: 8 });
    world.at(30 * SECOND).create('red', { gpusPerNode: 8, ...EVICTOR });
    world.run(1000 * SECOND);
    assert.deepEqual(world.starts(victim), [0, 130_000]);
    assert.deepEqual(world.starts(later), [200_000]);
  });

  test('may evict other GPRs', () => {
    const world = new World(scenarioOf({ nodes: 2 }));
    world.at(0).create('white', { gpusPerNode: 4, priority: 300 });
    const low = world.create('blue', { gpusPerNode: 4, priority: 10 });
    world.run(0);
    const middle = world.at(SECOND).create('green', {
      gpusPerNode: 4,
      priority: 100,
      enableEviction: true,
      requeueOnFailure: true,
    });
    world.run(SECOND);
    // Red needs a whole node and evicts green. Green evicts blue, which runs beside white.
    const evictor = world.at(10 * SECOND).create('red', { gpusPerNode: 8, ...EVICTOR });
    world.run(10 * SECOND);
    assert.equal(world.states(low, middle, evictor), 'Failed Successful Successful');
    assert.deepEqual(world.starts(middle), [1_000, 10_000]);
    assert.equal(textOf(world.gpr(low).failureReason), `Evicted by ${middle}`);
  });

  test('may start on another node in the next round of the same instant', () => {
    const world = new World(scenarioOf({ nodes: 2, scheduler: { placement: 'worst-fit' } }));
    world.at(0);
    world.create('green', { priority: 250 });
    const victim = world.create('blue', { requeueOnFailure: true });
    world.run(0);
    const evictor = world.at(10 * SECOND).create('red', { gpusPerNode: 8, ...EVICTOR });
    world.run(10 * SECOND);
    assert.deepEqual(world.starts(victim), [0, 10_000]);
    assert.deepEqual(world.gpr(victim).nodes, ['east-large-0']);
    assert.deepEqual(world.gpr(evictor).nodes, ['east-large-1']);
    assert.equal(world.simulation.clock().round, 1);
  });
});
