import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Simulation } from '../../../sim/index.ts';
import { request, SECOND, scenarioOf, workspace } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

const HOUR = 3_600_000;

/** One node of 8 GPUs for 400 s: blue holds 4 until 100 s, then green 8 until 200 s, then red 4 until 300 s. */
function threeInTurn(): World {
  const world = new World(scenarioOf());
  world.at(0).create('blue', { gpusPerNode: 4, priority: 102 });
  world.create('green', { gpusPerNode: 8, priority: 101 });
  world.at(50 * SECOND).create('red', { gpusPerNode: 4 });
  return world.run(400 * SECOND);
}

test('waits, slowdown, utilization and fragmentation of a run are as computed by hand', () => {
  const summary = threeInTurn().simulation.measures.summary();
  assert.deepEqual(summary, {
    gprs: 3,
    placed: 3,
    completed: 3,
    timedOut: 0,
    failed: 0,
    evictions: 0,
    requeues: 0,
    waitMsMean: 250_000 / 3,
    waitMsP50: 100_000,
    waitMsP95: 150_000,
    waitMsP99: 150_000,
    waitMsMax: 150_000,
    // 100, 200 and 250 s, of which each runs 100 s.
    flowMsMean: 550_000 / 3,
    boundedSlowdownMean: (1 + 2 + 2.5) / 3,
    boundedSlowdownMax: 2.5,
    recordedEstimates: 0,
    estimateErrorMsMean: null,
    // 1,600 of 3,200 GPU seconds are allocated. Of the 1,600 free ones, 800 were on a node that was partly allocated.
    utilization: 0.5,
    fragmentation: 0.5,
    allocatedAtEnd: 0,
    simMs: 400_000,
    utilizationOverTime: { binMs: 60_000, utilization: [0.5, 320 / 480, 1, 320 / 480, 0.5, 0, 0] },
  });
});

test('a window measures the GPRs created in it, also after its end, and the GPU time in it', () => {
  const world = new World(scenarioOf());
  world.simulation.measures.measure({ fromMs: 50 * SECOND, toMs: 150 * SECOND });
  world.at(0).create('blue', { gpusPerNode: 4, priority: 102 });
  world.create('green', { gpusPerNode: 8, priority: 101 });
  world.at(50 * SECOND).create('red', { gpusPerNode: 4 });
  world
    .run(150 * SECOND)
    .at(150 * SECOND)
    .create('white', { gpusPerNode: 4, priority: 1 });
  world.run(400 * SECOND);
  const { measures, views } = world.simulation;
  const { gprs, placed, completed, waitMsMean, utilization, fragmentation, utilizationOverTime, simMs } =
    measures.summary();
  // Only red is created in the window. Blue holds 4 of 8 GPUs until 100 s, then green 8.
  assert.deepEqual([gprs, placed, completed, waitMsMean, simMs], [1, 1, 1, 150_000, 400_000]);
  assert.deepEqual([utilization, fragmentation], [(200 + 400) / 800, 1]);
  assert.deepEqual(utilizationOverTime, { binMs: 60_000, utilization: [(200 + 80) / 480, 1] });
  assert.deepEqual([...measures.waits()], [150_000]);
  // Blue holds 4 GPUs and green 8 for 50 s each; green and red wait.
  assert.deepEqual(
    measures
      .parts()
      .workspaces.map(({ part, gprs: created, waitMsP50, gpuHours, queueLengthMean }) => [
        world.simulation.workspaceName(part),
        created,
        waitMsP50,
        gpuHours,
        queueLengthMean,
      ]),
    [
      ['blue', 0, null, 200 / 3600, 0],
      ['green', 0, null, 400 / 3600, 0.5],
      ['red', 1, 150_000, 0, 1],
    ],
  );
  assert.deepEqual([views.countStates(150 * SECOND).Complete, views.countStates().Complete], [1, 4]);
});

test('what is allocated at the end is a share of the GPUs that are up then, also after the window', () => {
  const world = new World(scenarioOf({ nodes: 3 }));
  world.simulation.measures.measure({ fromMs: 0, toMs: 10 * SECOND });
  world.at(0).create('blue', { gpusPerNode: 8 });
  world.at(20 * SECOND).create('green', { gpusPerNode: 2 });
  world.do({ kind: 'node.down', cluster: 'east', node: 'east-large-2', repairAfterMs: null });
  const atEnd = (ms: number) => world.run(ms).simulation.measures.summary().allocatedAtEnd;
  assert.equal(atEnd(50 * SECOND), 10 / 16);
  // Blue ends after 100 s, green 20 s later: at an end, its GPUs are free.
  assert.equal(atEnd(100 * SECOND), 2 / 16);
  assert.equal(atEnd(110 * SECOND), 2 / 16);
  assert.equal(atEnd(130 * SECOND), 0);
});

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

test('a slowdown between two edges counts below the upper one', () => {
  const world = new World(scenarioOf());
  world.at(0).create('blue', { gpusPerNode: 8 });
  world.at(65 * SECOND).create('green', { gpusPerNode: 8 });
  // Blue waits not at all, green 35 s: 135 ÷ 100 is above 1 + 11 ÷ 32 and at most 1 + 12 ÷ 32.
  assert.deepEqual(world.run(300 * SECOND).simulation.measures.slowdowns().buckets, [
    { edge: 1, count: 1 },
    { edge: 1.375, count: 1 },
  ]);
});

test('evictions and requeues are those in the window', () => {
  const evictionsIn = (fromMs: number, toMs: number) => {
    const world = new World(scenarioOf());
    world.simulation.measures.measure({ fromMs, toMs });
    world.at(0).create('blue', { gpusPerNode: 8, requeueOnFailure: true });
    world.at(20 * SECOND).create('red', { gpusPerNode: 8, priority: 200, enableEviction: true });
    world.run(400 * SECOND);
    const { gprs, evictions, requeues } = world.simulation.measures.summary();
    return [gprs, evictions, requeues];
  };
  assert.deepEqual(evictionsIn(0, 20 * SECOND), [1, 0, 0]);
  assert.deepEqual(evictionsIn(20 * SECOND, 30 * SECOND), [1, 1, 1]);
  assert.deepEqual(evictionsIn(21 * SECOND, 30 * SECOND), [0, 0, 0]);
});

test('the offered load has the run times, but how long idle GPRs ran, and nothing of removed ones', () => {
  const loadOf = (act: (world: World) => void) => {
    const world = new World(scenarioOf());
    world.at(0);
    act(world);
    // The last arrival, which needs nothing: it is removed while it waits.
    const last = world.at(100 * SECOND).create('green', { gpusPerNode: 8, exitMs: SECOND });
    world.do({ kind: 'gpr.delete', gprId: last });
    return world.run(100 * SECOND).simulation.measures.parts().pools[0].offeredLoad;
  };
  // 800 GPU seconds.
  assert.equal(
    loadOf((world) => world.create('blue', { gpusPerNode: 8, exitMs: 150 * SECOND })),
    1.5,
  );
  assert.equal(
    loadOf((world) => {
      world.create('blue', { gpusPerNode: 8, exitMs: 100 * SECOND });
      const waiting = world.create('green', { gpusPerNode: 4, exitMs: 50 * SECOND });
      world.create('red', { gpusPerNode: 2, exitMs: 50 * SECOND });
      world.at(SECOND).do({ kind: 'gpr.delete', gprId: waiting });
    }),
    1.125,
  );
  assert.equal(
    loadOf((world) => {
      const idle = world.create('blue', { idleTimeOutMs: SECOND, enforceIdleTimeOut: true, gpusPerNode: 8 });
      world
        .run(0)
        .at(49 * SECOND)
        .do({ kind: 'gpr.activity', gprId: idle, busy: false });
    }),
    0.5,
  );
  assert.equal(
    loadOf((world) => world.create('blue', { gpusPerNode: 1, dedicatedNodes: true, exitMs: 10 * SECOND })),
    0.1,
  );
});

test('the offered load is of the workload and the nodes, whatever the policy and the end of the run', () => {
  const loadOf = (queue: 'strict' | 'greedy', untilMs: number) => {
    const world = new World(scenarioOf({ scheduler: { queue } }));
    const down = { kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: null } as const;
    world.at(0).create('blue', { gpusPerNode: 4, exitMs: 300 * SECOND });
    world.at(10 * SECOND).create('green', { gpusPerNode: 8, exitMs: 100 * SECOND });
    world.at(100 * SECOND).create('red', { gpusPerNode: 4, exitMs: 100 * SECOND });
    world.run(untilMs).at(untilMs).do(down);
    return world.run(untilMs + 1000 * SECOND).simulation.measures.parts().pools[0].offeredLoad;
  };
  // 1200 + 800 + 400 GPU seconds for 8 GPUs in 100 s.
  for (const queue of ['strict', 'greedy'] as const)
    for (const until of [100, 150, 1000]) assert.equal(loadOf(queue, until * SECOND), 3);
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

test('GPRs that time out or fail are counted as such', () => {
  const world = new World(scenarioOf({ nodes: 2 }));
  world.at(0);
  const idle = world.create('blue', { idleTimeOutMs: SECOND, enforceIdleTimeOut: true });
  world.create('green', { gpusPerNode: 8 });
  world.run(0).at(SECOND).do({ kind: 'gpr.activity', gprId: idle, busy: false });
  world.do({ kind: 'node.down', cluster: 'east', node: 'east-large-1', repairAfterMs: null });
  world.run(2 * SECOND);
  const { timedOut, failed, completed } = world.simulation.measures.summary();
  assert.deepEqual({ timedOut, failed, completed }, { timedOut: 1, failed: 1, completed: 0 });
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

test('without events, counts are 0 and values without samples are null', () => {
  const { utilizationOverTime, ...summary } = new World(scenarioOf()).simulation.measures.summary();
  assert.deepEqual(utilizationOverTime.utilization, []);
  for (const [name, value] of Object.entries(summary)) {
    assert.equal(
      value,
      /^(wait|flow|boundedSlowdown|estimateError|utilization|fragmentation)/.test(name) ? null : 0,
      name,
    );
  }
});
