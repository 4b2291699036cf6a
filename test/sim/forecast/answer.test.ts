// Estimates from a timeline equal those of the engine on a copy, and prospects from a timeline equal those of trial runs. The
// workspaces of the drawn crowds use several pools, so that one more GPR affects other pools, which in turn affect its pool.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { finish } from '../../../sim/base/pending.ts';
import { buildWorld, engineOf } from '../../../sim/build.ts';
import { ask } from '../../../sim/forecast/availability/query.ts';
import { ForecastCache } from '../../../sim/forecast/component.ts';
import { NEVER, type Scenario } from '../../../sim/index.ts';
import { ANY_CLASS } from '../../../sim/tables/demand-table.ts';
import type { World } from '../../../sim/world.ts';
import { byEngine, compare, poolsFor, startsOf } from '../../support/forecast.ts';
import { property } from '../../support/property.ts';
import {
  cluster,
  generated,
  instanceType,
  nodeGroup,
  request,
  SECOND,
  scenarioOf,
  workspace,
} from '../../support/scenario.ts';

const TYPES = [instanceType('large', 8), instanceType('small', 4), instanceType('tiny', 2)];

interface Crowd {
  readonly seed: number;
  readonly clusters: number;
  readonly types: number;
  readonly nodes: number;
  readonly onePool: boolean;
  readonly workspaces: number;
  readonly count: number;
  readonly gapMs: number;
  readonly shortestMs: number;
  /** Smallest share of its exit duration that a GPR runs, in thousandths; 1000 = no GPR ends early, so that passes remain valid. */
  readonly shareMilli: number;
  readonly idleMilli: number;
  readonly evictsMilli: number;
  readonly scheduler: Partial<Scenario['scheduler']>;
  readonly nodeMtbfMs: number | null;
  readonly keepEnded: number;
}

const crowds = (evictsMilli: fc.Arbitrary<number>, queue: fc.Arbitrary<Scenario['scheduler']['queue']>) =>
  fc.record({
    seed: fc.nat(1_000_000),
    clusters: fc.integer({ min: 1, max: 4 }),
    types: fc.integer({ min: 1, max: 3 }),
    nodes: fc.integer({ min: 1, max: 6 }),
    onePool: fc.boolean(),
    workspaces: fc.constantFrom(3, 10, 30, 100, 300),
    count: fc.integer({ min: 5, max: 400 }),
    gapMs: fc.constantFrom(0, 100, SECOND),
    shortestMs: fc.constantFrom(5 * SECOND, 100 * SECOND, 150 * SECOND),
    shareMilli: fc.constantFrom(500, 1000),
    idleMilli: fc.constantFrom(0, 0, 300),
    evictsMilli,
    scheduler: fc.record({
      queue,
      placement: fc.constantFrom('best-fit' as const, 'first-fit' as const, 'worst-fit' as const),
      workspaceLimit: fc.constantFrom(1 as const, 1 as const, 1 as const, 'none' as const),
      provisioningDelayMs: fc.constantFrom(0, SECOND, 10 * SECOND),
    }),
    nodeMtbfMs: fc.constantFrom(null, null, 300 * SECOND),
    keepEnded: fc.constantFrom(0, 5, 1000),
  });

const strictCrowds = crowds(fc.constant(0), fc.constant('strict'));

/** Crowds whose workspaces have long queues in several pools, and short GPRs among long ones: all pools affect one another. */
const tangledCrowds = fc
  .tuple(strictCrowds, fc.integer({ min: 3, max: 4 }), fc.integer({ min: 8, max: 40 }))
  .map(([crowd, clusters, workspaces]): Crowd => {
    const scheduler = { ...crowd.scheduler, workspaceLimit: 1 as const };
    const nodes = 1 + (crowd.nodes % 3);
    return { ...crowd, clusters, workspaces, nodes, scheduler, count: crowd.count + 200, shortestMs: SECOND };
  });
const anyCrowds = crowds(
  fc.constantFrom(0, 100, 500),
  fc.constantFrom('strict' as const, 'strict' as const, 'greedy' as const, 'backfill' as const),
);

/** The next stop of the run: ms later (0 = the same instant), or the next event. */
type Gap = number | 'next';
/** The stop, and whether its round is left open. */
type Stop = readonly [Gap, boolean];

const stops: fc.Arbitrary<readonly Stop[]> = fc.array(
  fc.tuple(fc.oneof(fc.nat(100 * SECOND), fc.constantFrom<Gap>(0, 'next', 'next')), fc.boolean()),
  { minLength: 1, maxLength: 6 },
);

const asked = fc.record({
  workspace: fc.nat(300),
  priority: fc.integer({ min: 1, max: 300 }),
  gpusPerNode: fc.constantFrom(1, 2, 4, 8),
  nodeCount: fc.constantFrom(1, 1, 2, 3),
  enableEviction: fc.constantFrom(false, false, true),
  dedicatedNodes: fc.constantFrom(false, false, false, true),
});

function scenario(crowd: Crowd): Scenario {
  return scenarioOf({
    seed: crowd.seed,
    keepEnded: crowd.keepEnded,
    scheduler: crowd.scheduler,
    failures: { nodeMtbfMs: crowd.nodeMtbfMs, nodeRepairMs: 50 * SECOND },
    instanceTypes: TYPES,
    clusters: Array.from({ length: crowd.clusters }, (_, i) =>
      cluster(
        `cluster-${i}`,
        TYPES.slice(0, crowd.types).map((type) => nodeGroup(type.instanceType, crowd.nodes)),
        crowd.onePool && i === 0,
      ),
    ),
    workspaces: [],
    workload: [
      generated({
        count: crowd.count,
        interArrivalMeanMs: crowd.gapMs,
        workspaces: crowd.workspaces,
        gpus: [1, 2, 4, 8],
        nodes: [1, 1, 2],
        exitDurationMs: { from: crowd.shortestMs, to: 200 * SECOND },
        runtimeShareMilli: { from: crowd.shareMilli, to: 1000 },
        evictsMilli: crowd.evictsMilli,
        requeuesMilli: 500,
        idleMilli: crowd.idleMilli,
        idleTimeOutMs: 20 * SECOND,
      }),
    ],
  });
}

/** Runs a crowd from stop to stop and calls `visit` at each. */
function follow(crowd: Crowd, stopList: readonly Stop[], visit: (world: World) => void): void {
  const world = buildWorld(scenario(crowd));
  const { core } = world;
  const engine = engineOf(world);
  for (const [gap, isOpen] of stopList) {
    const next = core.nextAt();
    const atMs = gap !== 'next' ? core.now + gap : next === NEVER ? core.now : next;
    if (isOpen) engine.openAt(atMs);
    else engine.runTo(atMs);
    core.facts.drop();
    visit(world);
  }
}

/** Runs random crowds and compares all answers at every stop. */
function comparedWithEngine(
  name: string,
  runs: number,
  crowds: fc.Arbitrary<Crowd>,
  lengths: { minLength: number; maxLength: number },
): void {
  property(name, runs, fc.tuple(crowds, stops, fc.array(asked, lengths)), ([crowd, stopList, queries]) => {
    let forecast: ForecastCache | undefined;
    follow(crowd, stopList, (world) => {
      // One cache for the whole run: forecasts that remain valid are used again.
      forecast ??= new ForecastCache(world);
      compare(world, forecast, queries, crowd.workspaces);
    });
  });
}

comparedWithEngine(
  'under the strict queue, estimates and prospects equal those of the engine',
  600,
  strictCrowds,
  {
    minLength: 1,
    maxLength: 5,
  },
);
comparedWithEngine(
  'estimates and prospects equal those of the engine if all pools affect one another',
  200,
  tangledCrowds,
  {
    minLength: 3,
    maxLength: 8,
  },
);
comparedWithEngine(
  'estimates and prospects equal those of the engine under every policy and with evictions',
  60,
  anyCrowds,
  { minLength: 1, maxLength: 3 },
);

property(
  'in a world with one pool, a higher priority never means a later start',
  100,
  fc.tuple(strictCrowds, stops, asked, fc.integer({ min: 1, max: 300 })),
  ([crowd, stopList, { workspace, ...given }, other]) => {
    const alone = { ...crowd, clusters: 1, types: 1 };
    follow(alone, stopList, (world) => {
      const forecast = new ForecastCache(world);
      const startOf = (priority: number) => {
        const command = request('crowd', { ...given, enableEviction: false, priority });
        const candidates = poolsFor(world.core, command).map((pool) => ({ pool, classes: ANY_CLASS }));
        const asked = { workspace: workspace % crowd.workspaces, request: command, candidates, uid: 0 };
        return finish(ask({ ...world, forecast }, asked))[0]?.startMs ?? NEVER;
      };
      assert.ok(startOf(Math.max(given.priority, other)) <= startOf(Math.min(given.priority, other)));
    });
  },
);

test('a pass made in slices equals one made at once, and later changes of the world do not affect it', () => {
  const crowd: Crowd = {
    seed: 7,
    clusters: 3,
    types: 2,
    nodes: 3,
    onePool: false,
    workspaces: 40,
    count: 300,
    gapMs: 0,
    shortestMs: 5 * SECOND,
    shareMilli: 500,
    idleMilli: 0,
    evictsMilli: 0,
    scheduler: { queue: 'strict', provisioningDelayMs: SECOND },
    nodeMtbfMs: null,
    keepEnded: 5,
  };
  const world = buildWorld(scenario(crowd));
  const { core } = world;
  const engine = engineOf(world);
  engine.runTo(SECOND);
  const expected = startsOf(core, new ForecastCache(world).known());
  const command = request('crowd', { gpusPerNode: 4, priority: 150 });
  const [pool] = poolsFor(core, command);
  const [prospect] = byEngine(world, 5, command, [pool]);

  const sliced = world.forecast.passes([pool])[0];
  const candidates = [{ pool, classes: ANY_CLASS }];
  const query = ask(world, { workspace: 5, request: command, candidates, uid: 0 });
  let steps = 0;
  for (; !query.run(3); steps++) engine.runTo(core.now + SECOND);
  assert.ok(steps > 10, `${steps} steps`);
  assert.deepEqual(query.answer(), [prospect]);
  assert.deepEqual(
    expected.map(([row]) => [row, sliced.startOf(row)]),
    expected,
  );
});

test('an event at an instant whose cycle has run comes after that cycle', () => {
  const exitMs = 100 * SECOND;
  const arriving = (name: string) => ({
    name,
    arrivalMs: 0,
    priority: 1,
    gpusPerNode: 8,
    nodeCount: 1,
    exitMs,
    runMs: exitMs,
    gpuModels: [],
  });
  const world = buildWorld(
    scenarioOf({
      scheduler: { queue: 'strict', provisioningDelayMs: 0 },
      instanceTypes: [instanceType('large', 8)],
      clusters: [cluster('cluster-0', [nodeGroup('large', 1)])],
      workspaces: [workspace('asking', ['cluster-0'])],
      workload: [
        { kind: 'trace', format: 'none', cluster: 'cluster-0', gprs: ['a', 'b', 'c'].map(arriving) },
      ],
    }),
  );
  const { core } = world;
  const engine = engineOf(world);
  const command = request('asking', { gpusPerNode: 8, priority: 300 });
  const candidates = [{ pool: 0, classes: ANY_CLASS }];
  const startBy = (forecast: ForecastCache) =>
    finish(ask({ ...world, forecast }, { workspace: 0, request: command, candidates, uid: 0 }))[0].startMs;

  // The first of three GPRs runs. When it ends, the second starts, and the request precedes or follows it.
  engine.runTo(SECOND);
  const early = new ForecastCache(world);
  assert.equal(startBy(early), exitMs);
  const [first] = early.passes([0]);
  engine.openAt(exitMs);
  const open = new ForecastCache(world);
  for (const forecast of [early, open]) assert.equal(startBy(forecast), exitMs, 'the cycle has not run yet');
  engine.runTo(exitMs);
  const closed = new ForecastCache(world);
  for (const forecast of [early, open, closed])
    assert.equal(startBy(forecast), 2 * exitMs, 'the instant is closed');
  engine.openAt(exitMs);
  assert.equal(core.round, 1);
  for (const forecast of [early, open, closed]) {
    assert.equal(startBy(forecast), 2 * exitMs, 'another round is open');
  }
  assert.equal(early.passes([0])[0], first, 'there was no invalidation');
});
