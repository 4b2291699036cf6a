// Orders of the queue: which head of a pool goes first, and which of the heads behind a blocked one.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Scenario } from '../../../sim/index.ts';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

type Scheduler = Scenario['scheduler'];

/** One node of 8 GPUs. */
function worldWith(scheduler: Partial<Scheduler>): World {
  return new World(scenarioOf({ scheduler })).at(0);
}

/** Instants of the first starts, s. */
const startsOf = (world: World, ...gprIds: string[]) =>
  gprIds.map((gprId) => world.starts(gprId)[0] / SECOND);

const whole = { gpusPerNode: 8 };

/** The ids of the queued GPRs in the order of lists, each with its position. */
function listed(world: World): [string, number | null][] {
  const wanted = { states: ['Queued'], reasons: [], workspace: '', cluster: '', priorityFrom: 0 } as const;
  const page = world.simulation.gprPage({
    ...wanted,
    priorityTo: 300,
    name: '',
    sees: () => true,
    offset: 0,
    limit: 100,
  });
  return page.gprs.map(({ gpr, position }) => [gpr.gprId, position]);
}

describe('shortest', () => {
  test('the shortest exit duration goes first, then the higher priority', () => {
    const world = worldWith({ order: 'shortest' });
    world.create('blue', { ...whole, exitMs: 100 * SECOND });
    world.run(0).at(SECOND);
    const low = world.create('white', { ...whole, exitMs: 50 * SECOND, priority: 50 });
    const high = world.create('green', { ...whole, exitMs: 50 * SECOND, priority: 200 });
    const short = world.create('red', { ...whole, exitMs: 10 * SECOND, priority: 50 });
    world.run(SECOND);
    assert.deepEqual(listed(world), [
      [short, 1],
      [high, 2],
      [low, 3],
    ]);
    assert.match(world.sentence(high), new RegExp(`^waits behind ${short}, the first of its pool`));
    assert.deepEqual(
      [low, high, short].map((gprId) => world.estimate(gprId)! / SECOND),
      [160, 110, 100],
    );
    world.run(1000 * SECOND);
    assert.deepEqual(startsOf(world, low, high, short), [160, 110, 100]);
  });

  test('the candidate of a workspace stays its first GPR by rank, and lists follow that', () => {
    const world = worldWith({ order: 'shortest' });
    world.create('green', { ...whole, exitMs: 20 * SECOND });
    world.run(0).at(SECOND);
    const long = world.create('blue', { ...whole, exitMs: 90 * SECOND, priority: 200 });
    const short = world.create('blue', { ...whole, exitMs: 10 * SECOND, priority: 100 });
    const middle = world.create('red', { ...whole, exitMs: 50 * SECOND, priority: 100 });
    world.run(SECOND);
    assert.deepEqual(listed(world), [
      [middle, 1],
      [long, 2],
      [short, 3],
    ]);
    world.run(1000 * SECOND);
    assert.deepEqual(startsOf(world, middle, long, short), [20, 70, 160]);
  });
});

describe('fair-share', () => {
  const fair = { order: 'fair-share', workspaceLimit: 'none' } as const;

  test('the workspace that has used the least GPU time goes first', () => {
    const world = worldWith(fair);
    world.create('blue', { ...whole, exitMs: 100 * SECOND });
    world.run(0).at(SECOND);
    const used = world.create('blue', { ...whole, exitMs: 10 * SECOND, priority: 200 });
    const unused = world.create('red', { ...whole, exitMs: 10 * SECOND, priority: 50 });
    world.run(SECOND);
    // At 1 s, blue has used 8 GPU-s.
    assert.deepEqual(listed(world), [
      [unused, 1],
      [used, 2],
    ]);
    assert.deepEqual(
      [used, unused].map((gprId) => world.estimate(gprId)! / SECOND),
      [110, 100],
    );
    world.run(1000 * SECOND);
    assert.deepEqual(startsOf(world, used, unused), [110, 100]);
  });

  for (const [_halfLifeMs, _starts] of [
    // At 140 s, blue has 400 ÷ 2 = 200 GPU-s, and red 8 × 30 = 240 GPU-s.
    [100 * SECOND, [140, 150]],
    // Blue has 400 GPU-s.
    [1000 * SECOND, [150, 140]],
  ] as const) {
  }
});
