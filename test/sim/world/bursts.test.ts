// What is foreseen of bursts; test/naive has the bursts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('a bursting decision has no foreseen burst after it has failed', () => {
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
