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
