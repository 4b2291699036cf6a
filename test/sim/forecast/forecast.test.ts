// Forecasts without hidden knowledge: estimates, auto selection, recorded estimates.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CreateGpr } from '../../../sim/index.ts';
import { cluster, instanceType, nodeGroup, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

describe('an estimate', () => {
  test('is the end of the GPRs before it, by their exit durations', () => {
    const world = new World(scenarioOf({ scheduler: { provisioningDelayMs: 20 * SECOND } }));
    const held = world.at(0).create('blue', { gpusPerNode: 8 });
    const first = world.create('green', { gpusPerNode: 8, priority: 99 });
    const second = world.create('red', { gpusPerNode: 8, priority: 98 });
    world.run(0);
    assert.deepEqual([world.estimate(first), world.estimate(second)], [120_000, 240_000]);
    assert.equal(world.estimate(held), null, 'a running GPR has no next start');
    world.run(239_999);
    assert.deepEqual([...world.starts(first), world.estimate(second)], [120_000, 240_000]);
    world.run(240_000);
    assert.deepEqual(world.starts(second), [240_000]);
  });

  test('in an open round includes its cycle', () => {
    const world = new World(scenarioOf());
    const first = world.at(0).create('blue', { gpusPerNode: 8 });
    const second = world.create('green', { gpusPerNode: 8 });
    assert.deepEqual([world.estimate(first), world.estimate(second)], [0, 100_000]);
    assert.equal(world.states(first), 'Queued', 'the query does not run the cycle');
  });

  test('of a second GPR of a workspace is after the end of the first', () => {
    const world = new World(scenarioOf({ nodes: 5 }));
    world.at(0).create('blue');
    const second = world.create('blue', { priority: 50 });
    const third = world.create('blue', { priority: 40 });
    world.run(0);
    assert.deepEqual([world.estimate(second), world.estimate(third)], [100_000, 200_000]);
  });

  test('ignores hidden run times', () => {
    // The end of the work must not count as idleness either.
    const command = request('blue', { gpusPerNode: 8, idleTimeOutMs: SECOND, enforceIdleTimeOut: true });
    const script = [{ atMs: 0, command, runMs: 10 * SECOND }];
    const world = new World(scenarioOf({ script }));
    const gpr = world.run(0).at(SECOND).create('green');
    assert.equal(world.estimate(gpr), 100_000);
    world.run(10 * SECOND);
    assert.deepEqual(world.starts(gpr), [10_000]);
  });

  test('includes running idle timers, and no others', () => {
    const world = new World(scenarioOf());
    const held = world
      .at(0)
      .create('blue', { gpusPerNode: 8, idleTimeOutMs: 20 * SECOND, enforceIdleTimeOut: true });
    const gpr = world.create('green', { priority: 99 });
    world.run(0);
    assert.equal(world.estimate(gpr), 100_000);
    world.at(10 * SECOND).do({ kind: 'gpr.activity', gprId: held, busy: false });
    assert.equal(world.estimate(gpr), 30_000);
    world.at(15 * SECOND).do({ kind: 'gpr.activity', gprId: held, busy: true });
    assert.equal(world.estimate(gpr), 100_000);
  });

  test('includes the planned repair of a node, and is null without one', () => {
    const world = new World(scenarioOf());
    const down = { kind: 'node.down', cluster: 'east', node: 'east-large-0' } as const;
    world.at(0).do({ ...down, repairAfterMs: null });
    const gpr = world.create('blue');
    assert.equal(world.estimate(gpr), null);
    world.do({ kind: 'node.up', cluster: 'east', node: 'east-large-0' });
    world.do({ ...down, repairAfterMs: 70 * SECOND });
    assert.equal(world.estimate(gpr), 70_000);
  });

  test('ignores future failures and arrivals', () => {
    const script = [{ atMs: 20 * SECOND, command: request('red', { gpusPerNode: 8, priority: 300 }) }];
    const failures = { nodeMtbfMs: 10 * SECOND, provisioningMicro: 900_000 };
    const world = new World(scenarioOf({ script, failures, scheduler: { provisioningDelayMs: SECOND } }));
    world.at(0).create('blue', { gpusPerNode: 8 });
    const gpr = world.create('green', { gpusPerNode: 8 });
    assert.equal(world.estimate(gpr), 101_000);
  });

  test('includes future evictions, and the restart of the victims', () => {
    const world = new World(scenarioOf());
    world.at(0).create('white', { gpusPerNode: 8, priority: 250, exitMs: 60 * SECOND });
    const low = world.create('blue', { gpusPerNode: 8, requeueOnFailure: true, priority: 10 });
    world.run(0);
    const evictor = world.at(SECOND).create('red', { gpusPerNode: 8, priority: 300, enableEviction: true });
    // White is Failed at 1 s. Red holds the node until 101 s.
    assert.deepEqual([world.estimate(evictor), world.estimate(low)], [1_000, 101_000]);
  });

  test('under backfill includes GPRs that pass before', () => {
    const world = new World(scenarioOf({ scheduler: { queue: 'backfill' } }));
    world.at(0).create('white', { gpusPerNode: 6 });
    world.run(0).at(SECOND);
    const head = world.create('blue', { gpusPerNode: 8, priority: 200 });
    const by = world.create('green', { gpusPerNode: 2, exitMs: 50 * SECOND });
    const then = world.create('red', { gpusPerNode: 2, exitMs: 49 * SECOND, priority: 50 });
    assert.deepEqual(
      [head, by, then].map((gpr) => world.estimate(gpr)),
      [100_000, 1_000, 51_000],
    );
  });

  test('changes nothing when it is made', () => {
    const world = new World(scenarioOf());
    world.at(0).create('white', { gpusPerNode: 8 });
    const gpr = world.create('blue');
    const before = world.simulation.save();
    world.estimate(gpr);
    world.simulation.explain(gpr);
    assert.deepEqual(world.simulation.save(), before);
  });
});

describe('auto selection', () => {
  const clusters = [
    cluster('west', [nodeGroup('large', 1), nodeGroup('small', 1)]),
    cluster('east', [nodeGroup('large', 1), nodeGroup('small', 1)]),
  ];
  const instanceTypes = [instanceType('large', 8), instanceType('small', 2)];
  const everywhere = { clusters, instanceTypes };

  function hold(world: World, from: string, given: Partial<CreateGpr>): void {
    world.create(from, { gpusPerNode: 8, ...given });
  }

  function where(world: World, gprId: string): string {
    const { cluster: name, instanceType: type } = world.gpr(gprId);
    return `${name}/${type}`;
  }

  test('takes the first pool by cluster, then instance type, if the request would start at once in all', () => {
    const world = new World(scenarioOf(everywhere)).at(0);
    assert.equal(where(world, world.create('blue')), 'east/large');
    assert.equal(where(world, world.create('green', { gpuShape: 'small' })), 'east/small');
    assert.equal(where(world, world.create('red', { clusters: ['west'] })), 'west/large');
  });

  test('takes the pool with the earliest start of the request', () => {
    const world = new World(scenarioOf(everywhere)).at(0);
    hold(world, 'white', { clusters: ['east'], instanceType: 'large', exitMs: 50 * SECOND });
    hold(world, 'black', { clusters: ['west'], instanceType: 'large', exitMs: 40 * SECOND });
    world.run(0).at(SECOND);
    const gpr = world.create('blue', { gpusPerNode: 8 });
    assert.equal(where(world, gpr), 'west/large');
    world.run(100 * SECOND);
    assert.deepEqual(world.starts(gpr), [40_000]);
  });

  test('considers queued GPRs, and those that the request would overtake', () => {
    const world = new World(scenarioOf(everywhere)).at(0);
    hold(world, 'white', { clusters: ['east'], exitMs: 50 * SECOND });
    hold(world, 'black', { clusters: ['west'], exitMs: 40 * SECOND });
    hold(world, 'green', { clusters: ['west'], exitMs: 90 * SECOND, priority: 99 });
    world.run(0).at(SECOND);
    const check = (priority: number) => world.simulation.check(request('blue', { gpusPerNode: 8, priority }));
    const behind = check(98);
    const before = check(100);
    assert.ok(
      behind.ok && behind.command.kind === 'gpr.create' && before.ok && before.command.kind === 'gpr.create',
    );
    assert.equal(behind.command.pool?.cluster, 'east');
    assert.equal(before.command.pool?.cluster, 'west');
  });

  test('considers evictions by the request', () => {
    const world = new World(scenarioOf(everywhere)).at(0);
    hold(world, 'white', { clusters: ['east'], exitMs: 10 * SECOND, priority: 200 });
    hold(world, 'black', { clusters: ['west'], exitMs: 900 * SECOND, priority: 50 });
    world.run(0).at(SECOND);
    assert.equal(where(world, world.create('blue', { gpusPerNode: 8 })), 'east/large');
    assert.equal(where(world, world.create('green', { gpusPerNode: 8, enableEviction: true })), 'west/large');
  });

  test('takes a pool without a foreseeable start last', () => {
    const world = new World(scenarioOf(everywhere)).at(0);
    world.do({ kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: null });
    hold(world, 'white', { clusters: ['west'], exitMs: 900 * SECOND });
    world.run(0).at(SECOND);
    assert.equal(where(world, world.create('blue', { gpusPerNode: 8 })), 'west/large');
  });

  test('is stored in the checked command and not repeated', () => {
    const world = new World(scenarioOf(everywhere)).at(0);
    const check = world.simulation.check(request('blue'));
    assert.ok(check.ok && check.command.kind === 'gpr.create');
    assert.deepEqual(check.command.pool, {
      cluster: 'east',
      instanceType: 'large',
      gpuModelName: 'model-large',
    });
    const other = {
      ...check.command,
      pool: { cluster: 'west', instanceType: 'small', gpuModelName: 'model-small' },
    };
    assert.equal(where(world, world.simulation.apply(other).gprId!), 'west/small');
  });
});

describe('recorded estimates', () => {
  test('count how often an estimate moved later', () => {
    const world = new World(scenarioOf({ recordEstimatesEveryMs: 60 * SECOND }));
    world.at(0).create('white', { gpusPerNode: 8 });
    const gpr = world.create('blue', { gpusPerNode: 8 });
    world.run(60 * SECOND);
    assert.equal(world.gpr(gpr).delayedCount, 0);
    // A GPR of 70 s and higher priority starts first.
    world.at(90 * SECOND).create('green', { gpusPerNode: 8, priority: 200, exitMs: 70 * SECOND });
    world.run(119_999);
    assert.equal(world.gpr(gpr).delayedCount, 0);
    world.run(120_000);
    assert.equal(world.gpr(gpr).delayedCount, 1);
    assert.deepEqual(
      world.of(gpr, 'gpr.delayed').map(({ atMs, estimatedStartMs }) => [atMs, estimatedStartMs]),
      [[120_000, 170_000]],
    );
  });

  test('that can no longer be foreseen count once as moved later', () => {
    const world = new World(scenarioOf({ recordEstimatesEveryMs: 60 * SECOND }));
    world.at(0).create('white', { gpusPerNode: 8, exitMs: 500 * SECOND });
    const gpr = world.create('blue', { gpusPerNode: 8 });
    world.run(60 * SECOND);
    world
      .at(90 * SECOND)
      .do({ kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: null });
    world.run(600 * SECOND);
    assert.equal(world.gpr(gpr).delayedCount, 1);
  });

  test('that move earlier do not count', () => {
    const world = new World(scenarioOf({ recordEstimatesEveryMs: 60 * SECOND }));
    const held = world.at(0).create('white', { gpusPerNode: 8, exitMs: 500 * SECOND });
    world.create('red', { gpusPerNode: 8, exitMs: 10 * SECOND });
    const gpr = world.create('blue', { gpusPerNode: 8 });
    world.run(60 * SECOND);
    world.at(90 * SECOND).do({ kind: 'gpr.release', gprId: held });
    world.run(600 * SECOND);
    assert.equal(world.gpr(gpr).delayedCount, 0);
    assert.deepEqual(world.starts(gpr), [100_000]);
  });
});
