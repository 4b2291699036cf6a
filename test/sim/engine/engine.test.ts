// Instants, rounds and ranks: the order of events.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NEVER } from '../../../sim/index.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

describe('an instant', () => {
  test('can be opened at a given round of the journal', () => {
    const world = new World(scenarioOf());
    world.simulation.openRound(5 * SECOND, 2);
    assert.deepEqual([world.simulation.nowMs, world.simulation.clock().round], [5_000, 2]);
    world.simulation.settle(5 * SECOND, 2, false);
    assert.equal(world.simulation.clock().open, false);
    world.simulation.settle(5 * SECOND, 3, true);
    assert.deepEqual([world.simulation.clock().round, world.simulation.clock().open], [3, true]);
    const { hash } = world.simulation.clock();
    world.simulation.settle(5 * SECOND, 3, true);
    assert.equal(world.simulation.clock().hash, hash);
    world.simulation.settle(9 * SECOND, 0, false);
    assert.deepEqual([world.simulation.nowMs, world.simulation.clock().open], [9_000, false]);
  });

  test('is never split: a limit on events stops the run between instants', () => {
    const script = [1, 1, 1, 2, 3].map((at) => ({ atMs: at * SECOND, command: request('blue') }));
    const { simulation } = new World(scenarioOf({ script }));
    assert.equal(simulation.nextEventMs(), 1_000);
    assert.equal(simulation.runSome(10 * SECOND, 1), false);
    assert.equal(simulation.nowMs, 1_000);
    assert.equal(simulation.views.countStates().Queued + simulation.views.countStates().Successful, 3);
    assert.equal(simulation.runSome(10 * SECOND, 1000), true);
    assert.equal(simulation.nowMs, 10_000);
    assert.equal(simulation.runSome(10 * SECOND, 1), true);
  });
});

test('a world without further events reports NEVER as the next one', () => {
  const world = new World(scenarioOf());
  assert.equal(world.simulation.nextEventMs(), NEVER);
  world.at(0).create('blue');
  world.run(0);
  assert.equal(world.simulation.nextEventMs(), 100_000);
  world.run(100 * SECOND);
  assert.equal(world.simulation.nextEventMs(), NEVER);
  world.simulation.runTo(NEVER);
  assert.equal(world.simulation.nowMs, 100_000);
});
