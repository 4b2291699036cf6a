// Rejections of commands. A rejected command changes nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../../sim/index.ts';
import { cluster, instanceType, nodeGroup, request, scenarioOf, workspace } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

const clusters = [
  cluster('east', [nodeGroup('large', 2), nodeGroup('small', 3)]),
  cluster('west', [nodeGroup('large', 1)]),
];
const instanceTypes = [instanceType('large', 8, { memoryGb: 80 }), instanceType('small', 2)];
const workspaces = [workspace('blue', ['east', 'west']), workspace('green', ['east'])];

function open(): World {
  return new World(scenarioOf({ clusters, instanceTypes, workspaces })).at(0);
}

test('a check changes nothing, accepted or refused', () => {
  const world = open();
  const queued = world.create('blue', { gpusPerNode: 8 });
  const before = world.simulation.save();
  const commands: Command[] = [
    request('green'),
    request('green', { gpusPerNode: 9 }),
    request('violet'),
    { kind: 'gpr.update', gprId: queued, priority: 3 },
    { kind: 'gpr.delete', gprId: queued },
    { kind: 'gpr.release', gprId: queued },
    { kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: 5 },
    { kind: 'node.add', cluster: 'west', instanceType: 'small', gpuModelName: '', count: 3 },
    { kind: 'workspace.delete', name: 'blue' },
    { kind: 'workspace.create', ...workspace('violet', ['east']) },
  ];
  for (const command of commands) world.simulation.check(command);
  assert.deepEqual(world.simulation.save(), before);
});

test('a command needs an open round', () => {
  const world = open();
  const check = world.simulation.check(request('blue'));
  world.run(0);
  assert.ok(check.ok);
  assert.throws(() => world.simulation.apply(check.command), /no round is open/);
});
