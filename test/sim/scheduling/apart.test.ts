// A larger pool changes nothing in the other pools, if nothing connects them: each has its cluster, workspaces and workload.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Scenario, Simulation } from '../../../sim/index.ts';
import { queueOrders } from '../../support/arbitrary-orders.ts';
import { BEAT } from '../../support/arbitrary-scenario.ts';
import { property } from '../../support/property.ts';
import {
  cluster,
  generated,
  instanceType,
  nodeGroup,
  SECOND,
  scenarioOf,
  workspace,
} from '../../support/scenario.ts';

const CLUSTERS = ['east', 'north', 'west'] as const;

const pool = fc.record({
  nodes: fc.integer({ min: 1, max: 4 }),
  gpus: fc.constantFrom([1], [1, 2, 4, 8]),
  asked: fc.constantFrom([1], [1, 2, 3]),
  meanMs: fc.constantFrom(2 * SECOND, BEAT),
  evictsMilli: fc.constantFrom(0, 500),
  requeuesMilli: fc.constantFrom(0, 500, 1000),
  idleMilli: fc.constantFrom(0, 300),
  weekly: fc.constantFrom(null, {
    startMs: 3_590_000,
    rates: Array.from({ length: 168 }, (_, hour) => 1 + (hour % 3)),
  }),
});

type PoolSpec = typeof pool extends fc.Arbitrary<infer P> ? P : never;

const worlds = fc.record({
  seed: fc.nat(10_000),
  pools: fc.array(pool, { minLength: CLUSTERS.length, maxLength: CLUSTERS.length }),
  queue: fc.constantFrom('strict', 'greedy', 'backfill'),
  placement: fc.constantFrom('best-fit', 'first-fit', 'worst-fit'),
  ...queueOrders,
  workspaceLimit: fc.constantFrom<(1 | 'none')[]>(1, 'none'),
  provisioningDelayMs: fc.constantFrom(0, 1500),
  recordEstimatesEveryMs: fc.constantFrom(null, 3 * BEAT),
  nodeMtbfMs: fc.constantFrom(20 * BEAT, 100 * BEAT),
  larger: fc.nat(CLUSTERS.length - 1),
  added: fc.integer({ min: 1, max: 5 }),
});

type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;

function scenarioWith(world: World, pools: readonly PoolSpec[]): Scenario {
  const { seed, queue, placement, order, backfillOrder, halfLifeMs } = world;
  const { workspaceLimit, provisioningDelayMs, recordEstimatesEveryMs } = world;
  const own = CLUSTERS.map((name) => ['a', 'b', 'c'].map((team) => `${name}-${team}`));
  return scenarioOf({
    seed,
    instanceTypes: [instanceType('large', 8)],
    clusters: CLUSTERS.map((name, i) => cluster(name, [nodeGroup('large', pools[i]!.nodes)])),
    workspaces: CLUSTERS.flatMap((name, i) => own[i]!.map((team) => workspace(team, [name]))),
    workload: pools.map(({ gpus, asked, meanMs, evictsMilli, requeuesMilli, idleMilli, weekly }, i) =>
      generated({
        count: 40,
        interArrivalMeanMs: meanMs,
        workspaces: own[i]!,
        weekly,
        gpus,
        nodes: asked,
        exitDurationMs: { from: SECOND, to: 8 * BEAT },
        runtimeShareMilli: { from: 300, to: 1000 },
        evictsMilli,
        requeuesMilli,
        idleMilli,
        idleTimeOutMs: SECOND,
      }),
    ),
    recordEstimatesEveryMs,
    scheduler: { queue, placement, order, backfillOrder, halfLifeMs, workspaceLimit, provisioningDelayMs },
    failures: { nodeMtbfMs: world.nodeMtbfMs, nodeRepairMs: 3 * BEAT, provisioningMicro: 100_000 },
  });
}

/** The facts of a world by cluster, without the numbers of facts and nodes. */
function factsByCluster(scenario: Scenario): Map<string, object[]> {
  const simulation = new Simulation(scenario);
  simulation.runTo(300 * BEAT);
  const clusterOf = new Map<string, string>();
  const byCluster = new Map<string, object[]>(CLUSTERS.map((name) => [name, []]));
  for (const fact of simulation.viewFacts(simulation.takeFacts())) {
    const { seq: _, ...rest } = fact;
    const named = rest.cluster ?? clusterOf.get(rest.gprId ?? '') ?? placeOf(rest);
    if (named === undefined) continue;
    if (typeof rest.gprId === 'string') clusterOf.set(rest.gprId, named);
    byCluster.get(named)!.push(rest);
  }
  return byCluster;
}

/** Names of nodes and workspaces begin with their cluster. */
function placeOf({ node, workspace: name }: { node?: unknown; workspace?: unknown }): string | undefined {
  return CLUSTERS.find((known) => `${node ?? name ?? ''}`.startsWith(`${known}-`));
}

property(
  'nodes that are added to a pool change no facts of other pools, failures included',
  100,
  worlds,
  (world) => {
    const { pools, larger, added } = world;
    const before = factsByCluster(scenarioWith(world, pools));
    const grown = pools.map((spec, i) => (i === larger ? { ...spec, nodes: spec.nodes + added } : spec));
    const after = factsByCluster(scenarioWith(world, grown));
    CLUSTERS.forEach((name, i) => {
      if (i === larger) return;
      const facts = before.get(name)!;
      assert.ok(facts.length > 40, `only ${facts.length} facts of ${name} are compared`);
      assert.deepEqual(after.get(name), facts);
    });
  },
);

property(
  'a node fails at the same instants whatever nodes its cluster has',
  50,
  fc.tuple(fc.nat(10_000), fc.integer({ min: 1, max: 5 })),
  ([seed, added]) => {
    const failures = (small: number, large: number) => {
      const scenario = scenarioOf({
        seed,
        instanceTypes: [instanceType('large', 8), instanceType('small', 2)],
        clusters: [cluster('east', [nodeGroup('large', large), nodeGroup('small', small)])],
        failures: { nodeMtbfMs: 100 * BEAT, nodeRepairMs: BEAT },
      });
      const simulation = new Simulation(scenario);
      simulation.runTo(2_000 * BEAT);
      return simulation
        .viewFacts(simulation.takeFacts())
        .filter(({ kind }) => kind === 'node.down')
        .map(({ atMs, node }) => [atMs, node] as const);
    };
    const before = failures(3, 3);
    assert.ok(before.length > 20);
    const names = new Set(before.map(([, node]) => node));
    assert.equal(names.size, 6);
    assert.deepEqual(
      failures(3 + added, 3 + added).filter(([, node]) => names.has(node)),
      before,
    );
  },
);
