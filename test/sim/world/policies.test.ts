// Policies apply to every creator of GPRs: clients, endpoints, placements, workloads.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CreateGpr, Policy } from '../../../sim/index.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

function under(changes: Partial<Policy>): World {
  const world = new World(scenarioOf({ nodes: 2 })).at(0);
  world.do({ kind: 'policy.set', workspace: 'red', changes });
  return world;
}

describe('a limit refuses requests beyond it, and reports limit and value', () => {
  const cases: [Partial<Policy>, Partial<CreateGpr>, string, string, string][] = [
    [{ priority: { from: 50, to: 150 } }, { priority: 151 }, 'priority', '50-150', '151'],
    [{ priority: { from: 50, to: 150 } }, { priority: 49 }, 'priority', '50-150', '49'],
    [{ maxExit: { text: '1m', ms: 60 * SECOND } }, { exitMs: 61 * SECOND }, 'maxExit', '1m', '0h1m1s'],
    [{ gpuShapes: ['H100'] }, {}, 'gpuShapes', 'H100', 'model-large'],
    [{ maxGpusPerGpr: 7 }, { gpusPerNode: 4, nodeCount: 2 }, 'maxGpusPerGpr', '7', '8'],
    [{ maxMemoryMbPerGpr: 119_999 }, { gpusPerNode: 3 }, 'maxMemoryMbPerGpr', '119999 MB', '120000 MB'],
    [
      { maxMemoryMbPerGpr: 100_000 },
      { gpusPerNode: 8, memoryGbPerGpu: 20 },
      'maxMemoryMbPerGpr',
      '100000 MB',
      '160000 MB',
    ],
  ];
  for (const [changes, given, rule, limit, value] of cases) {
    test(`${rule} ${limit}`, () => {
      const rejection = under(changes).refusal(request('red', given));
      assert.ok(rejection.code === 'policy', rejection.code);
      assert.deepEqual([rejection.rule, rejection.limit, rejection.value], [rule, limit, value]);
    });
  }

  test('accepts requests within it, and does not affect other workspaces', () => {
    const world = under({ priority: { from: 50, to: 150 }, maxGpusPerGpr: 8, gpuShapes: ['LARGE'] });
    world.create('red', { priority: 150, gpusPerNode: 4, nodeCount: 2 });
    world.create('blue', { priority: 300, gpusPerNode: 8, nodeCount: 2 });
  });
});

test('unset flags of a GPR come from the policy', () => {
  const world = under({ enableEviction: true, requeueOnFailure: true });
  const unset = { enableEviction: null, requeueOnFailure: null, enforceIdleTimeOut: null };
  const { enableEviction, requeueOnFailure, enforceIdleTimeOut } = world.gpr(world.create('red', unset));
  assert.deepEqual([enableEviction, requeueOnFailure, enforceIdleTimeOut], [true, true, false]);
  const explicit = world.gpr(world.create('red', { ...unset, enableEviction: false, idleTimeOutMs: SECOND }));
  assert.deepEqual(
    [explicit.enableEviction, explicit.requeueOnFailure, explicit.enforceIdleTimeOut],
    [false, true, true],
  );
  const other = world.gpr(world.create('blue', unset));
  assert.deepEqual([other.enableEviction, other.requeueOnFailure], [false, false]);
});
