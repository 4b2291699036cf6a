// An invalidation discards the forecasts of the components that it can affect, and no others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Origin, uidOf } from '../../../sim/base/numbers/ids.ts';
import { finish } from '../../../sim/base/pending.ts';
import { buildWorld, engineOf } from '../../../sim/build.ts';
import { applyCommand } from '../../../sim/commands/apply.ts';
import { checkCommand } from '../../../sim/commands/check.ts';
import { ask } from '../../../sim/forecast/availability/query.ts';
import { EnginePass } from '../../../sim/forecast/copies/pass.ts';
import { Timeline } from '../../../sim/forecast/timeline/timeline.ts';
import type { Command, CreateGpr } from '../../../sim/index.ts';
import { ANY_CLASS } from '../../../sim/tables/demand-table.ts';
import { compare } from '../../support/forecast.ts';
import { cluster, nodeGroup, request, SECOND, scenarioOf, workspace } from '../../support/scenario.ts';

const [EAST, WEST] = [0, 1];
const NODE = 'west-large-0';

/** A world of two clusters of one node each. Workspaces `e…` have the first, `w…` the second, `both` has both. */
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
  );
  const { core, ids, forecast } = built;
  const engine = engineOf(built);
  return {
    core,
    forecast,
    at: (seconds: number) => engine.openAt(seconds * SECOND),
    queryOf: (command: CreateGpr, pools: readonly number[]) => {
      const candidates = pools.map((pool) => ({ pool, classes: ANY_CLASS }));
      return ask(built, { workspace: 6, request: command, candidates, uid: 0 });
    },
    passes: () => forecast.passes([EAST, WEST]),
    give(command: Command): string {
      const check = checkCommand(built, command, 0);
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

function whole(from: string, seconds: number, given: Partial<CreateGpr> = {}): CreateGpr {
  return request(from, { gpusPerNode: 8, exitMs: seconds * SECOND, ...given });
}

for (const limit of [1, 'none'] as const) {
  test(`with workspace limit ${limit}, an event in a cluster discards the pass of that cluster only`, () => {
    const { at, passes, give, compare } = world(limit);
    at(0);
    const held = give(whole('w0', 1000));
    give(whole('e0', 1000));
    for (const name of ['e1', 'e2', 'w1']) give(whole(name, 100));
    const waits = give(whole('w2', 100));
    at(1);
    const deeds: [string, () => void][] = [
      ['a GPR is created', () => give(whole('w1', 10))],
      ['a queued GPR is updated', () => give({ kind: 'gpr.update', gprId: waits, priority: 7 })],
      ['a GPR goes idle', () => give({ kind: 'gpr.activity', gprId: held, busy: false })],
      ['a GPR is released', () => give({ kind: 'gpr.release', gprId: held })],
      ['a queued GPR is deleted', () => give({ kind: 'gpr.delete', gprId: waits })],
      ['its node fails', () => give({ kind: 'node.down', cluster: 'west', node: NODE, repairAfterMs: null })],
      ['its node is up', () => give({ kind: 'node.up', cluster: 'west', node: NODE })],
      ['its node is removed', () => give({ kind: 'node.remove', cluster: 'west', node: NODE })],
      [
        'a node is added',
        () => give({ kind: 'node.add', cluster: 'west', instanceType: 'large', gpuModelName: '', count: 1 }),
      ],
    ];
    const [east] = passes();
    deeds.forEach(([what, act], i) => {
      at(2 + i);
      const [, west] = passes();
      act();
      const [eastNow, westNow] = passes();
      assert.equal(eastNow, east, `${what}: the other pass remains valid`);
      assert.notEqual(westNow, west, `${what}: the pass of the cluster is discarded`);
      compare();
    });
  });
}

test('an event that may affect any pool discards all passes', () => {
  const { at, passes, give } = world();
  at(0);
  const before = passes();
  give({ kind: 'workspace.create', ...workspace('new', ['west']) });
  const now = passes();
  for (const pool of [EAST, WEST]) assert.notEqual(now[pool], before[pool]);
});

test('a workspace with GPRs in two clusters joins them, while it has them', () => {
  const { at, passes, give } = world();
  at(0);
  give(whole('e0', 1000));
  give(whole('w0', 1000));
  assert.notEqual(passes()[EAST], passes()[WEST]);
  give(whole('both', 10, { clusters: ['east'] }));
  assert.notEqual(passes()[EAST], passes()[WEST], 'the workspace has GPRs in one cluster');
  const other = give(whole('both', 10, { clusters: ['west'] }));
  const [joined] = passes();
  assert.equal(passes()[WEST], joined);
  at(1);
  give({ kind: 'gpr.delete', gprId: other });
  assert.notEqual(passes()[EAST], passes()[WEST]);
});

test('a GPR that has run in one cluster discards the pass of another in which its workspace has a GPR', () => {
  const { at, give, startOf, passes, compare } = world();
  at(0);
  give(whole('e0', 100));
  at(1);
  const first = give(whole('both', 100, { clusters: ['east'], priority: 200 }));
  const second = give(whole('e1', 100));
  assert.deepEqual([startOf(first), startOf(second)], [100 * SECOND, 200 * SECOND]);
  const [east] = passes();
  // It runs in the west when the east gets room, so that another GPR starts first in the east. Then it ends.
  at(60);
  give(whole('both', 50, { clusters: ['west'], priority: 300 }));
  at(150);
  assert.notEqual(passes()[EAST], passes()[WEST], 'the clusters are separate components again');
  assert.notEqual(passes()[EAST], east);
  assert.equal(startOf(first), 200 * SECOND);
  compare();
});

test('the engine answers only for components in which a waiting GPR may evict', () => {
  const { at, passes, give, queryOf, compare } = world();
  at(0);
  for (const name of ['e0', 'e1', 'w0']) give(whole(name, 100));
  give(whole('w1', 100, { priority: 1, enableEviction: true }));
  at(1);
  const [east, west] = passes();
  assert.ok(east instanceof Timeline);
  assert.ok(west instanceof EnginePass);
  const trials = (pools: readonly number[]) => queryOf(whole('both', 10), pools).trials;
  assert.equal(trials([EAST]), undefined, 'read from the timeline');
  assert.ok(trials([EAST, WEST]), 'found by a trial run');
  compare();
  at(2);
  give(whole('e2', 10));
  const now = passes();
  assert.notEqual(now[EAST], east);
  assert.equal(now[WEST], west);
});

test('a request in one cluster becomes a head when the GPRs of its workspace in another have ended', () => {
  const { at, give, queryOf, compare } = world();
  at(0);
  give(whole('e0', 30));
  give(whole('both', 50, { clusters: ['west'] }));
  at(1);
  give(whole('e1', 40));
  give(whole('both', 70, { clusters: ['west'], priority: 50 }));
  const startOf = (priority: number) => finish(queryOf(whole('both', 10, { priority }), [EAST]))[0].startMs;
  // In the west the workspace ends at 50 s or at 120 s. In the east another GPR has the node until 70 s.
  assert.equal(startOf(100), 70 * SECOND);
  assert.equal(startOf(20), 120 * SECOND);
  compare();
});

test('an unfinished pass continues on the data it was made from, even if newer passes exist', () => {
  const { at, give, rowOf, forecast } = world();
  at(0);
  give(whole('e0', 100));
  const gprId = give(whole('e1', 100));
  at(1);
  const row = rowOf(gprId);
  const [early] = forecast.passes([EAST]);
  give({ kind: 'gpr.delete', gprId });
  give(whole('w0', 5));
  for (const pass of forecast.passes([EAST, WEST])) pass.run();
  early.run();
  assert.equal(early.startOf(row), 100 * SECOND);
});

test('components that need the engine share one copy of the world', () => {
  const { at, forecast, give } = world();
  at(0);
  for (const side of ['e', 'w']) {
    give(whole(`${side}0`, 100));
    give(whole(`${side}1`, 100, { priority: 1, enableEviction: true }));
  }
  at(1);
  const [east] = forecast.passes([EAST]);
  assert.equal(forecast.passes([WEST])[0], east);
  give(whole('e2', 10));
  assert.equal(forecast.passes([WEST])[0], east, 'the pass of the west remains valid');
  assert.notEqual(forecast.passes([EAST])[0], east);
});
