// Step 5 of the cycle: whether a head that does not fit blocks the heads behind it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CreateGpr } from '../../../sim/index.ts';
import { cluster, nodeGroup, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

/**
 * One node of 8 GPUs. Blue holds 6 until 100 s. At 10 s, green requests `head` GPUs for 50 s at a high priority, which do not
 * fit, and red requests 2 GPUs at a low priority, which fit.
 * @returns instants of the starts of green and red, s
 */
function behindBlockedHead(queue: string, red: Partial<CreateGpr>, head = 8, delayMs = 0): [number, number] {
  const world = new World(scenarioOf({ scheduler: { queue, provisioningDelayMs: delayMs } }));
  world.at(0).create('blue', { gpusPerNode: 6 });
  world.at(10 * SECOND);
  const green = world.create('green', { gpusPerNode: head, exitMs: 50 * SECOND, priority: 200 });
  const behind = world.create('red', { gpusPerNode: 2, priority: 50, ...red });
  world.run(1000 * SECOND);
  assert.deepEqual(world.simulation.views.countStates().Complete, 3);
  return [world.starts(green)[0] / SECOND, world.starts(behind)[0] / SECOND];
}

describe('strict', () => {
  test('a head that does not fit blocks its pool', () => {
    assert.deepEqual(behindBlockedHead('strict', { exitMs: 10 * SECOND }), [100, 150]);
  });

  test('a head that does not fit blocks no other pool', () => {
    const clusters = [cluster('east', [nodeGroup('large', 1)]), cluster('west', [nodeGroup('large', 1)])];
    const world = new World(scenarioOf({ clusters }));
    world.at(0).create('blue', { clusters: ['east'] });
    world.at(0).create('green', { clusters: ['east'], gpusPerNode: 8, priority: 200 });
    const elsewhere = world.create('red', { clusters: ['west'] });
    const behind = world.create('white', { clusters: ['east'] });
    world.run(0);
    assert.equal(world.states(elsewhere, behind), 'Successful Queued');
  });
});

describe('greedy', () => {
  test('heads behind one that does not fit start', () => {
    assert.deepEqual(behindBlockedHead('greedy', { exitMs: 10 * SECOND }), [100, 10]);
  });

  test('heads behind one that does not fit start even if they delay it', () => {
    assert.deepEqual(behindBlockedHead('greedy', { exitMs: 200 * SECOND }), [210, 10]);
  });
});

describe('backfill', () => {
  test('a head that ends before the reservation starts', () => {
    assert.deepEqual(behindBlockedHead('backfill', { exitMs: 90 * SECOND }), [100, 10]);
  });

  test('a head that ends after the reservation waits if the reservation needs its GPUs', () => {
    assert.deepEqual(behindBlockedHead('backfill', { exitMs: 90 * SECOND + 1 }), [100, 150]);
  });

  test('a head that ends after the reservation starts if the reservation does not need its GPUs', () => {
    assert.deepEqual(behindBlockedHead('backfill', { exitMs: 500 * SECOND }, 6), [100, 10]);
    assert.deepEqual(behindBlockedHead('backfill', { exitMs: 500 * SECOND }, 7), [100, 150]);
  });

  test('the end of a GPR includes its provisioning: start + delay + exit duration', () => {
    // Blue ends at 120 s. Red would start at 10 s, be Successful at 30 s and end at 30 s + its exit duration.
    assert.deepEqual(behindBlockedHead('backfill', { exitMs: 90 * SECOND }, 8, 20 * SECOND), [120, 10]);
    assert.deepEqual(behindBlockedHead('backfill', { exitMs: 91 * SECOND }, 8, 20 * SECOND), [120, 190]);
  });

  test('two heads cannot pass on the same spare GPUs', () => {
    const world = new World(scenarioOf({ scheduler: { queue: 'backfill' } }));
    world.at(0).create('blue', { gpusPerNode: 5 });
    world.at(10 * SECOND);
    const head = world.create('green', { gpusPerNode: 6, priority: 200 });
    // The reservation at 100 s leaves 2 GPUs. Red takes them for long, so white would delay the head.
    const red = world.create('red', { gpusPerNode: 2, exitMs: 500 * SECOND });
    const white = world.create('white', { gpusPerNode: 1, exitMs: 500 * SECOND });
    world.run(10 * SECOND);
    assert.equal(world.states(head, red, white), 'Queued Successful Queued');
    world.run(100 * SECOND);
    assert.equal(world.states(head, red, white), 'Successful Successful Queued');
  });

  test('a head that has to wait uses up no spare GPUs', () => {
    const world = new World(scenarioOf({ scheduler: { queue: 'backfill' } }));
    world.at(0).create('blue', { gpusPerNode: 5 });
    world.at(10 * SECOND).create('green', { gpusPerNode: 6, priority: 200 });
    // The reservation at 100 s leaves 2 GPUs: too few for red, enough for white.
    const red = world.create('red', { gpusPerNode: 3, exitMs: 500 * SECOND });
    const white = world.create('white', { gpusPerNode: 2, exitMs: 500 * SECOND });
    world.run(10 * SECOND);
    assert.equal(world.states(red, white), 'Queued Successful');
  });

  test('a short head starts even if a longer one of the same demand has to wait', () => {
    const world = new World(scenarioOf({ scheduler: { queue: 'backfill' } }));
    world.at(0).create('blue', { gpusPerNode: 6 });
    world.at(10 * SECOND).create('green', { gpusPerNode: 8, priority: 200 });
    const long = world.create('red', { exitMs: 91 * SECOND });
    const short = world.create('white', { exitMs: 90 * SECOND });
    world.run(10 * SECOND);
    assert.equal(world.states(long, short), 'Queued Successful');
  });

  test('the GPUs of a node that is down count as free from its repair on', () => {
    const world = new World(scenarioOf({ nodes: 2, scheduler: { queue: 'backfill' } }));
    world.at(0).create('blue', { gpusPerNode: 2, exitMs: 900 * SECOND });
    world
      .at(10 * SECOND)
      .do({ kind: 'node.down', cluster: 'east', node: 'east-large-1', repairAfterMs: 50 * SECOND });
    const head = world.create('green', { gpusPerNode: 8, priority: 200 });
    // Red uses blue's node, which the head does not need: the head's reservation is the repaired node.
    const red = world.create('red', { gpusPerNode: 6, exitMs: 900 * SECOND });
    world.run(60 * SECOND);
    assert.deepEqual(world.starts(red), [10 * SECOND]);
    assert.deepEqual(world.starts(head), [60 * SECOND]);
  });

  test('a head whose provisioning fails at once uses up no spare GPUs', () => {
    // Half of the provisionings fail. Uses the first seed under which blue succeeds and red fails three times.
    const found = Array.from({ length: 100 }, (_, seed) => seed).some((seed) => {
      const failures = { provisioningMicro: 500_000 };
      const world = new World(scenarioOf({ seed, failures, scheduler: { queue: 'backfill' } }));
      const held = world.at(0).create('blue', { gpusPerNode: 5 });
      world.run(0);
      if (world.starts(held).length > 1) return false;
      // At 100 s the head leaves 2 GPUs, enough for one of the two.
      world.at(10 * SECOND).create('green', { gpusPerNode: 6, priority: 200 });
      const first = world.create('red', { gpusPerNode: 2, exitMs: 900 * SECOND, priority: 150 });
      const second = world.create('white', { gpusPerNode: 2, exitMs: 900 * SECOND });
      world.run(10 * SECOND);
      if (world.states(first) !== 'Failed') return false;
      assert.equal(world.starts(second)[0], 10_000);
      return true;
    });
    assert.ok(found);
  });

  test('a head without a foreseeable start has no reservation', () => {
    const world = new World(scenarioOf({ nodes: 2, scheduler: { queue: 'backfill' } }));
    world.at(0).do({ kind: 'node.down', cluster: 'east', node: 'east-large-1', repairAfterMs: null });
    const head = world.create('green', { nodeCount: 2, gpusPerNode: 8, priority: 200 });
    const red = world.create('red', { exitMs: 900 * SECOND });
    world.run(0);
    assert.equal(world.states(head, red), 'Queued Successful');
    assert.equal(world.estimate(head), null);
  });
});

for (const queue of ['strict', 'greedy', 'backfill'] as const) {
  test(`${queue}: heads start in order of priority, then creation`, () => {
    const world = new World(scenarioOf({ gpus: 1, scheduler: { queue } }));
    world.at(0);
    const low = world.create('blue', { priority: 1 });
    const first = world.create('green', { priority: 200 });
    const second = world.create('red', { priority: 200 });
    const top = world.create('white', { priority: 300 });
    world.run(1000 * SECOND);
    assert.deepEqual(
      [top, first, second, low].flatMap((gprId) => world.starts(gprId)),
      [0, 100_000, 200_000, 300_000],
    );
  });
}

test('the three policies differ as expected on one workload', () => {
  const waits = (queue: string) => {
    const shapes = [6, 8, 2, 4, 8, 1, 3];
    const script = shapes.map((gpusPerNode, i) => ({
      atMs: i * SECOND,
      command: request('blue', { gpusPerNode, exitMs: (100 - 10 * i) * SECOND }),
    }));
    const world = new World(scenarioOf({ script, scheduler: { queue, workspaceLimit: 'none' } }));
    world.run(10_000 * SECOND);
    return world.simulation.measures.summary().waitMsMean!;
  };
  assert.ok(waits('strict') > waits('backfill'));
  assert.ok(waits('strict') > waits('greedy'));
});
