// Explanations of GPRs: one sentence for each case, and the data behind it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { phrase, textOf } from '../../../sim/index.ts';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

function explain(world: World, gprId: string) {
  const { sentence, step, behind, behindBecause, victimsNotEnough } = world.simulation.explain(gprId)!;
  return { sentence: textOf(sentence), step, behind, behindBecause, victimsNotEnough };
}

const behindNone = { behind: null, behindBecause: null, victimsNotEnough: [] };

describe('a queued GPR', () => {
  test('waits because its workspace holds another', () => {
    const world = new World(scenarioOf());
    const held = world.at(0).create('blue');
    const gpr = world.create('blue');
    world.run(0);
    assert.deepEqual(explain(world, gpr), {
      sentence: `waits because its workspace holds ${held}: a workspace has one provisioned GPR at a time`,
      step: 1,
      behind: held,
      behindBecause: 'workspace-holds',
      victimsNotEnough: [],
    });
  });

  test('will evict in the next cycle', () => {
    const world = new World(scenarioOf());
    const held = world.at(0).create('blue', { gpusPerNode: 8, priority: 50 });
    world.run(0).at(SECOND);
    const gpr = world.create('red', { gpusPerNode: 8, priority: 200, enableEviction: true });
    const { sentence, step, victimsNotEnough } = explain(world, gpr);
    assert.match(sentence, new RegExp(`evicting ${held} is enough, and the next cycle will do so$`));
    assert.deepEqual([step, victimsNotEnough], [4, []]);
    world.run(SECOND);
    assert.equal(world.states(held, gpr), 'Failed Successful');
  });

  test('waits behind another of its workspace', () => {
    const world = new World(scenarioOf());
    world.at(0).create('white', { gpusPerNode: 8 });
    world.run(0).at(SECOND);
    const gpr = world.create('blue', { priority: 99 });
    const better = world.create('blue');
    world.run(SECOND);
    assert.deepEqual(explain(world, gpr), {
      sentence: `waits behind ${better} of the same workspace, which has a higher priority or was created earlier`,
      step: 1,
      behind: better,
      behindBecause: 'workspace-candidate',
      victimsNotEnough: [],
    });
  });

  test('waits behind the first of its pool under strict', () => {
    const world = new World(scenarioOf());
    world.at(0).create('white', { gpusPerNode: 4 });
    world.run(0).at(SECOND);
    const head = world.create('blue', { gpusPerNode: 8, priority: 200 });
    const gpr = world.create('green');
    world.run(SECOND);
    assert.deepEqual(explain(world, gpr), {
      sentence: `waits behind ${head}, the first of its pool (east, large)`,
      step: 5,
      behind: head,
      behindBecause: 'pool-head',
      victimsNotEnough: [],
    });
  });

  test('waits because it would delay the reservation under backfill', () => {
    const world = new World(scenarioOf({ scheduler: { queue: 'backfill' } }));
    world.at(0).create('white', { gpusPerNode: 4 });
    world.run(0).at(SECOND);
    const head = world.create('blue', { gpusPerNode: 8, priority: 200 });
    const gpr = world.create('green', { exitMs: 500 * SECOND });
    world.run(SECOND);
    assert.deepEqual(explain(world, gpr), {
      sentence: `needs 1 × 1 GPU of large in east and would delay ${head}, which has the pool's reservation`,
      step: 5,
      behind: head,
      behindBecause: 'backfill-reservation',
      victimsNotEnough: [],
    });
  });

  test('needs more than is free and may not evict', () => {
    const world = new World(scenarioOf({ nodes: 2 }));
    world.at(0).create('white', { gpusPerNode: 5, nodeCount: 1 });
    const gpr = world.create('blue', { gpusPerNode: 4, nodeCount: 2, priority: 50 });
    world.run(0);
    assert.deepEqual(explain(world, gpr), {
      sentence: 'needs 2 × 4 GPUs of large in east: 1 node has room, 11 GPUs are free; it may not evict',
      step: 3,
      ...behindNone,
    });
    const { needs, free, state } = world.simulation.explain(gpr)!;
    assert.deepEqual(needs, { nodes: 2, gpusPerNode: 4 });
    assert.deepEqual(free, { nodes: 1, gpus: 11 });
    assert.equal(state, 'Queued');
  });

  test('may evict, but nothing of lower priority runs there', () => {
    const world = new World(scenarioOf());
    world.at(0).create('white', { gpusPerNode: 8 });
    const gpr = world.create('blue', { priority: 100, enableEviction: true });
    world.run(0);
    assert.deepEqual(explain(world, gpr), {
      sentence:
        'needs 1 × 1 GPU of large in east: 0 nodes have room, 0 GPUs are free; nothing of lower priority runs there',
      step: 4,
      ...behindNone,
    });
  });

  test('may evict, but that would not be enough', () => {
    const world = new World(scenarioOf());
    world.at(0).create('white', { gpusPerNode: 1, priority: 300 });
    const victims = [world.create('blue', { priority: 20 }), world.create('green', { priority: 10 })];
    world.run(0);
    const gpr = world.at(SECOND).create('red', { gpusPerNode: 8, enableEviction: true });
    world.run(SECOND);
    assert.deepEqual(explain(world, gpr), {
      sentence:
        'needs 1 × 8 GPUs of large in east: 0 nodes have room, 5 GPUs are free; evicting 2 GPRs of lower priority would not be enough',
      step: 4,
      behind: null,
      behindBecause: null,
      victimsNotEnough: [victims[1], victims[0]],
    });
  });

  test('may evict, but only as the first of its pool under backfill', () => {
    const world = new World(scenarioOf({ scheduler: { queue: 'backfill' } }));
    world.at(0).create('white', { gpusPerNode: 8, priority: 20 });
    world.run(0).at(SECOND);
    const head = world.create('blue', { gpusPerNode: 8, priority: 200 });
    const gpr = world.create('green', { priority: 100, enableEviction: true });
    world.run(SECOND);
    assert.deepEqual(explain(world, gpr), {
      sentence: `needs 1 × 1 GPU of large in east: 0 nodes have room, 0 GPUs are free; it may evict only as the first of its pool, which is ${head}`,
      step: 3,
      ...behindNone,
    });
    assert.equal(world.states(head, gpr), 'Queued Queued', 'no eviction happens');
  });

  test('has room and waits for the next cycle', () => {
    for (const queue of ['strict', 'greedy', 'backfill'] as const) {
      const world = new World(scenarioOf({ scheduler: { queue } }));
      const gpr = world.at(0).create('blue');
      assert.deepEqual(explain(world, gpr), {
        sentence: 'needs 1 × 1 GPU of large in east; the pool has room, and the next cycle decides',
        step: 2,
        ...behindNone,
      });
    }
  });

  test('is not behind a blocked head that it will overtake', () => {
    const sentence = 'needs 1 × 1 GPU of large in east; the pool has room, and the next cycle decides';
    for (const queue of ['strict', 'greedy', 'backfill'] as const) {
      const world = new World(scenarioOf({ scheduler: { queue } }));
      world.at(0).create('white', { gpusPerNode: 4 });
      world.run(0).at(SECOND).create('blue', { gpusPerNode: 8 });
      world.run(SECOND).at(2 * SECOND);
      const better = world.create('green', { priority: 200 });
      assert.equal(world.sentence(better), sentence, queue);
      if (queue !== 'greedy') continue;
      const worse = world.create('red', { priority: 50 });
      assert.equal(world.sentence(worse), sentence, 'greedy lets it pass');
    }
  });

  test('has an explanation without a workspace limit too', () => {
    const world = new World(scenarioOf({ scheduler: { workspaceLimit: 'none' } }));
    world.at(0).create('blue', { gpusPerNode: 8 });
    const head = world.create('blue');
    const gpr = world.create('blue');
    world.run(0);
    assert.match(world.sentence(head), /may not evict$/);
    assert.equal(explain(world, gpr).behind, head);
    assert.equal(explain(world, gpr).behindBecause, 'pool-head');
  });
});

describe('another GPR', () => {
  const evictor = { gpusPerNode: 8, priority: 200, enableEviction: true };

  test('is being provisioned, holds its GPUs, or is idle', () => {
    const world = new World(scenarioOf({ scheduler: { provisioningDelayMs: SECOND } }));
    const gpr = world.at(0).create('blue', { gpusPerNode: 2 });
    world.run(0);
    assert.deepEqual(explain(world, gpr), {
      sentence: 'has its GPUs and is being provisioned',
      step: 0,
      ...behindNone,
    });
    world.run(SECOND);
    assert.equal(world.sentence(gpr), 'holds 2 GPUs');
    world.at(2 * SECOND).do({ kind: 'gpr.activity', gprId: gpr, busy: false });
    assert.equal(world.sentence(gpr), 'holds 2 GPUs, and is idle');
    assert.equal(world.simulation.explain(gpr)!.free, null);
  });

  test('ended by its exit duration, by release, or by its idle time-out', () => {
    const world = new World(scenarioOf());
    world.at(0);
    const done = world.create('blue');
    const released = world.create('green');
    const idle = world.create('red', { idleTimeOutMs: 5 * SECOND, enforceIdleTimeOut: true });
    world.run(0).at(SECOND).do({ kind: 'gpr.release', gprId: released });
    world.do({ kind: 'gpr.activity', gprId: idle, busy: false });
    world.run(100 * SECOND);
    assert.equal(world.sentence(done), 'ended as Complete: exit duration over');
    assert.equal(world.sentence(released), 'ended as Complete: early release');
    assert.equal(world.sentence(idle), 'ended as TimedOut: idle time-out');
  });

  test('failed because of an eviction, a node, or its provisioning', () => {
    const world = new World(scenarioOf({ nodes: 2 }));
    world.at(0);
    const evicted = world.create('blue', { gpusPerNode: 8 });
    const broken = world.create('green', { gpusPerNode: 8, priority: 300 });
    world.run(0);
    const by = world.at(SECOND).create('red', evictor);
    world.run(SECOND);
    world
      .at(2 * SECOND)
      .do({ kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: null });
    assert.equal(world.sentence(evicted), `ended as Failed: eviction by ${by}`);
    assert.equal(world.sentence(broken), 'ended as Failed: node failure of east-large-0');

    const failing = new World(scenarioOf({ failures: { provisioningMicro: 1_000_000 } }));
    const failed = failing.at(0).create('blue');
    failing.run(0);
    assert.equal(failing.sentence(failed), 'ended as Failed: provisioning failed');
  });
});

test('an unknown GPR has no explanation', () => {
  assert.equal(new World(scenarioOf()).simulation.explain('gpr-00000000-0000'), undefined);
});

test('a pool records its blocked head once, until the reason changes', () => {
  const world = new World(scenarioOf({ nodes: 2 }));
  world.at(0).create('white', { gpusPerNode: 6, nodeCount: 2 });
  const head = world.create('blue', { gpusPerNode: 4, nodeCount: 2, enableEviction: true });
  world.run(0);
  // A new GPR behind the head changes nothing. A new node gives the head room on one of two nodes.
  world.at(10 * SECOND).create('red', { priority: 1 });
  world.run(20 * SECOND);
  world.at(30 * SECOND).do({
    kind: 'node.add',
    cluster: 'east',
    instanceType: 'large',
    gpuModelName: '',
    count: 1,
  });
  world.run(40 * SECOND);
  const notes = world.of(head, 'head.blocked').map(({ atMs, step, nodesWithRoom, victimsNotEnough }) => ({
    atMs,
    step,
    nodesWithRoom,
    victimsNotEnough,
  }));
  assert.deepEqual(notes, [
    { atMs: 0, step: 4, nodesWithRoom: 0, victimsNotEnough: 0 },
    { atMs: 30_000, step: 4, nodesWithRoom: 1, victimsNotEnough: 0 },
  ]);
});

test('the text of a sentence has neither ids nor the number of GPRs that its reader may not see', () => {
  const sentence = phrase`behind ${{ gprId: 'gpr-1' }}; evicting ${{ victims: ['gpr-2', 'gpr-3'], isCounted: true }} or ${{ victims: ['gpr-2'], isCounted: false }}`;
  const texts = [['gpr-1', 'gpr-2', 'gpr-3'], ['gpr-2'], []].map((visible) =>
    textOf(sentence, (gprId) => visible.includes(gprId)),
  );
  assert.deepEqual(texts, [
    'behind gpr-1; evicting 2 GPRs of lower priority or gpr-2',
    'behind a GPR of another workspace; evicting GPRs of other workspaces or gpr-2',
    'behind a GPR of another workspace; evicting GPRs of other workspaces or GPRs of other workspaces',
  ]);
});
