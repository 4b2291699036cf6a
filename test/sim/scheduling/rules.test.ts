// Changes of the scheduler and of the rate of arrivals. Other tests draw these commands too: the naive world obeys them, and
// replays, snapshots and estimates follow them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Command, type Scenario, Simulation } from '../../../sim/index.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

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
