// An invalidation takes away the forecasts of the components that feel it, and no others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Origin, uidOf } from '../../sim/base/ids.ts';
import { finish } from '../../sim/base/pending.ts';
import { buildWorld, engineOf } from '../../sim/build.ts';
import { applyCommand, checkCommand } from '../../sim/commands/apply.ts';
import { EnginePass } from '../../sim/forecast/pass.ts';
import { ask } from '../../sim/forecast/query.ts';
import { Timeline } from '../../sim/forecast/timeline.ts';
import type { Command, CreateGpr } from '../../sim/index.ts';
import { ANY_CLASS } from '../../sim/tables/demand.ts';
import { compare } from '../support/forecast.ts';
import {
  cluster,
  instanceType,
  nodeGroup,
  request,
  SECOND,
  scenarioOf,
  workspace,
} from '../support/scenario.ts';
import { World } from '../support/world.ts';
import { gpus, placement } from './world/orders.ts';

const [EAST, WEST] = [0, 1];
const NODE = 'west-large-0';

/** Two clusters of one node each; `e…` may go to the one, `w…` to the other, `both` to either. */
function world(workspaceLimit: 1 | 'none' = 1) {
  const built = buildWorld(
    scenarioOf({
      scheduler: { workspaceLimit },
      clusters: ['east', 'west'].map((name) => cluster(name, [nodeGroup('large', 1)])),
      workspaces: [
        ...['e0', 'e1', 'e2'].map((name) => workspace(name, ['east'])),
        ...['w0', 'w1', 'w2'].map((name) => workspace(name, ['west'])),
        workspace('both', ['east', 'west']),
      ],
    }),
    1,
  );
  const { core, ids, forecast } = built;
  const engine = engineOf(built);
  return {
    core,
    forecast,
    at: (seconds: number) => engine.openAt(seconds * SECOND),
    /** Asked by the workspace that has both clusters. */
    askFor: (command: CreateGpr, pools: readonly number[]) => {
      const candidates = pools.map((pool) => ({ pool, classes: ANY_CLASS }));
      return ask(built, { workspace: 6, request: command, candidates });
    },
    passes: () => forecast.passes([EAST, WEST]),
    tell(command: Command): string {
      const check = checkCommand(built, command);
      assert.ok(check.ok, JSON.stringify(check));
      return applyCommand(built, check.command, uidOf(Origin.command, core.commands++)).gprId ?? '';
    },
    rowOf: (gprId: string) => built.index.rowOf(ids.uid(gprId)),
    startOf: (gprId: string) => {
      const row = built.index.rowOf(ids.uid(gprId));
      return forecast.known().startOf(row);
    },
    compare: () => compare(built, forecast, [{ workspace: 6, priority: 1, gpusPerNode: 8, nodeCount: 1 }], 7),
  };
}

/** A whole node for so many seconds. */
function whole(from: string, seconds: number, given: Partial<CreateGpr> = {}): CreateGpr {
  return request(from, { gpusPerNode: 8, exitMs: seconds * SECOND, ...given });
}

for (const limit of [1, 'none'] as const) {
  test(`with limit ${limit}, what happens to a cluster takes away its own pass and no other`, () => {
    const { at, passes, tell, compare } = world(limit);
    at(0);
    const held = tell(whole('w0', 1000));
    tell(whole('e0', 1000));
    for (const name of ['e1', 'e2', 'w1']) tell(whole(name, 100));
    const waits = tell(whole('w2', 100));
    at(1);
    const deeds: [string, () => void][] = [
      ['a GPR comes', () => tell(whole('w1', 10))],
      ['one that waits is changed', () => tell({ kind: 'gpr.update', gprId: waits, priority: 7 })],
      ['one goes idle', () => tell({ kind: 'gpr.activity', gprId: held, busy: false })],
      ['one is released', () => tell({ kind: 'gpr.release', gprId: held })],
      ['one that waits is deleted', () => tell({ kind: 'gpr.delete', gprId: waits })],
      ['its node fails', () => tell({ kind: 'node.down', cluster: 'west', node: NODE, repairAfterMs: null })],
      ['its node is up', () => tell({ kind: 'node.up', cluster: 'west', node: NODE })],
      ['its node goes', () => tell({ kind: 'node.remove', cluster: 'west', node: NODE })],
      [
        'a node comes',
        () => tell({ kind: 'node.add', cluster: 'west', instanceType: 'large', gpuModelName: '', count: 1 }),
      ],
    ];
    const [east] = passes();
    deeds.forEach(([what, act], i) => {
      at(2 + i);
      const [, west] = passes();
      act();
      const [eastNow, westNow] = passes();
      assert.equal(eastNow, east, `${what}: the other holds`);
      assert.notEqual(westNow, west, `${what}: its own does not`);
      compare();
    });
  });
}

test('what nobody knows the reach of takes all away', () => {
  const { at, passes, tell } = world();
  at(0);
  const before = passes();
  tell({ kind: 'workspace.create', ...workspace('new', ['west']) });
  const now = passes();
  for (const pool of [EAST, WEST]) assert.notEqual(now[pool], before[pool]);
});

test('a workspace that has GPRs in two clusters joins them, as long as it has', () => {
  const { at, passes, tell } = world();
  at(0);
  tell(whole('e0', 1000));
  tell(whole('w0', 1000));
  assert.notEqual(passes()[EAST], passes()[WEST]);
  tell(whole('both', 10, { clusters: ['east'] }));
  assert.notEqual(passes()[EAST], passes()[WEST], 'it has GPRs in one');
  const other = tell(whole('both', 10, { clusters: ['west'] }));
  const [joined] = passes();
  assert.equal(passes()[WEST], joined);
  at(1);
  tell({ kind: 'gpr.delete', gprId: other });
  assert.notEqual(passes()[EAST], passes()[WEST]);
});

test('a GPR that came and went elsewhere is felt by what its workspace has', () => {
  const { at, tell, startOf, passes, compare } = world();
  at(0);
  tell(whole('e0', 100));
  at(1);
  const first = tell(whole('both', 100, { clusters: ['east'], priority: 200 }));
  const second = tell(whole('e1', 100));
  assert.deepEqual([startOf(first), startOf(second)], [100 * SECOND, 200 * SECOND]);
  const [east] = passes();
  // It runs in the west when the east has room, so that somebody else goes first there; then it is gone.
  at(60);
  tell(whole('both', 50, { clusters: ['west'], priority: 300 }));
  at(150);
  assert.notEqual(passes()[EAST], passes()[WEST], 'they hang together no more');
  assert.notEqual(passes()[EAST], east);
  assert.equal(startOf(first), 200 * SECOND);
  compare();
});

test('only where somebody who waits may evict does the engine have to answer', () => {
  const { at, passes, tell, askFor, compare } = world();
  at(0);
  for (const name of ['e0', 'e1', 'w0']) tell(whole(name, 100));
  tell(whole('w1', 100, { priority: 1, enableEviction: true }));
  at(1);
  const [east, west] = passes();
  assert.ok(east instanceof Timeline);
  assert.ok(west instanceof EnginePass);
  const trials = (pools: readonly number[]) => askFor(whole('both', 10), pools).trials;
  assert.equal(trials([EAST]), undefined, 'read from the timeline');
  assert.ok(trials([EAST, WEST]), 'found on a copy');
  compare();
  at(2);
  tell(whole('e2', 10));
  const now = passes();
  assert.notEqual(now[EAST], east);
  assert.equal(now[WEST], west);
});

test('the turn of a request for one cluster comes when its workspace is done in another', () => {
  const { at, tell, askFor, compare } = world();
  at(0);
  tell(whole('e0', 30));
  tell(whole('both', 50, { clusters: ['west'] }));
  at(1);
  tell(whole('e1', 40));
  tell(whole('both', 70, { clusters: ['west'], priority: 50 }));
  const startOf = (priority: number) => finish(askFor(whole('both', 10, { priority }), [EAST]))[0].startMs;
  // In the west it is done at 50 s, or at 120 s; in the east somebody has the node until 70 s.
  assert.equal(startOf(100), 70 * SECOND);
  assert.equal(startOf(20), 120 * SECOND);
  compare();
});

test('passes that are under way go on with the world of their time, whatever is asked since', () => {
  const { at, tell, rowOf, forecast } = world();
  at(0);
  tell(whole('e0', 100));
  const gprId = tell(whole('e1', 100));
  at(1);
  const row = rowOf(gprId);
  const [early] = forecast.passes([EAST]);
  tell({ kind: 'gpr.delete', gprId });
  tell(whole('w0', 5));
  for (const pass of forecast.passes([EAST, WEST])) pass.run();
  early.run();
  assert.equal(early.startOf(row), 100 * SECOND);
});

test('a GPR that its placement may move is felt wherever it may go', () => {
  const clusters = [cluster('east', [nodeGroup('large', 1)]), cluster('west', [nodeGroup('large', 2)])];
  const told = new World(scenarioOf({ clusters })).at(0);
  const hold = (name: string, place: string, seconds: number, nodeCount = 1) =>
    told.create(name, { clusters: [place], gpusPerNode: 8, exitMs: seconds * SECOND, nodeCount });
  hold('white', 'east', 500);
  hold('green', 'west', 60);
  hold('blue', 'west', 10);
  told.run(0);
  told.at(SECOND);
  const waits = hold('green', 'west', 10, 2);
  assert.equal(told.simulation.estimate(waits).startMs, 60 * SECOND);
  told.do(
    placement('red', {
      clusters: ['east', 'west'],
      enableBurst: true,
      burst: { text: '20s', ms: 20 * SECOND },
      gpu: gpus({ gpusPerNode: 8 }),
    }),
  );
  // At 21 s it takes a node in the west, and has it for 100 s.
  assert.equal(told.simulation.estimate(waits).startMs, 121 * SECOND);
  told.run(121 * SECOND);
  assert.equal(told.gpr(waits).startedAtMs, 121 * SECOND);
});

test('a pool that is new may be where a placement moves its GPR', () => {
  const told = new World(
    scenarioOf({
      instanceTypes: [instanceType('large', 8), instanceType('small', 8)],
      clusters: [cluster('east', [nodeGroup('large', 1)]), cluster('west', [nodeGroup('small', 1)])],
    }),
  ).at(0);
  told.create('blue', { clusters: ['east'], gpusPerNode: 8, exitMs: 1000 * SECOND });
  told.run(0).at(SECOND);
  told.do(
    placement('red', {
      clusters: ['east', 'west'],
      enableBurst: true,
      burst: { text: '60s', ms: 60 * SECOND },
      gpu: gpus({ instanceType: 'large', gpuShape: 'model-large', gpusPerNode: 8 }),
    }),
  );
  told.run(SECOND);
  const [{ gprId }] = told.simulation.views.gprsOf('red')!;
  assert.equal(told.simulation.estimate(gprId).startMs, 1000 * SECOND);
  told.at(2 * SECOND);
  told.do({ kind: 'node.add', cluster: 'west', instanceType: 'large', gpuModelName: '', count: 1 });
  assert.equal(told.simulation.estimate(gprId).startMs, null, 'it will not start where it is');
});

test('components that need the engine are found out by one copy of the world, whoever asks first', () => {
  const { at, forecast, tell } = world();
  at(0);
  for (const side of ['e', 'w']) {
    tell(whole(`${side}0`, 100));
    tell(whole(`${side}1`, 100, { priority: 1, enableEviction: true }));
  }
  at(1);
  const [east] = forecast.passes([EAST]);
  assert.equal(forecast.passes([WEST])[0], east);
  tell(whole('e2', 10));
  assert.equal(forecast.passes([WEST])[0], east, 'it holds there');
  assert.notEqual(forecast.passes([EAST])[0], east);
});
