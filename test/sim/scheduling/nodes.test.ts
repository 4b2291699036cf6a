import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Command, textOf } from '../../../sim/index.ts';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

function node(index: number): { cluster: string; node: string } {
  return { cluster: 'east', node: `east-large-${index}` };
}

function down(index: number, repairAfterMs: number | null = null): Command {
  return { kind: 'node.down', ...node(index), repairAfterMs };
}

describe('a node that goes down', () => {
  test('fails its GPRs, or requeues them with their remaining duration', () => {
    const world = new World(scenarioOf({ nodes: 2 }));
    world.at(0);
    const failing = world.create('blue', { gpusPerNode: 4 });
    const requeued = world.create('green', { gpusPerNode: 4, requeueOnFailure: true });
    const elsewhere = world.create('red', { gpusPerNode: 8 });
    world
      .run(0)
      .at(30 * SECOND)
      .do(down(0));
    assert.equal(world.states(failing, requeued, elsewhere), 'Failed Queued Successful');
    assert.equal(textOf(world.gpr(failing).failureReason), 'Node east-large-0 failed');
    assert.equal(world.gpr(requeued).retryCount, 1);
    world.run(1000 * SECOND);
    // The node that red holds is free at 100 s; 70 s remain.
    assert.deepEqual(world.starts(requeued), [0, 100_000]);
    assert.equal(world.gpr(requeued).endedAtMs, 170_000);
  });

  test('is shown as down, with its planned repair', () => {
    const world = new World(scenarioOf({ nodes: 2 }));
    world.at(0).do(down(0, 60 * SECOND));
    world.do(down(1));
    const [first, second] = world.simulation.views.nodes();
    assert.deepEqual([first.up, first.repairAtMs, first.freeGpus], [false, 60_000, 0]);
    assert.deepEqual([second.up, second.repairAtMs], [false, null]);
    const [east] = world.simulation.views.clusters();
    assert.deepEqual([east.nodes, east.gpus, east.availableGpus], [2, 16, 0]);
    assert.deepEqual(world.refusal(down(0)), { code: 'node-state', ...node(0), state: 'down' });
  });

  test('is in the list of repairs if one is planned', () => {
    const world = new World(scenarioOf({ nodes: 3 }));
    world.at(10 * SECOND).do(down(0));
    world.do(down(2, 50 * SECOND));
    const repairs = () => world.simulation.views.repairs();
    assert.deepEqual(repairs(), [{ name: 'east-large-2', cluster: 'east', repairAtMs: 60 * SECOND }]);
    world.run(60 * SECOND);
    assert.deepEqual(repairs(), []);
  });
});

test('random failures end after the repair time, and are as frequent as the mean time between failures', () => {
  const world = new World(
    scenarioOf({ nodes: 20, failures: { nodeMtbfMs: 1000 * SECOND, nodeRepairMs: 100 * SECOND } }),
  );
  world.run(50_000 * SECOND);
  const failures = world.facts.filter(({ kind }) => kind === 'node.down');
  for (const { atMs, repairAtMs } of failures) assert.equal(repairAtMs, atMs + 100_000);
  // 20 nodes × 50,000 s ÷ 1,100 s = 909 failures. The standard deviation of 909 exponential gaps is below 30.
  assert.ok(Math.abs(failures.length - 909) < 120, `${failures.length}`);
});

describe('nodes that are added', () => {
  test('are used at once, and named by the cluster, the type and their number in the cluster', () => {
    const world = new World(scenarioOf());
    world.at(0).create('blue', { gpusPerNode: 8 });
    const waiting = world.create('green', { gpusPerNode: 8 });
    world.run(0).at(10 * SECOND);
    const outcome = world.do({
      kind: 'node.add',
      cluster: 'east',
      instanceType: 'large',
      gpuModelName: '',
      count: 2,
    });
    assert.deepEqual(outcome.nodes, ['east-large-1', 'east-large-2']);
    world.run(10 * SECOND);
    assert.deepEqual(world.gpr(waiting).nodes, ['east-large-1']);
  });
});

describe('a node that is removed', () => {
  test('is gone with its GPRs, and its name is not used again', () => {
    const world = new World(scenarioOf({ nodes: 2 }));
    const gpr = world.at(0).create('blue', { requeueOnFailure: true, gpusPerNode: 8 });
    world
      .run(0)
      .at(10 * SECOND)
      .do({ kind: 'node.remove', ...node(0) });
    world.run(10 * SECOND);
    assert.deepEqual(world.gpr(gpr).nodes, ['east-large-1']);
    assert.deepEqual(
      world.simulation.views.nodes().map(({ name }) => name),
      ['east-large-1'],
    );
    assert.equal(world.simulation.views.pools()[0].nodes, 1);
    const command: Command = { kind: 'node.remove', ...node(0) };
    assert.deepEqual(world.refusal(command), { code: 'node-unknown', ...node(0) });
    world.at(20 * SECOND);
    const outcome = world.do({
      kind: 'node.add',
      cluster: 'east',
      instanceType: 'large',
      gpuModelName: '',
      count: 1,
    });
    assert.deepEqual(outcome.nodes, ['east-large-2']);
  });
});
