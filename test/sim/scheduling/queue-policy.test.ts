// Step 5 of the cycle: whether a head that does not fit blocks the heads behind it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CreateGpr } from '../../../sim/index.ts';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
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
});

describe('greedy', () => {
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
});
