import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cluster, nodeGroup, request, SECOND, scenarioOf, workspace } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

/** How long a deletion takes after the last GPR has ended. */
const CLEANUP_MS = 5 * SECOND;

const remove = { kind: 'workspace.delete', name: 'blue' } as const;
const create = { kind: 'workspace.create', ...workspace('blue', ['east']) } as const;

describe('a workspace that is deleted', () => {
  test('loses its queued GPRs, its provisioned one is released, and new work is refused', () => {
    const world = new World(scenarioOf());
    const left: string[] = [];
    world.simulation.onForget = (gpr, removed) => left.push(`${gpr.name} ${removed}`);
    world.at(0);
    const held = world.create('blue', { gprName: 'held', gpusPerNode: 8 });
    world.create('blue', { gprName: 'waiting' });
    const other = world.create('green', { gpusPerNode: 8 });
    world
      .run(0)
      .at(10 * SECOND)
      .do(remove);
    assert.equal(world.states(held), 'Complete');
    assert.equal(world.of(held, 'gpr.ended')[0].reason, 'workspace deleted');
    assert.deepEqual(left, ['waiting true']);
    assert.equal(world.simulation.views.workspace('blue')!.going, true);
    assert.equal(world.refusal(request('blue')).code, 'workspace-going');
    assert.equal(world.refusal(remove).code, 'workspace-going');
    assert.equal(world.refusal(create).code, 'workspace-exists');
    world.run(10 * SECOND);
    assert.equal(world.states(other), 'Successful');
  });

  test('is gone after its clean-up; its GPRs leave memory and its name is free', () => {
    const world = new World(scenarioOf());
    const gpr = world.at(0).create('blue');
    const before = world.simulation.views.workspace('blue')!.creation;
    world
      .run(0)
      .at(10 * SECOND)
      .do(remove);
    const goneAt = 10 * SECOND + CLEANUP_MS;
    world.run(goneAt - 1);
    assert.equal(world.simulation.views.gprsOf('blue')!.length, 1);
    world.run(goneAt);
    assert.equal(world.simulation.views.gpr(gpr), undefined);
    assert.equal(world.simulation.views.gprsOf('blue'), undefined);
    assert.equal(world.simulation.views.workspace('blue'), undefined);
    assert.equal(world.simulation.views.workspaces().length, 4);
    assert.equal(world.refusal(request('blue')).code, 'workspace-unknown');
    assert.equal(world.refusal(remove).code, 'workspace-unknown');

    world.at(goneAt).do(create);
    assert.notEqual(world.simulation.views.workspace('blue')!.creation, before);
    assert.deepEqual(world.simulation.views.gprsOf('blue'), []);
    const again = world.create('blue');
    world.run(goneAt);
    assert.equal(world.states(again), 'Successful');
  });
});

test('a new workspace has its clusters and no others', () => {
  const clusters = [cluster('east', [nodeGroup('large', 1)]), cluster('west', [nodeGroup('large', 1)])];
  const world = new World(scenarioOf({ clusters, workspaces: [] }));
  world.at(0).do(create);
  assert.equal(world.refusal(request('blue', { clusters: ['west'] })).code, 'cluster-not-in-workspace');
  assert.equal(world.gpr(world.create('blue')).cluster, 'east');
  assert.equal(world.refusal(create).code, 'workspace-exists');
  const unknown = { ...create, name: 'violet', clusters: ['east', 'north'] };
  assert.deepEqual(world.refusal(unknown), {
    code: 'cluster-unknown',
    cluster: 'north',
    known: ['east', 'west'],
  });
});
