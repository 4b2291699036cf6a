// If the GPR of a decision has waited for room longer than the burst duration, the decision moves to a cluster with room.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CreatePlacement, type GpuSpec, Simulation } from '../../../sim/index.ts';
import { property } from '../../support/property.ts';
import { COLORS, cluster, nodeGroup, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';
import { fault, gpus, placement } from './orders.ts';

const CLUSTERS = ['east', 'west', 'north'];

function scenario(given: Parameters<typeof scenarioOf>[0] = {}) {
  return scenarioOf({ clusters: CLUSTERS.map((name) => cluster(name, [nodeGroup('large', 1)])), ...given });
}

function bursting(workspace: string, given: Partial<CreatePlacement> = {}): CreatePlacement {
  return placement(workspace, {
    clusters: CLUSTERS,
    enableBurst: true,
    burst: { text: '20s', ms: 20 * SECOND },
    gpu: gpus({ gpusPerNode: 8 }),
    ...given,
  });
}

function decision(world: World, name = 'app') {
  return world.simulation.resources.placement(name)!.decisions[0];
}

function fill(world: World, workspace: string, name: string, exitMs: number): void {
  world.create(workspace, { clusters: [name], gpusPerNode: 8, exitMs });
}

describe('a bursting decision', () => {
  test('moves to the first other cluster with room; its new GPR has the age of the old one', () => {
    const world = new World(scenario()).at(0);
    fill(world, 'blue', 'east', 500 * SECOND);
    fill(world, 'green', 'west', 500 * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red'));
    const before = decision(world).gpr!.gprId;
    world.run(20 * SECOND);
    assert.deepEqual([decision(world).cluster, decision(world).phase], ['east', 'Queued']);
    world.run(21 * SECOND);
    const { cluster: moved, gpr, phase } = decision(world);
    assert.deepEqual([moved, phase, gpr!.startedAtMs], ['north', 'Running', 21 * SECOND]);
    assert.notEqual(gpr!.gprId, before);
    assert.equal(world.gpr(gpr!.gprId).createdAtMs, SECOND);
    assert.equal(world.simulation.views.gpr(before), undefined);
    assert.equal(world.gpr(gpr!.gprId).gprName, 'app-north');
    world.run(200 * SECOND);
    assert.equal(decision(world).phase, 'Completed');
  });

  test('moves as soon as a cluster has room, once its burst is overdue', () => {
    const world = new World(scenario()).at(0);
    for (const [i, name] of CLUSTERS.entries())
      fill(world, COLORS[[0, 1, 3][i]], name, (500 - i * 100) * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red'));
    world.run(300 * SECOND);
    const { cluster: moved, gpr } = decision(world);
    assert.deepEqual([moved, gpr!.startedAtMs], ['north', 300 * SECOND]);
  });

  test('counts from when its GPR is the candidate, not while the GPR waits for its workspace', () => {
    const world = new World(scenario()).at(0);
    fill(world, 'blue', 'east', 500 * SECOND);
    fill(world, 'red', 'west', 100 * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red'));
    world.run(119 * SECOND);
    assert.equal(decision(world).cluster, 'east');
    world.run(120 * SECOND);
    assert.equal(decision(world).cluster, 'west');
  });

  test('stays without enableBurst, and moves when enableBurst is set', () => {
    const world = new World(scenario()).at(0);
    fill(world, 'blue', 'east', 500 * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red', { enableBurst: false }));
    world.run(100 * SECOND);
    assert.equal(decision(world).cluster, 'east');
    world.at(100 * SECOND).do({ kind: 'placement.update', name: 'app', enableBurst: true });
    world.run(100 * SECOND);
    assert.equal(decision(world).cluster, 'west');
  });

  test('stays and has a message if the policy refuses the other cluster', () => {
    const types = {
      clusters: [cluster('east', [nodeGroup('large', 1)]), cluster('west', [nodeGroup('other', 1)])],
    };
    const [large] = scenario().instanceTypes;
    const other = { ...large, instanceType: 'other', gpuModelName: 'model-other' };
    const world = new World(scenario({ ...types, instanceTypes: [large, other] })).at(0);
    world.do({ kind: 'policy.set', workspace: 'red', changes: { gpuShapes: ['model-large'] } });
    fill(world, 'blue', 'east', 500 * SECOND);
    world.run(0);
    const anything = gpus({ gpusPerNode: 8, instanceType: '', gpuShape: '' });
    world.at(SECOND).do(bursting('red', { clusters: ['east', 'west'], gpu: anything }));
    world.run(400 * SECOND);
    assert.deepEqual([decision(world).cluster, decision(world).phase], ['east', 'Queued']);
    assert.match(decision(world).message, /west.*model-large/);
    world.run(520 * SECOND);
    assert.equal(decision(world).phase, 'Running');
    assert.equal(decision(world).message, '');
  });

  test('does not move to a cluster where a better head is blocked', () => {
    const world = new World(scenario()).at(0);
    fill(world, 'blue', 'east', 500 * SECOND);
    world.create('green', { clusters: ['west'], gpusPerNode: 4, exitMs: 500 * SECOND });
    world.create('white', { clusters: ['north'], gpusPerNode: 4, exitMs: 500 * SECOND });
    world.run(0);
    // This GPR needs the whole node and waits for it. Half of the node is free but reserved.
    world.at(SECOND).create('black', { clusters: ['west'], gpusPerNode: 8, priority: 200 });
    world.do(bursting('red', { gpu: gpus({ gpusPerNode: 2 }), burst: { text: '0s', ms: 0 } }));
    world.run(SECOND);
    assert.equal(decision(world).cluster, 'north');
    assert.equal(world.facts.filter(({ kind }) => kind === 'placement.moved').length, 1);
  });

  test('takes the room of a cluster alone: a second decision moves elsewhere', () => {
    const world = new World(scenario()).at(0);
    fill(world, 'blue', 'east', 500 * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red'));
    world.do(bursting('green', { name: 'other' }));
    world.run(21 * SECOND);
    assert.deepEqual([decision(world).cluster, decision(world, 'other').cluster], ['west', 'north']);
  });

  test('keeps the changes of its GPR', () => {
    const world = new World(scenario()).at(0);
    world.do(bursting('red', { gpu: gpus({ gpusPerNode: 8, requeueOnFailure: true }) }));
    world.run(60 * SECOND);
    world.at(60 * SECOND).create('blue', {
      clusters: ['east'],
      gpusPerNode: 8,
      priority: 250,
      enableEviction: true,
      exitMs: 500 * SECOND,
    });
    world.run(60 * SECOND);
    const evicted = decision(world).gpr!.gprId;
    assert.equal(world.gpr(evicted).state, 'Queued');
    world.at(65 * SECOND).do({ kind: 'gpr.update', gprId: evicted, priority: 150, gprName: 'mine' });
    world.run(80 * SECOND);
    const moved = world.gpr(decision(world).gpr!.gprId);
    assert.equal(decision(world).cluster, 'west');
    assert.deepEqual(
      [moved.priority, moved.gprName, moved.retryCount, moved.firstStartedAtMs, moved.startedAtMs],
      [150, 'mine', 1, 0, 80 * SECOND],
    );
    assert.ok(moved.costMicro > 0);
    world.run(120 * SECOND);
    assert.equal(world.gpr(moved.gprId).endedAtMs, 120 * SECOND);
  });

  test('keeps its waiting time when its GPR is updated', () => {
    const world = new World(scenario()).at(0);
    fill(world, 'blue', 'east', 500 * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red'));
    const { gprId } = decision(world).gpr!;
    world.run(15 * SECOND);
    world.at(15 * SECOND).do({ kind: 'gpr.update', gprId, gprName: 'renamed' });
    world.run(21 * SECOND);
    assert.equal(decision(world).cluster, 'west');
  });

  test('counts from zero after another GPR of its workspace was the candidate', () => {
    const world = new World(scenario()).at(0);
    for (const name of ['east', 'west']) fill(world, name === 'east' ? 'blue' : 'green', name, 500 * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red', { clusters: ['east', 'north'] }));
    world.run(10 * SECOND);
    const between = world
      .at(10 * SECOND)
      .create('red', { clusters: ['west'], gpusPerNode: 8, priority: 200 });
    world.run(15 * SECOND);
    world.at(15 * SECOND).do({ kind: 'gpr.delete', gprId: between });
    world.run(34 * SECOND);
    assert.equal(decision(world).cluster, 'east');
    world.run(35 * SECOND);
    assert.equal(decision(world).cluster, 'north');
  });

  test('has a message when no other cluster could ever serve it', () => {
    const world = new World(scenario()).at(0);
    fill(world, 'blue', 'east', 500 * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red', { clusters: ['east'] }));
    world.run(100 * SECOND);
    assert.match(decision(world).message, /no other cluster/);
  });

  test('has a message as soon as the last node that could serve it elsewhere is removed', () => {
    const world = new World(scenario()).at(0);
    fill(world, 'blue', 'east', 500 * SECOND);
    world.run(0);
    world.at(SECOND).do({ kind: 'node.down', cluster: 'west', node: 'west-large-0', repairAfterMs: null });
    world.do(bursting('red', { clusters: ['east', 'west'] }));
    world.run(30 * SECOND);
    assert.equal(decision(world).message, '');
    world.at(40 * SECOND).do({ kind: 'node.remove', cluster: 'west', node: 'west-large-0' });
    world.run(40 * SECOND);
    assert.match(decision(world).message, /no other cluster/);
  });

  test('does not move if its GPR starts in time', () => {
    const world = new World(scenario()).at(0);
    fill(world, 'blue', 'east', 21 * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red'));
    world.run(50 * SECOND);
    assert.deepEqual([decision(world).cluster, decision(world).gpr!.startedAtMs], ['east', 21 * SECOND]);
  });

  test('counts from zero after its GPR lost its GPUs, even without a workspace limit', () => {
    const world = new World(scenario({ scheduler: { workspaceLimit: 'none' } })).at(0);
    for (const [i, name] of CLUSTERS.entries()) fill(world, COLORS[[0, 1, 3][i]], name, 30 * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red'));
    world.do({ kind: 'fault.add', spec: fault('provisioning', { workspace: 'red', times: 1 }) });
    world.run(30 * SECOND);
    const { cluster: at, gpr } = decision(world);
    assert.deepEqual([at, gpr!.startedAtMs], ['east', 30 * SECOND]);
  });

  test('does not move after it has failed, even if the GPR that it retains waits', () => {
    // The command step takes 10 s. The burst is due at 20 s, or at 32 s if counted from the end of the attempt.
    const world = new World(scenario()).at(0);
    const gpu = gpus({ gpusPerNode: 8, exitMs: 500 * SECOND, requeueOnFailure: true });
    const given = { gpu, deletionPolicy: 'Retain', helmConfigs: [], manifestResources: [] } as const;
    world.do(bursting('red', { ...given, steps: [{ name: 'command-2', type: 'command' }] }));
    world.do({ kind: 'fault.add', spec: fault('step', { times: 1 }) });
    world.run(10 * SECOND);
    assert.equal(decision(world).phase, 'Failed');
    const { message, gpr } = decision(world);
    const priority = { gpusPerNode: 8, priority: 200, enableEviction: true };
    world.at(12 * SECOND).create('blue', { clusters: ['east'], ...priority });
    for (const atMs of [20 * SECOND, 32 * SECOND, 100 * SECOND]) {
      world.run(atMs);
      const { state, cluster: at } = world.gpr(gpr!.gprId);
      assert.deepEqual([state, at, decision(world).message], ['Queued', 'east', message]);
    }
    world.run(112 * SECOND);
    assert.equal(world.gpr(gpr!.gprId).state, 'Successful');
  });

  test('has no foreseen burst after it has failed', () => {
    const world = new World(scenario()).at(0);
    const gpu = gpus({ gpusPerNode: 8, requeueOnFailure: true });
    const given = { gpu, deletionPolicy: 'Retain', helmConfigs: [], manifestResources: [] } as const;
    const burst = { text: '0s', ms: 0 };
    world.do(bursting('red', { ...given, burst, steps: [{ name: 'command-2', type: 'command' }] }));
    world.do({ kind: 'fault.add', spec: fault('step', { times: 1 }) });
    fill(world, 'blue', 'north', 20 * SECOND);
    const evictor = { clusters: ['east'], gpusPerNode: 8, priority: 200, enableEviction: true };
    world.run(0);
    world.at(SECOND).create('blue', { ...evictor, exitMs: 30 * SECOND });
    const next = world.create('red', { clusters: ['west'], gpusPerNode: 8, priority: 50 });
    // Evicted at 20 s, its GPR would continue in the west.
    assert.equal(world.estimate(next), 100 * SECOND);
    world.run(10 * SECOND);
    assert.equal(decision(world).phase, 'Failed');
    // It waits for the east until 50 s and then has 80 s left.
    assert.equal(world.estimate(next), 130 * SECOND);
    world.run(200 * SECOND);
    assert.deepEqual(world.starts(next), [130 * SECOND]);
  });

  test('moves as soon as the policy allows it, once its burst is overdue', () => {
    const world = new World(scenario()).at(0);
    fill(world, 'blue', 'east', 500 * SECOND);
    world.run(0);
    world.at(SECOND).do(bursting('red'));
    const other = world.create('red', { clusters: ['east'], gpusPerNode: 8, priority: 50 });
    world.do({ kind: 'policy.set', workspace: 'red', changes: { maxGprs: 1 } });
    world.run(30 * SECOND);
    assert.match(decision(world).message, /maxGprs/);
    world.at(40 * SECOND).do({ kind: 'gpr.delete', gprId: other });
    world.run(40 * SECOND);
    assert.equal(decision(world).cluster, 'west');
  });
});

const crowd = fc.array(
  fc.record({
    gapMs: fc.constantFrom(0, 0, 5 * SECOND, 10 * SECOND),
    workspace: fc.constantFrom(...COLORS),
    isPlacement: fc.boolean(),
    gpusPerNode: fc.constantFrom(2, 4, 8),
    priority: fc.constantFrom(50, 100, 200),
    exitMs: fc.integer({ min: 1, max: 12 }).map((beats) => beats * 10 * SECOND),
    evicts: fc.boolean(),
    requeues: fc.boolean(),
    burstMs: fc.constantFrom(0, 5 * SECOND, 20 * SECOND),
    first: fc.nat(2),
  }),
  { minLength: 10, maxLength: 40, size: 'max' },
);

property(
  'an estimate is the actual start, even if bursts precede it',
  300,
  fc.tuple(crowd, fc.constantFrom('strict' as const, 'greedy' as const, 'backfill' as const)),
  ([orders, queue]) => {
    const simulation = new Simulation(scenario({ scheduler: { queue } }));
    orders.forEach((order, i) => {
      const { gapMs, workspace, gpusPerNode, priority, exitMs, first } = order;
      const clusters = [...CLUSTERS.slice(first), ...CLUSTERS.slice(0, first)];
      const flags = { enableEviction: order.evicts, requeueOnFailure: order.requeues };
      const gpu: GpuSpec = gpus({ gpusPerNode, priority, exitMs, ...flags });
      const command = order.isPlacement
        ? bursting(workspace, { name: `app-${i}`, clusters, gpu, burst: { text: '', ms: order.burstMs } })
        : request(workspace, { clusters: clusters.slice(0, 1), gpusPerNode, priority, exitMs, ...flags });
      simulation.openAt(simulation.nowMs + gapMs);
      const check = simulation.check(command);
      assert.ok(check.ok, JSON.stringify(check));
      simulation.apply(check.command);
    });
    simulation.takeFacts();
    const queued = COLORS.flatMap((name) => simulation.views.gprsOf(name)!).filter(
      ({ state }) => state === 'Queued',
    );
    const estimates = new Map(queued.map(({ gprId }) => [gprId, simulation.estimate(gprId).startMs]));
    simulation.runTo(1_000_000 * SECOND);
    const starts = new Map<string, number>();
    for (const { kind, gprId, atMs } of simulation.viewFacts(simulation.takeFacts())) {
      if (kind === 'gpr.provisioning' && !starts.has(gprId!)) starts.set(gprId!, atMs);
    }
    // A GPR that a burst replaces never starts.
    for (const [gprId, startMs] of estimates) assert.equal(startMs, starts.get(gprId) ?? null);
    for (const { status } of simulation.resources.placements())
      assert.ok(['Completed', 'Failed'].includes(status), status);
  },
);

test('a forecast ends GPRs of one instant in the order of their actual ends', () => {
  const names = [...CLUSTERS, 'south'];
  const world = new World(
    scenario({ clusters: names.map((name) => cluster(name, [nodeGroup('large', 1)])) }),
  ).at(0);
  fill(world, 'blue', 'east', 500 * SECOND);
  fill(world, 'black', 'north', 10 * SECOND);
  fill(world, 'red', 'north', 100 * SECOND);
  fill(world, 'green', 'south', 110 * SECOND);
  world.run(0);
  world.at(21 * SECOND);
  for (const workspace of ['red', 'green']) {
    const gpu = gpus({ gpusPerNode: 8, exitMs: 1000 * SECOND });
    world.do(bursting(workspace, { name: workspace, clusters: ['east', 'west'], gpu }));
  }
  world.run(21 * SECOND);
  const foreseen = ['red', 'green'].map((name) => {
    const { gprId } = decision(world, name).gpr!;
    return { name, gprId, startMs: world.simulation.estimate(gprId).startMs };
  });
  world.run(600 * SECOND);
  for (const { name, gprId, startMs } of foreseen) {
    const { gpr } = decision(world, name);
    // The estimate belongs to the GPR: if a burst replaces it, it never starts.
    assert.equal(gpr!.gprId === gprId ? gpr!.startedAtMs : null, startMs, name);
  }
});
