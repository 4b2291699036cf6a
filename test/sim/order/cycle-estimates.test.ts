// Forecasts with one cycle for each event: a cycle after an event of one pool starts GPRs of every pool.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../sim/base/pending.ts';
import { cluster, nodeGroup, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

const REST = { gpusPerNode: 4, exitMs: 1000 * SECOND, idleTimeOutMs: 9 * SECOND, enforceIdleTimeOut: true };

/**
 * Two clusters with 8 GPUs each. At 10 s, an idle GPR of west ends early, then one of east; 4 GPUs of east are free from the
 * beginning of the instant on, because an exit duration is over. Its timer was set last.
 */
function twoPools(): World {
  const scheduler = { queue: 'greedy', cycle: 'event', workspaceLimit: 'none' } as const;
  const clusters = ['east', 'west'].map((name) => cluster(name, [nodeGroup('large', 1)]));
  const world = new World(scenarioOf({ clusters, scheduler })).at(0);
  const idle = ['west', 'east'].map((name) => world.create('blue', { ...REST, clusters: [name] }));
  world.at(SECOND);
  for (const gprId of idle) world.do({ kind: 'gpr.activity', gprId, busy: false });
  world.at(2 * SECOND);
  world.create('green', { gpusPerNode: 4, exitMs: 8 * SECOND, clusters: ['east'] });
  world.run(3 * SECOND);
  return world;
}

const WHOLE = { gpusPerNode: 8, clusters: ['east'], exitMs: 50 * SECOND };
const HALF = { gpusPerNode: 4, clusters: ['east'], exitMs: 20 * SECOND };

test('availability knows the cycles after events of other pools', () => {
  const world = twoPools();
  world.at(4 * SECOND);
  const whole = world.create('red', WHOLE);
  // The cycle after the end in west, before the end in east, finds 4 free GPUs in east.
  const found = finish(world.simulation.availability(request('white', HALF)));
  assert.ok(found.ok);
  assert.deepEqual(
    found.items.map(({ startMs }) => startMs),
    [10 * SECOND],
  );
  const half = world.create('white', HALF);
  const estimates = [whole, half].map((gprId) => world.estimate(gprId));
  assert.deepEqual(estimates, [30 * SECOND, 10 * SECOND]);
  world.run(100 * SECOND);
  assert.deepEqual([world.starts(whole), world.starts(half)], [[30 * SECOND], [10 * SECOND]]);
});

test('a command that changes nothing ends the forecasts of its instant', () => {
  const withCommand = (isGiven: boolean) => {
    const scheduler = { queue: 'greedy', cycle: 'event', workspaceLimit: 'none' } as const;
    const world = new World(scenarioOf({ scheduler })).at(0);
    const idle = world.create('blue', REST);
    world.at(SECOND).do({ kind: 'gpr.activity', gprId: idle, busy: false });
    world.at(2 * SECOND).create('green', { gpusPerNode: 4, exitMs: 8 * SECOND });
    const whole = world.create('red', WHOLE);
    const half = world.create('white', HALF);
    const estimates = () => [whole, half].map((gprId) => world.estimate(gprId));
    // Without a cycle between the two ends at 10 s, the GPR of 8 GPUs starts.
    assert.deepEqual(estimates(), [10 * SECOND, 60 * SECOND]);
    world.at(10 * SECOND);
    assert.deepEqual(estimates(), [10 * SECOND, 60 * SECOND]);
    if (isGiven) {
      world.do({ kind: 'scheduler.set', queue: 'greedy' });
      assert.deepEqual(world.estimate(whole), 30 * SECOND);
      assert.equal(world.states(half), 'Successful');
    }
    world.run(100 * SECOND);
    return [world.starts(whole), world.starts(half)];
  };
  assert.deepEqual(withCommand(false), [[10 * SECOND], [60 * SECOND]]);
  assert.deepEqual(withCommand(true), [[30 * SECOND], [10 * SECOND]]);
});
