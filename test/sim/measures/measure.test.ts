import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Simulation } from '../../../sim/index.ts';
import { request, SECOND, scenarioOf, workspace } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

const HOUR = 3_600_000;

test('the distribution of slowdowns counts up to edges, 32 between a power of two and the next', () => {
  const names = Array.from({ length: 20 }, (_, i) => `w${i}`);
  const world = new World(scenarioOf({ workspaces: names.map((name) => workspace(name, ['east'])) }));
  // Each of them has the node for 100 s, so the slowdowns are 1, 2, 3 and so on up to 20.
  world.at(0);
  for (const [i, name] of names.entries()) world.create(name, { gpusPerNode: 8, priority: 102 - i });
  const { count, mean, max, buckets } = world.run(3_000 * SECOND).simulation.measures.slowdowns();
  assert.deepEqual([count, mean, max], [20, 10.5, 20]);
  // All whole numbers up to 32 are edges.
  assert.deepEqual(
    buckets,
    Array.from({ length: 20 }, (_, i) => ({ edge: i + 1, count: 1 })),
  );
});

test('parts begin with the state of the world if they are counted late', () => {
  const early = new World(scenarioOf({ nodes: 2 })).simulation;
  const late = new Simulation(scenarioOf({ nodes: 2 }));
  const window = { fromMs: 100 * SECOND, toMs: 200 * SECOND };
  for (const simulation of [early, late]) {
    simulation.measures.measure(window);
    simulation.openAt(0);
    for (const [name, gpusPerNode] of [
      ['blue', 8],
      ['green', 4],
      ['red', 8],
    ] as const) {
      const check = simulation.check(request(name, { gpusPerNode, exitMs: 150 * SECOND }));
      assert.ok(check.ok);
      simulation.apply(check.command);
    }
    const down = { kind: 'node.down', cluster: 'east', node: 'east-large-1', repairAfterMs: null } as const;
    simulation.runTo(20 * SECOND);
    simulation.openAt(20 * SECOND);
    simulation.apply(down);
    simulation.runTo(50 * SECOND);
    simulation.dropFacts();
    simulation.measures.countParts(true);
    simulation.runTo(300 * SECOND);
    simulation.dropFacts();
  }
  assert.deepEqual(late.measures.parts(), early.measures.parts());
  const [pool] = late.measures.parts().pools;
  assert.deepEqual([pool.gpuHours, pool.utilization, pool.queueLengthMean], [800 / 3600, 1, 0.5]);
});

test('a pool of many nodes counts each of them', () => {
  const world = new World(scenarioOf({ nodes: 130 }));
  world.at(0).create('blue', { nodeCount: 65, gpusPerNode: 8, exitMs: 100 * SECOND });
  const { measures } = world.run(100 * SECOND).simulation;
  assert.equal(measures.parts().pools[0].utilization, 0.5);
});

test('the sum of the utilization stays equal when the bins of a long run widen', () => {
  const world = new World(scenarioOf());
  world.at(0).create('blue', { gpusPerNode: 4, exitMs: 6 * HOUR });
  world.run(24 * HOUR);
  const { utilization, utilizationOverTime } = world.simulation.measures.summary();
  const { binMs, utilization: bins } = utilizationOverTime;
  assert.equal(utilization, 0.125);
  assert.equal(binMs, 8 * 60_000);
  assert.deepEqual(
    bins,
    Array.from({ length: 180 }, (_, i) => (i < 45 ? 0.5 : 0)),
  );
});
