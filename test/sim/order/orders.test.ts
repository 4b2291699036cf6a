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

  test('after a requeue, the rest of the exit duration counts', () => {
    const world = worldWith({ order: 'shortest' });
    const requeued = world.create('red', { ...whole, exitMs: 100 * SECOND, requeueOnFailure: true });
    world.run(0).at(SECOND);
    const other = world.create('green', { ...whole, exitMs: 50 * SECOND, priority: 200 });
    const [node] = world.simulation.views.nodes();
    world.run(SECOND).at(70 * SECOND);
    const down = { cluster: node.cluster, node: node.name, repairAfterMs: 5 * SECOND };
    world.do({ kind: 'node.down', ...down });
    world.run(1000 * SECOND);
    // 30 s are left at 75 s: less than the 50 s of the other one.
    assert.deepEqual(world.starts(requeued), [0, 75 * SECOND]);
    assert.deepEqual(world.starts(other), [105 * SECOND]);
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

  test('under strict, a new head behind the blocked one changes nothing, and one before it starts', () => {
    const world = worldWith({ order: 'shortest' });
    world.create('blue', { gpusPerNode: 6, exitMs: 100 * SECOND });
    world.run(0).at(SECOND);
    const blocked = world.create('green', { gpusPerNode: 4, exitMs: 50 * SECOND });
    world.run(SECOND).at(2 * SECOND);
    const behind = world.create('red', { gpusPerNode: 1, exitMs: 60 * SECOND, priority: 300 });
    world.run(2 * SECOND).at(3 * SECOND);
    const before = world.create('white', { gpusPerNode: 1, exitMs: 40 * SECOND, priority: 1 });
    world.run(1000 * SECOND);
    assert.deepEqual(startsOf(world, blocked, behind, before), [100, 100, 3]);
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

  test('GPUs that a GPR still holds count', () => {
    const world = worldWith(fair);
    world.create('blue', { gpusPerNode: 4, exitMs: 1000 * SECOND });
    world.create('green', { gpusPerNode: 4, exitMs: 100 * SECOND });
    world.run(0).at(SECOND);
    const used = world.create('blue', { gpusPerNode: 4, exitMs: 10 * SECOND, priority: 200 });
    const unused = world.create('red', { gpusPerNode: 4, exitMs: 10 * SECOND, priority: 50 });
    world.run(2000 * SECOND);
    assert.deepEqual(startsOf(world, used, unused), [110, 100]);
  });

  for (const [halfLifeMs, starts] of [
    // At 140 s, blue has 400 ÷ 2 = 200 GPU-s, and red 8 × 30 = 240 GPU-s.
    [100 * SECOND, [140, 150]],
    // Blue has 400 GPU-s.
    [1000 * SECOND, [150, 140]],
  ] as const) {
    test(`GPU time is halved after a half-life of ${halfLifeMs / SECOND} s`, () => {
      const world = worldWith({ ...fair, halfLifeMs });
      world.create('blue', { ...whole, exitMs: 50 * SECOND });
      world.run(0).at(110 * SECOND);
      world.create('red', { ...whole, exitMs: 30 * SECOND });
      world.run(110 * SECOND).at(120 * SECOND);
      const ofRed = world.create('red', { ...whole, exitMs: 10 * SECOND, priority: 200 });
      const ofBlue = world.create('blue', { ...whole, exitMs: 10 * SECOND, priority: 50 });
      world.run(1000 * SECOND);
      assert.deepEqual(startsOf(world, ofBlue, ofRed), starts);
    });
  }

  test('GPU time counts from the change that begins the order', () => {
    const world = worldWith({ workspaceLimit: 'none' });
    world.create('blue', { ...whole, exitMs: 100 * SECOND });
    world.run(0).at(100 * SECOND);
    world.create('green', { ...whole, exitMs: 100 * SECOND });
    world.run(100 * SECOND).at(150 * SECOND);
    world.do({ kind: 'scheduler.set', order: 'fair-share' });
    const ofBlue = world.create('blue', { ...whole, exitMs: 10 * SECOND, priority: 200 });
    const ofGreen = world.create('green', { ...whole, exitMs: 10 * SECOND, priority: 300 });
    const ofRed = world.create('red', { ...whole, exitMs: 10 * SECOND, priority: 50 });
    world.run(1000 * SECOND);
    // Blue and red have used nothing since 150 s, so blue goes first by its priority. Green held 8 GPUs for 50 s.
    assert.deepEqual(startsOf(world, ofBlue, ofRed, ofGreen), [200, 210, 220]);
  });
});

describe('the backfill order', () => {
  /** Blue holds 6 of 8 GPUs until 100 s. At 10 s, green is blocked; two GPRs behind it need 2 GPUs for 60 s and 20 s. */
  function behind(scheduler: Partial<Scheduler>): number[] {
    const world = worldWith(scheduler);
    world.create('blue', { gpusPerNode: 6, exitMs: 100 * SECOND });
    world.run(0).at(10 * SECOND);
    const head = world.create('green', { ...whole, exitMs: 5 * SECOND, priority: 200 });
    const long = world.create('red', { gpusPerNode: 2, exitMs: 60 * SECOND, priority: 100 });
    const short = world.create('white', { gpusPerNode: 2, exitMs: 20 * SECOND, priority: 50 });
    world.run(10 * SECOND);
    const waiting = [head, long, short].filter((gprId) => world.states(gprId) === 'Queued');
    const estimates = waiting.map((gprId) => world.estimate(gprId)! / SECOND);
    world.run(1000 * SECOND);
    assert.deepEqual(estimates, startsOf(world, ...waiting), 'estimates are starts');
    return startsOf(world, head, long, short);
  }

  test('is that of the queue if it is same', () => {
    assert.deepEqual(behind({ queue: 'backfill' }), [100, 10, 70]);
    assert.deepEqual(behind({ queue: 'backfill', order: 'shortest' }), [100, 30, 10]);
  });

  test('orders the heads behind the blocked one, and not the first one', () => {
    assert.deepEqual(behind({ queue: 'backfill', backfillOrder: 'shortest' }), [100, 30, 10]);
    assert.deepEqual(behind({ queue: 'greedy', backfillOrder: 'shortest' }), [100, 30, 10]);
    assert.deepEqual(
      behind({ queue: 'backfill', order: 'shortest', backfillOrder: 'priority' }),
      [100, 10, 70],
    );
  });

  test('has no effect under strict', () => {
    assert.deepEqual(behind({ backfillOrder: 'shortest' }), [100, 105, 105]);
  });
});

test('a change of the order takes effect in the cycle of the same instant', () => {
  const world = worldWith({});
  world.create('blue', { gpusPerNode: 6, exitMs: 100 * SECOND });
  world.run(0).at(SECOND);
  const first = world.create('green', { ...whole, exitMs: 50 * SECOND, priority: 200 });
  const short = world.create('red', { gpusPerNode: 2, exitMs: 10 * SECOND });
  world.run(SECOND).at(5 * SECOND);
  assert.equal(world.states(first, short), 'Queued Queued');
  world.do({ kind: 'scheduler.set', order: 'shortest' });
  world.run(5 * SECOND);
  assert.deepEqual(world.starts(short), [5 * SECOND]);
  const changes = world.facts.filter(({ kind }) => kind === 'order.changed' || kind === 'scheduler.changed');
  assert.deepEqual(
    changes.map(({ kind, order, backfillOrder }) => [kind, order, backfillOrder]),
    [['order.changed', 'shortest', 'same']],
  );
});
