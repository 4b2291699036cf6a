// Forecasts without hidden knowledge: estimates, auto selection, recorded estimates.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cluster, instanceType, nodeGroup, request, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

describe('auto selection', () => {
  const clusters = [
    cluster('west', [nodeGroup('large', 1), nodeGroup('small', 1)]),
    cluster('east', [nodeGroup('large', 1), nodeGroup('small', 1)]),
  ];
  const instanceTypes = [instanceType('large', 8), instanceType('small', 2)];
  const everywhere = { clusters, instanceTypes };

  function where(world: World, gprId: string): string {
    const { cluster: name, instanceType: type } = world.gpr(gprId);
    return `${name}/${type}`;
  }

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
