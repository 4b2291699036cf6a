// Changes of the scheduler and of the rate of arrivals. Other tests draw these commands too: the naive world obeys them, and
// replays, snapshots and estimates follow them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Command, type Scenario, Simulation } from '../../../sim/index.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

describe('a change of the queue policy', () => {
  /** At 1 s: `held` has 6 of 8 GPUs until 100 s, `first` waits for 8 GPUs, and `short` and `long` wait behind it for 2. */
  function blocked(queue: string) {
    const world = new World(scenarioOf({ scheduler: { queue, workspaceLimit: 'none' } })).at(0);
    const held = world.create('blue', { gpusPerNode: 6, exitMs: 100 * SECOND });
    world.run(0).at(SECOND);
    const first = world.create('green', { gpusPerNode: 8, priority: 200 });
    const long = world.create('red', { gpusPerNode: 2, priority: 60, exitMs: 500 * SECOND });
    const short = world.create('white', { gpusPerNode: 1, priority: 50, exitMs: 60 * SECOND });
    return { world, held, first, long, short };
  }

  test('to greedy lets GPRs pass the blocked one in the cycle of the same instant', () => {
    const { world, first, long, short } = blocked('strict');
    world.run(2 * SECOND).at(3 * SECOND);
    assert.equal(world.states(first, long, short), 'Queued Queued Queued');
    world.do({ kind: 'scheduler.set', queue: 'greedy' });
    assert.equal(world.states(first, long, short), 'Queued Queued Queued', 'the cycle comes later');
    world.run(3 * SECOND);
    assert.deepEqual([world.starts(long), world.states(first, short)], [[3 * SECOND], 'Queued Queued']);
  });
});

test('a change of the placement policy applies to the next start, and moves no running GPR', () => {
  const world = new World(scenarioOf({ nodes: 2, scheduler: { workspaceLimit: 'none' } })).at(0);
  const held = world.create('blue', { gpusPerNode: 2 });
  world.run(0).at(SECOND).do({ kind: 'scheduler.set', placement: 'worst-fit' });
  const spread = world.create('green', { gpusPerNode: 2 });
  world.run(SECOND);
  assert.deepEqual(world.gpr(held).nodes, ['east-large-0']);
  assert.deepEqual(world.gpr(spread).nodes, ['east-large-1']);
  const { queue, placement } = world.simulation.rules().scheduler;
  assert.deepEqual([queue, placement], ['strict', 'worst-fit']);
  world
    .at(2 * SECOND)
    .do({ kind: 'node.add', cluster: 'east', instanceType: 'large', gpuModelName: '', count: 1 });
  const next = world.create('red', { gpusPerNode: 2 });
  world.run(2 * SECOND);
  assert.deepEqual(world.gpr(next).nodes, ['east-large-2']);
});

describe('the rate of arrivals', () => {
  const workload = generated({ count: 40, startMs: 7 * SECOND, interArrivalMeanMs: 30 * SECOND });

  function arrivals(scenario: Scenario, changes: readonly (readonly [atMs: number, rateMilli: number])[]) {
    const world = new World(scenario);
    for (const [atMs, arrivalRateMilli] of changes)
      world.at(atMs).do({ kind: 'workload.set', arrivalRateMilli });
    world.run(100_000 * SECOND);
    return world.facts.filter(({ kind }) => kind === 'gpr.created').map(({ atMs }) => atMs);
  }

  const gaps = (instants: readonly number[]) => instants.slice(1).map((atMs, i) => atMs - instants[i]!);

  test('divides the gaps after the next arrival; all arrivals and their GPRs stay', () => {
    const scenario = scenarioOf({ workload: [workload] });
    const before = arrivals(scenario, []);
    const at = before[9]! + 1;
    const after = arrivals(scenario, [[at, 3_000]]);
    assert.equal(after.length, 40);
    assert.deepEqual(after.slice(0, 11), before.slice(0, 11), 'the next arrival keeps its instant');
    assert.deepEqual(
      gaps(after).slice(10),
      gaps(before)
        .slice(10)
        .map((gapMs) => Math.floor(gapMs / 3)),
    );
    const back = arrivals(scenario, [
      [at, 3_000],
      [after[19]! + 1, 1_000],
    ]);
    assert.deepEqual(gaps(back).slice(0, 20), gaps(after).slice(0, 20));
    assert.deepEqual(gaps(back).slice(20), gaps(before).slice(20), 'rate 1 gives the gaps of the scenario');
  });

  test('applies to all generated workloads, and to nothing else', () => {
    const command: Command = request('blue');
    const script = {
      kind: 'script',
      steps: [500, 900].map((at) => ({ atMs: at * SECOND, command })),
    } as const;
    const both = scenarioOf({
      workload: [workload, script, { ...workload, interArrivalMeanMs: 90 * SECOND }],
    });
    const slow = new World(both);
    slow.at(0).do({ kind: 'workload.set', arrivalRateMilli: 10 });
    slow.run(1_000 * SECOND);
    const created = slow.facts.filter(({ kind }) => kind === 'gpr.created').map(({ atMs }) => atMs);
    // The first arrival of each generated workload was set already.
    assert.equal(created.length, 4);
    assert.deepEqual(created.slice(2), [500 * SECOND, 900 * SECOND]);
  });

  test('is refused without a generated workload, and if the mean gap would be below a millisecond', () => {
    const none = new World(scenarioOf({ script: [] })).at(0);
    assert.deepEqual(none.refusal({ kind: 'workload.set', arrivalRateMilli: 1_000 }), {
      code: 'no-generated-workload',
    });
    const dense = new World(scenarioOf({ workload: [workload, { ...workload, interArrivalMeanMs: 3 }] })).at(
      0,
    );
    assert.deepEqual(dense.refusal({ kind: 'workload.set', arrivalRateMilli: 3_001 }), {
      code: 'limit',
      field: 'arrivalRate',
      limit: 3,
      value: 3.001,
    });
    dense.do({ kind: 'workload.set', arrivalRateMilli: 3_000 });
  });
});

test('a snapshot has the rules in force', () => {
  const scenario = scenarioOf({ nodes: 2, workload: [generated({ count: null })] });
  const world = new World(scenario).at(10 * SECOND);
  const scheduler = {
    queue: 'backfill',
    placement: 'worst-fit',
    order: 'fair-share',
    backfillOrder: 'shortest',
  };
  world.do({ kind: 'scheduler.set', ...scheduler });
  world.do({ kind: 'workload.set', arrivalRateMilli: 1_125 });
  world.run(60 * SECOND);
  const restored = Simulation.restore(scenario, structuredClone(world.simulation.save()));
  assert.deepEqual(restored.rules(), {
    scheduler,
    arrivalRate: 1.125,
  });
  for (const simulation of [restored, world.simulation]) simulation.runTo(500 * SECOND);
  assert.equal(restored.clock().hash, world.simulation.clock().hash);
  assert.equal(restored.scenario.scheduler.queue, 'strict', 'the scenario stays as written');
});
