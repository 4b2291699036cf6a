// Rejections of commands. A rejected command changes nothing.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Command, NODES_MAX } from '../../../sim/index.ts';
import {
  cluster,
  instanceType,
  nodeGroup,
  request,
  SECOND,
  scenarioOf,
  workspace,
} from '../../support/scenario.ts';
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

describe('a request is refused', () => {
  test('for an unknown workspace', () => {
    assert.deepEqual(open().refusal(request('violet')), { code: 'workspace-unknown', workspace: 'violet' });
  });

  test('for a cluster that is unknown, or not of the workspace', () => {
    const unknown = request('green', { clusters: ['north'] });
    assert.deepEqual(open().refusal(unknown), {
      code: 'cluster-unknown',
      cluster: 'north',
      known: ['east', 'west'],
    });
    const foreign = request('green', { clusters: ['east', 'west'] });
    assert.deepEqual(open().refusal(foreign), {
      code: 'cluster-not-in-workspace',
      cluster: 'west',
      workspace: 'green',
      clusters: ['east'],
    });
  });

  test('for an unknown instance type or shape, and the known ones are listed', () => {
    assert.deepEqual(open().refusal(request('blue', { instanceType: 'huge' })), {
      code: 'instance-type-unknown',
      instanceType: 'huge',
      known: ['large', 'small'],
    });
    assert.deepEqual(open().refusal(request('blue', { gpuShape: 'T4' })), {
      code: 'gpu-shape-unknown',
      gpuShape: 'T4',
      known: ['model-large', 'model-small'],
    });
  });

  test('for a demand that would not fit if every node were empty, and the size of each pool is listed', () => {
    const rejection = open().refusal(request('blue', { gpusPerNode: 4, nodeCount: 3 }));
    const large = {
      gpuModelName: 'model-large',
      instanceType: 'large',
      gpusPerNode: 8,
      memoryGbPerGpu: 80,
      lacks: 'nodeCount',
    };
    const small = {
      gpuModelName: 'model-small',
      instanceType: 'small',
      gpusPerNode: 2,
      memoryGbPerGpu: 40,
      lacks: 'gpusPerNode',
    };
    assert.deepEqual(rejection, {
      code: 'demand-never-fits',
      requested: { gpusPerNode: 4, nodeCount: 3, memoryGbPerGpu: null },
      offers: [
        { ...large, cluster: 'east', nodeCount: 2 },
        { ...small, cluster: 'east', nodeCount: 3 },
        { ...large, cluster: 'west', nodeCount: 1 },
      ],
    });
  });

  test('for more memory than any GPU has', () => {
    assert.equal(open().refusal(request('blue', { memoryGbPerGpu: 81 })).code, 'demand-never-fits');
    const world = open();
    assert.equal(world.gpr(world.create('blue', { memoryGbPerGpu: 41 })).instanceType, 'large');
    assert.equal(
      world.gpr(world.create('blue', { memoryGbPerGpu: 40, instanceType: 'small' })).memoryGbPerGpu,
      40,
    );
  });

  test('but not because nodes are down', () => {
    const world = open();
    world.do({ kind: 'node.down', cluster: 'west', node: 'west-large-0', repairAfterMs: null });
    const gpr = world.create('blue', { clusters: ['west'] });
    world.run(100 * SECOND);
    assert.equal(world.states(gpr), 'Queued');
    world.at(200 * SECOND).do({ kind: 'node.remove', cluster: 'west', node: 'west-large-0' });
    assert.equal(world.refusal(request('blue', { clusters: ['west'] })).code, 'demand-never-fits');
  });
});

test('a shape names a GPU model or an instance type, in upper or lower case', () => {
  const world = open();
  for (const gpuShape of ['model-small', 'MODEL-SMALL', 'small', 'Small']) {
    assert.equal(world.gpr(world.create('blue', { gpuShape })).instanceType, 'small');
  }
  assert.equal(world.gpr(world.create('blue', { instanceType: 'LARGE' })).instanceType, 'large');
});

test('an invalid id, an id without a GPR, and an id of another seed are unknown', () => {
  const world = open();
  const kinds = ['gpr.update', 'gpr.release', 'gpr.delete'] as const;
  const elsewhere = new World(scenarioOf({ clusters, instanceTypes, workspaces, seed: 7 }))
    .at(0)
    .create('blue');
  for (const gprId of ['', 'gpr-1', 'gpr-00000000-0000', elsewhere]) {
    for (const kind of kinds)
      assert.deepEqual(world.refusal({ kind, gprId }), { code: 'gpr-unknown', gprId });
    assert.equal(world.refusal({ kind: 'gpr.activity', gprId, busy: true }).code, 'gpr-unknown');
  }
});

test('an unknown node, cluster or instance type is refused, and so are too many nodes', () => {
  const world = open();
  const add = {
    kind: 'node.add',
    cluster: 'east',
    instanceType: 'large',
    gpuModelName: '',
    count: 1,
  } as const;
  for (const [name, node] of [
    ['east', 'east-large-9'],
    ['north', 'east-large-0'],
    ['west', 'east-large-0'],
  ]) {
    const command: Command = { kind: 'node.down', cluster: name, node, repairAfterMs: null };
    assert.deepEqual(world.refusal(command), { code: 'node-unknown', cluster: name, node });
  }
  assert.equal(world.refusal({ ...add, cluster: 'north' }).code, 'cluster-unknown');
  assert.equal(world.refusal({ ...add, instanceType: 'huge' }).code, 'instance-type-unknown');
  assert.equal(world.refusal({ ...add, gpuModelName: 'T4' }).code, 'instance-type-unknown');
  assert.deepEqual(world.refusal({ ...add, count: NODES_MAX }), {
    code: 'limit',
    field: 'count',
    limit: NODES_MAX,
    value: NODES_MAX + 6,
  });
});

test('an instance type with two models needs the model', () => {
  const types = [instanceType('large', 8), instanceType('large', 8, { gpuModelName: 'other' })];
  const world = new World(scenarioOf({ instanceTypes: types })).at(0);
  const add = {
    kind: 'node.add',
    cluster: 'east',
    instanceType: 'large',
    gpuModelName: '',
    count: 1,
  } as const;
  assert.equal(world.refusal(add).code, 'instance-type-unknown');
  world.do({ ...add, gpuModelName: 'other' });
  assert.equal(world.gpr(world.create('blue', { gpuShape: 'other' })).gpuModelName, 'other');
});

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

test('a step of a script that is rejected is reported and skipped', () => {
  const script = [
    { atMs: SECOND, command: request('violet') },
    { atMs: SECOND, command: request('blue') },
    { atMs: 2 * SECOND, command: { kind: 'node.up', cluster: 'east', node: 'east-large-0' } as const },
  ];
  const world = new World(scenarioOf({ clusters, instanceTypes, workspaces, script }));
  world.run(10 * SECOND);
  const refused = world.facts.filter(({ kind }) => kind === 'script.refused');
  assert.deepEqual(
    refused.map(({ atMs, stream, step }) => [atMs, stream, step]),
    [
      [1_000, 0, 0],
      [2_000, 0, 2],
    ],
  );
  assert.equal(world.simulation.views.countStates().Successful, 1);
});
