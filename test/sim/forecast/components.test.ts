// Forecasts are cached by component: an event in one component keeps the forecasts of the others. All answers equal the
// engine's, even if pools join or separate in between.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Origin, uidOf } from '../../../sim/base/numbers/ids.ts';
import { buildWorld, engineOf } from '../../../sim/build.ts';
import { applyCommand } from '../../../sim/commands/apply.ts';
import { checkCommand } from '../../../sim/commands/check.ts';
import { State } from '../../../sim/facts/numbered.ts';
import { ForecastCache } from '../../../sim/forecast/component.ts';
import type { Command, Scenario } from '../../../sim/index.ts';
import { ROW } from '../../../sim/tables/gprs/gpr-table.ts';
import { NodeState } from '../../../sim/tables/pools/node-table.ts';
import type { World } from '../../../sim/world.ts';
import { type AskedOf, compare } from '../../support/forecast.ts';
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
import { gpus, placement } from '../world/orders.ts';

const TYPES = [instanceType('large', 8), instanceType('small', 4)];

/** Workspaces of one cluster each, and some (`wanderers`) with all clusters. */
interface Setup {
  readonly seed: number;
  readonly clusters: number;
  readonly types: number;
  readonly nodes: number;
  /** In each cluster: the number of its workspaces, and of their GPRs. */
  readonly workspaces: number;
  readonly count: number;
  /** Probability that a GPR of the first cluster evicts, in thousandths. Other GPRs do not evict. */
  readonly evictsMilli: number;
  readonly wanderers: number;
  readonly gapMs: number;
  readonly shareMilli: number;
  readonly idleMilli: number;
  readonly nodeMtbfMs: number | null;
  readonly provisioningMicro: number;
  readonly scheduler: Partial<Scenario['scheduler']>;
}

const setups: fc.Arbitrary<Setup> = fc.record({
  seed: fc.nat(1_000_000),
  clusters: fc.integer({ min: 2, max: 4 }),
  types: fc.integer({ min: 1, max: 2 }),
  nodes: fc.integer({ min: 1, max: 3 }),
  workspaces: fc.constantFrom(2, 5, 20),
  count: fc.integer({ min: 5, max: 60 }),
  evictsMilli: fc.constantFrom(0, 0, 400),
  wanderers: fc.constantFrom(0, 1, 1, 3),
  gapMs: fc.constantFrom(0, SECOND),
  shareMilli: fc.constantFrom(700, 1000, 1000),
  idleMilli: fc.constantFrom(0, 0, 100),
  nodeMtbfMs: fc.constantFrom(null, null, 1000 * SECOND),
  provisioningMicro: fc.constantFrom(0, 0, 200_000),
  scheduler: fc.record({
    queue: fc.constantFrom('strict' as const, 'strict' as const, 'strict' as const, 'backfill' as const),
    workspaceLimit: fc.constantFrom(1 as const, 1 as const, 1 as const, 'none' as const),
    provisioningDelayMs: fc.constantFrom(0, SECOND),
  }),
});

/** An action on a target with a number. `null` = time passes. */
interface TestAction {
  readonly kind: 'create' | 'place' | 'update' | 'release' | 'delete' | 'activity' | 'node' | 'add' | null;
  readonly of: number;
  readonly gapMs: number;
  readonly closes: boolean;
  readonly value: number;
  readonly flag: boolean;
  /** Whether forecasts are compared afterwards. */
  readonly asks: boolean;
}

const testActions: fc.Arbitrary<TestAction[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<TestAction['kind']>(
      ...([
        null,
        null,
        'create',
        'create',
        'create',
        'update',
        'release',
        'delete',
        'activity',
        'node',
        'add',
      ] as const),
      'place',
    ),
    of: fc.nat(10_000),
    gapMs: fc.constantFrom(0, 0, SECOND, 7 * SECOND, 40 * SECOND),
    closes: fc.boolean(),
    value: fc.nat(10_000),
    flag: fc.boolean(),
    asks: fc.boolean(),
  }),
  { minLength: 2, maxLength: 20 },
);

const queries: fc.Arbitrary<AskedOf[]> = fc.array(
  fc.record({
    workspace: fc.nat(300),
    priority: fc.integer({ min: 1, max: 300 }),
    gpusPerNode: fc.constantFrom(1, 4, 8),
    nodeCount: fc.constantFrom(1, 1, 2),
    enableEviction: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 1, maxLength: 3 },
);

function scenario(given: Setup): Scenario {
  const names = Array.from({ length: given.clusters }, (_, i) => `cluster-${i}`);
  const own = (name: string) => Array.from({ length: given.workspaces }, (_, i) => `${name}-${i}`);
  const wanderers = Array.from({ length: given.wanderers }, (_, i) => `wanderer-${i}`);
  const stream = (workspaces: readonly string[], count: number, evictsMilli: number) =>
    generated({
      count,
      interArrivalMeanMs: given.gapMs,
      workspaces: [...workspaces],
      gpus: [1, 2, 4, 8],
      nodes: [1, 1, 2],
      exitDurationMs: { from: 5 * SECOND, to: 200 * SECOND },
      runtimeShareMilli: { from: given.shareMilli, to: 1000 },
      evictsMilli,
      requeuesMilli: 500,
      idleMilli: given.idleMilli,
      idleTimeOutMs: 20 * SECOND,
    });
  return scenarioOf({
    seed: given.seed,
    keepEnded: 20,
    scheduler: given.scheduler,
    failures: {
      nodeMtbfMs: given.nodeMtbfMs,
      nodeRepairMs: 50 * SECOND,
      provisioningMicro: given.provisioningMicro,
    },
    instanceTypes: TYPES,
    clusters: names.map((name) =>
      cluster(
        name,
        TYPES.slice(0, given.types).map((type) => nodeGroup(type.instanceType, given.nodes)),
      ),
    ),
    workspaces: [
      ...names.flatMap((name) => own(name).map((known) => workspace(known, [name]))),
      ...wanderers.map((name) => workspace(name, names)),
    ],
    workload: names.map((name, i) => stream(own(name), given.count, i === 0 ? given.evictsMilli : 0)),
  });
}

/** The command of an action in the present world; undefined = no target exists. */
function commandOf({ core, scenario, ids, directory }: World, action: TestAction): Command | undefined {
  const { gprs, nodes } = core;
  const { of, value, flag } = action;
  const gprOf = (...states: number[]) => {
    const rows: number[] = [];
    for (let row = 0; row < gprs.used; row += ROW) if (states.includes(gprs.state[row])) rows.push(row);
    return rows.length === 0 ? undefined : ids.gprId(gprs.uid[rows[of % rows.length]]);
  };
  const onGpr = <T extends object>(gprId: string | undefined, rest: T) =>
    gprId === undefined ? undefined : { gprId, ...rest };
  switch (action.kind) {
    case null:
      return undefined;
    case 'create': {
      // Half of the requests are by workspaces with all clusters, if such exist.
      const wanderers = scenario.workspaces.filter(({ clusters }) => clusters.length > 1);
      const all = flag && wanderers.length > 0 ? wanderers : scenario.workspaces;
      const { name, clusters } = all[of % all.length];
      const sizes = { gpusPerNode: [1, 4, 8][value % 3], priority: 1 + (value % 300) };
      const exitMs = [10, 50, 150][of % 3] * SECOND;
      return request(name, { ...sizes, exitMs, clusters: [clusters[value % clusters.length]] });
    }
    case 'place': {
      const { name, clusters } = scenario.workspaces[of % scenario.workspaces.length];
      const { instanceType, gpuModelName: gpuShape } = TYPES[value % TYPES.length];
      return placement(name, {
        name: `placed-${core.commands}`,
        clusters: [...clusters],
        enableBurst: true,
        burst: { text: '20s', ms: 20 * SECOND },
        gpu: gpus({ instanceType, gpuShape, gpusPerNode: [1, 4, 8][value % 3] }),
      });
    }
    case 'update':
      return onGpr(gprOf(State.queued), {
        kind: 'gpr.update' as const,
        priority: 1 + (value % 300),
        ...(flag ? { enableEviction: value % 4 === 0 } : {}),
      });
    case 'release':
      return onGpr(gprOf(State.provisioning, State.successful), { kind: 'gpr.release' as const });
    case 'delete':
      return onGpr(gprOf(State.queued, State.complete), { kind: 'gpr.delete' as const });
    case 'activity':
      return onGpr(gprOf(State.successful), { kind: 'gpr.activity' as const, busy: flag });
    case 'node': {
      const node = of % nodes.size;
      const named = {
        cluster: directory.clusters[nodes.cluster[node]].name,
        node: directory.nodeNames[node],
      };
      if (nodes.state[node] === NodeState.down) return { kind: 'node.up', ...named };
      if (value % 5 === 0) return { kind: 'node.remove', ...named };
      return { kind: 'node.down', ...named, repairAfterMs: flag ? 30 * SECOND : null };
    }
    case 'add': {
      const { name } = scenario.clusters[of % scenario.clusters.length];
      const { instanceType, gpuModelName } = TYPES[value % TYPES.length];
      return { kind: 'node.add', cluster: name, instanceType, gpuModelName, count: 1 };
    }
  }
}

/** Plays the actions and compares after some of them. Returns how often a pool kept its pass, and how often it got a new one. */
function go(
  given: Setup,
  list: readonly TestAction[],
  asked: readonly AskedOf[],
): { kept: number; remade: number } {
  const world = buildWorld(scenario(given));
  const { core } = world;
  const engine = engineOf(world);
  const forecast = new ForecastCache(world);
  const passes = () => forecast.passes(core.pools.map(({ index }) => index));
  const tally = { kept: 0, remade: 0 };
  let before = passes();
  engine.runTo(10 * SECOND);
  for (const action of list) {
    engine.openAt(core.now + action.gapMs);
    const command = commandOf(world, action);
    const check = command === undefined ? undefined : checkCommand(world, command, 0);
    if (check?.ok) applyCommand(world, check.command, uidOf(Origin.command, core.commands++));
    if (action.closes) engine.runTo(core.now);
    core.facts.drop();
    if (!action.asks) continue;
    compare(world, forecast, asked, core.workspaces.size);
    const now = passes();
    now.forEach((pass, pool) => {
      if (pass === before[pool]) tally.kept++;
      else tally.remade++;
    });
    before = now;
  }
  return tally;
}

property(
  'all forecasts equal those of the engine after any actions on some components',
  400,
  fc.tuple(setups, testActions, queries),
  ([given, list, asked]) => {
    go(given, list, asked);
  },
);

test('the forecast of a component survives events in others', () => {
  let kept = 0;
  let remade = 0;
  for (const [given, list, asked] of fc.sample(fc.tuple(setups, testActions, queries), {
    seed: 3,
    numRuns: 30,
  })) {
    const tally = go(given, list, asked);
    kept += tally.kept;
    remade += tally.remade;
  }
  assert.ok(kept > 100 && remade > 100, `${kept} kept, ${remade} made anew`);
});
