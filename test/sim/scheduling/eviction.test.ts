// Step 4 of the cycle: the choice of victims, and their states afterwards.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { textOf } from '../../../sim/index.ts';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

const EVICTOR = { enableEviction: true, priority: 200 };

describe('victims', () => {
  test('among equal priorities the later start is evicted first', () => {
    const world = new World(scenarioOf());
    const early = world.at(0).create('blue', { gpusPerNode: 4 });
    const late = world.at(10 * SECOND).create('green', { gpusPerNode: 4 });
    const evictor = world.at(20 * SECOND).create('red', { gpusPerNode: 4, ...EVICTOR });
    world.run(20 * SECOND);
    assert.equal(world.states(early, late, evictor), 'Successful Failed Successful');
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
});
