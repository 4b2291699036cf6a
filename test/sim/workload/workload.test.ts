// Streams of arrivals: generated and recorded.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FactView, GeneratedWorkload, Scenario, TraceGpr, TraceWorkload } from '../../../sim/index.ts';
import {
  ANY_POOL,
  cluster,
  instanceType,
  nodeGroup,
  request,
  SECOND,
  scenarioOf,
} from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

function generated(given: Partial<GeneratedWorkload> = {}): GeneratedWorkload {
  return {
    kind: 'generated',
    count: 2000,
    startMs: 0,
    interArrivalMeanMs: 10 * SECOND,
    weekly: null,
    workspaces: 100,
    pools: ANY_POOL,
    jobs: null,
    priority: { low: 70, medium: 20, high: 10 },
    gpus: [1, 2, 4, 8],
    nodes: [1, 2],
    exitDurationMs: { from: 10 * SECOND, to: 20 * SECOND },
    runtimeShareMilli: { from: 500, to: 1000 },
    evictsMilli: 0,
    requeuesMilli: 0,
    idleMilli: 0,
    idleTimeOutMs: 0,
    ...given,
  };
}

function created(scenario: Scenario, until = 1_000_000 * SECOND): FactView[] {
  return new World(scenario).run(until).facts.filter(({ kind }) => kind === 'gpr.created');
}

function near(value: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(value - expected) <= tolerance, `${value} is not near ${expected}`);
}

describe('a generated workload', () => {
  const scenario = scenarioOf({ nodes: 50, workload: [generated()] });
  const arrivals = created(scenario);
  const share = (is: (fact: FactView) => boolean) => arrivals.filter(is).length / arrivals.length;

  test('creates the given number of GPRs, with the mean gap', () => {
    assert.equal(arrivals.length, 2000);
    // The standard error of the mean of 2,000 exponential gaps of 10 s is 0.22 s.
    near(arrivals.at(-1)!.atMs / 2000, 10_000, 1_000);
    assert.equal(new Set(arrivals.map(({ gprId }) => gprId)).size, 2000);
  });

  test('draws each property with its distribution', () => {
    const priority = ({ priority: value }: FactView) => value!;
    near(
      share((fact) => priority(fact) <= 100),
      0.7,
      0.04,
    );
    near(
      share((fact) => priority(fact) > 100 && priority(fact) <= 200),
      0.2,
      0.04,
    );
    near(
      share((fact) => priority(fact) > 200),
      0.1,
      0.03,
    );
    for (const gpus of [1, 2, 4, 8])
      near(
        share((fact) => fact.gpusPerNode === gpus),
        0.25,
        0.04,
      );
    for (const nodes of [1, 2])
      near(
        share((fact) => fact.nodeCount === nodes),
        0.5,
        0.05,
      );
    for (const { exitMs } of arrivals) {
      assert.ok((exitMs as number) >= 10_000 && (exitMs as number) <= 20_000);
      assert.equal((exitMs as number) % SECOND, 0);
    }
    assert.equal(new Set(arrivals.map(({ workspace }) => workspace)).size, 100);
    assert.ok(arrivals.some(({ workspace }) => workspace === 'test-1-100'));
  });

  test('starts at its start instant', () => {
    const later = created(scenarioOf({ nodes: 50, workload: [generated({ startMs: 500 * SECOND })] }));
    assert.deepEqual(
      later.map(({ atMs }) => atMs - 500_000),
      arrivals.map(({ atMs }) => atMs),
    );
  });

  test('does not depend on other workloads, and changes completely with the seed', () => {
    const others = created(
      scenarioOf({
        nodes: 50,
        workload: [
          generated(),
          generated({ count: 50 }),
          { kind: 'script', steps: [{ atMs: 0, command: request('blue') }] },
        ],
      }),
    );
    const without = (facts: readonly FactView[]) => facts.map(({ seq: _, ...fact }) => fact);
    const first = without(others.filter(({ workspace }) => /^test-1-/.test(workspace!)));
    assert.deepEqual(first, without(arrivals));
    const reseeded = created({ ...scenario, seed: 43 });
    assert.ok(reseeded.every((fact, i) => fact.gprId !== arrivals[i].gprId));
    assert.ok(reseeded.filter((fact, i) => fact.atMs === arrivals[i].atMs).length < 20);
  });

  test('without a count does not end', () => {
    const endless = scenarioOf({ nodes: 50, workload: [generated({ count: null })] });
    assert.ok(created(endless, 100_000 * SECOND).length > 9_000);
  });

  test('chooses pools in proportion to their GPUs and limits demands to the pool', () => {
    const clusters = [
      cluster('east', [nodeGroup('large', 12), nodeGroup('small', 8)]),
      cluster('west', [nodeGroup('small', 8)]),
    ];
    const instanceTypes = [instanceType('large', 8), instanceType('small', 2)];
    const facts = created(scenarioOf({ clusters, instanceTypes, workload: [generated({ nodes: [1, 50] })] }));
    const part = (name: string, type: string) =>
      facts.filter((fact) => fact.cluster === name && fact.instanceType === type).length / facts.length;
    near(part('east', 'large'), 0.75, 0.04);
    near(part('east', 'small'), 0.125, 0.03);
    near(part('west', 'small'), 0.125, 0.03);
    const small = facts.filter(({ instanceType: type }) => type === 'small');
    assert.deepEqual(new Set(small.map(({ gpusPerNode }) => gpusPerNode)), new Set([1, 2]));
    assert.deepEqual(new Set(small.map(({ nodeCount }) => nodeCount)), new Set([1, 8]));
  });

  test('uses only the clusters of its workspaces', () => {
    const clusters = [cluster('east', [nodeGroup('large', 2)]), cluster('west', [nodeGroup('large', 2)])];
    const workspaces = ['blue', 'green'].map((name, i) => ({
      ...scenario.workspaces[i],
      name,
      clusters: [clusters[i].name],
    }));
    const facts = created(
      scenarioOf({ clusters, workspaces, workload: [generated({ workspaces: ['blue', 'green'] })] }),
    );
    assert.ok(
      facts.some(({ workspace }) => workspace === 'blue') &&
        facts.some(({ workspace }) => workspace === 'green'),
    );
    for (const fact of facts) assert.equal(fact.cluster, fact.workspace === 'blue' ? 'east' : 'west');
  });

  test('runs for its hidden share of the exit duration, or idles out', () => {
    const world = new World(
      scenarioOf({
        nodes: 200,
        workload: [generated({ idleMilli: 300, idleTimeOutMs: SECOND })],
        keepEnded: 5000,
      }),
    );
    world.run(1_000_000 * SECOND);
    const ends = world.facts.filter(({ kind }) => kind === 'gpr.ended');
    assert.equal(ends.length, 2000);
    const idled = ends.filter(({ state }) => state === 'TimedOut');
    // 300 in a thousand go idle at a random moment of their run. If that is in the last second, they end before the time-out.
    near(idled.length / 2000, 0.3, 0.06);
    for (const end of ends) {
      const { exitMs } = world.gpr(end.gprId!);
      const ran = end.ranMs as number;
      assert.ok(ran <= exitMs);
      if (end.reason === 'work done') assert.ok(ran >= exitMs / 2 - 1);
    }
    assert.ok(ends.some(({ reason }) => reason === 'work done'));
  });
});

describe('the pools of a generated workload', () => {
  const clusters = [
    cluster('east', [nodeGroup('large', 3), nodeGroup('small', 4)]),
    cluster('west', [nodeGroup('small', 2)]),
  ];
  const instanceTypes = [instanceType('large', 8), instanceType('small', 2)];
  const countsOf = (given: Partial<GeneratedWorkload>) => {
    const scenario = scenarioOf({ clusters, instanceTypes, workload: [generated(given)] });
    const counts: Record<string, number> = {};
    for (const { cluster: where, instanceType: type } of created(scenario)) {
      const pool = `${where}/${type}`;
      counts[pool] = (counts[pool] ?? 0) + 1;
    }
    return counts;
  };

  test('can be those of a cluster, of an instance type, or of both', () => {
    const pools = (given: { cluster?: string; instanceType?: string }) =>
      Object.keys(countsOf({ pools: { cluster: null, instanceType: null, ...given } })).sort();
    assert.deepEqual(pools({ cluster: 'east' }), ['east/large', 'east/small']);
    assert.deepEqual(pools({ instanceType: 'small' }), ['east/small', 'west/small']);
    assert.deepEqual(pools({ cluster: 'east', instanceType: 'small' }), ['east/small']);
  });

  test('can have weights, which replace their sizes', () => {
    const weights = [
      { cluster: 'east', instanceType: 'small', gpuModelName: 'model-small', weight: 3 },
      { cluster: 'west', instanceType: 'small', gpuModelName: 'model-small', weight: 7 },
    ];
    const counts = countsOf({ pools: weights });
    assert.deepEqual(Object.keys(counts).sort(), ['east/small', 'west/small']);
    near(counts['west/small']! / 2000, 0.7, 0.05);
    // A workspace of one cluster can choose only there.
    const own = countsOf({ pools: weights, workspaces: ['blue'] });
    near(own['west/small']! / 2000, 0.7, 0.05);
  });
});

test('GPRs of a recorded sample have the demands and durations of its jobs, by weight', () => {
  const jobs = [
    { gpusPerNode: 1, nodeCount: 1, exitMs: 20 * SECOND, runMs: 10 * SECOND, weight: 6 },
    { gpusPerNode: 8, nodeCount: 2, exitMs: 30 * SECOND, runMs: 30 * SECOND, weight: 3 },
    { gpusPerNode: 4, nodeCount: 9, exitMs: 5 * SECOND, runMs: 5 * SECOND, weight: 1 },
  ];
  const world = new World(scenarioOf({ nodes: 4, workload: [generated({ jobs })], keepEnded: 5000 }));
  world.run(1_000_000 * SECOND);
  const drawn = world.facts.filter(({ kind }) => kind === 'gpr.created');
  assert.equal(drawn.length, 2000);
  for (const { gpusPerNode, nodeCount, exitMs, weight } of jobs) {
    // A demand is cut to the pool, which has four nodes.
    const same = drawn.filter(
      (fact) =>
        fact.gpusPerNode === gpusPerNode &&
        fact.nodeCount === Math.min(4, nodeCount) &&
        fact.exitMs === exitMs,
    );
    near(same.length / 2000, weight / 10, 0.05);
  }
  const ends = world.facts.filter(({ kind }) => kind === 'gpr.ended');
  assert.deepEqual([...new Set(ends.map(({ ranMs }) => ranMs))].sort(), [10_000, 30_000, 5_000]);
});

test('a GPR whose workload has gone idle stays busy after a command sets it busy', () => {
  const always = { idleMilli: 1000, idleTimeOutMs: 5 * SECOND, runtimeShareMilli: { from: 1000, to: 1000 } };
  const exitDurationMs = { from: 1000 * SECOND, to: 1000 * SECOND };
  const scenario = scenarioOf({ workload: [generated({ count: 1, exitDurationMs, ...always })] });
  const idles = new World(scenario).run(10_000 * SECOND).facts.find(({ kind }) => kind === 'gpr.activity')!;

  const world = new World(scenario);
  world.at(idles.atMs + SECOND).do({ kind: 'gpr.activity', gprId: idles.gprId!, busy: true });
  world.run(10_000 * SECOND);
  assert.equal(world.gpr(idles.gprId!).state, 'Complete');
  assert.deepEqual(
    world.of(idles.gprId!, 'gpr.activity').map(({ atMs, idle }) => [atMs, idle]),
    [
      [idles.atMs, true],
      [idles.atMs + SECOND, false],
    ],
  );
});

describe('a trace', () => {
  const clusters = [cluster('east', [nodeGroup('large', 1), nodeGroup('small', 1)], true)];
  const instanceTypes = [instanceType('large', 8), instanceType('small', 2)];

  function traced(...gprs: Partial<TraceGpr>[]): World {
    const trace: TraceWorkload = {
      kind: 'trace',
      format: 'test',
      cluster: 'east',
      gprs: gprs.map((given, i) => ({
        name: `pod-${i}`,
        arrivalMs: i * SECOND,
        priority: 50,
        gpusPerNode: 1,
        nodeCount: 1,
        exitMs: 3600 * SECOND,
        runMs: 100 * SECOND,
        gpuModels: [],
        ...given,
      })),
    };
    return new World(scenarioOf({ clusters, instanceTypes, workload: [trace] }));
  }

  test('replays each GPR at its instant, in a workspace with its name', () => {
    const world = traced({}, { gpusPerNode: 4, priority: 250 });
    world.run(10 * SECOND);
    const [gpr] = world.simulation.views.gprsOf('pod-1')!;
    assert.equal(gpr.gprName, 'pod-1');
    assert.deepEqual(
      [gpr.createdAtMs, gpr.gpusPerNode, gpr.priority, gpr.exitMs],
      [1_000, 4, 250, 3_600_000],
    );
    world.run(101 * SECOND);
    assert.equal(world.gpr(gpr.gprId).state, 'Complete');
    assert.deepEqual(
      world.simulation.views.workspaces().map(({ name }) => name),
      ['blue', 'green', 'red', 'white', 'black'],
    );
  });

  test('has one pool in which a GPR takes only the models it accepts', () => {
    const world = traced(
      {},
      { gpuModels: ['model-small'], gpusPerNode: 2 },
      { gpuModels: ['model-large'] },
      { gpusPerNode: 4 },
    );
    world.run(10 * SECOND);
    const nodesOf = (name: string) => world.simulation.views.gprsOf(name)![0].nodes;
    // Best fit puts the first GPR on the small node, so that the second has to wait for it.
    assert.deepEqual(nodesOf('pod-0'), ['east-small-0']);
    assert.equal(nodesOf('pod-1'), null);
    assert.equal(nodesOf('pod-2'), null, 'strict: behind the blocked head');
    world.run(100 * SECOND);
    assert.deepEqual(['pod-1', 'pod-2', 'pod-3'].map(nodesOf), [
      ['east-small-0'],
      ['east-large-0'],
      ['east-large-0'],
    ]);
    assert.equal(world.simulation.views.gprsOf('pod-2')![0].instanceType, 'large');
  });
});
