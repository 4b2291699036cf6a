import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Scenario } from '../../../sim/index.ts';
import { PlayPlan } from '../../../src/driver/clock/play-plan.ts';
import type { Driver } from '../../../src/driver/driver.ts';
import { Cancelled, type Imported, ImportRefused, WorldReadOnly } from '../../../src/driver/world.ts';
import {
  cluster,
  generated,
  nodeGroup,
  request,
  SECOND,
  scenarioOf,
  workspace,
} from '../../support/scenario.ts';
import {
  memoryWorld,
  openWorld,
  rows,
  states,
  submit,
  takeAll,
  takeOnly,
  tamper,
  temporaryFile,
} from '../world.ts';

/** A world with faults, recorded estimates, requeues, arrivals of every kind, and GPRs that leave memory. */
const lively: Scenario = scenarioOf({
  clusters: [cluster('east', [nodeGroup('large', 3)])],
  workspaces: ['blue', 'green', 'red'].map((name) => workspace(name, ['east'])),
  keepEnded: 3,
  scheduler: { provisioningDelayMs: 5 * SECOND },
  recordEstimatesEveryMs: 300 * SECOND,
  failures: { nodeMtbfMs: 7_200 * SECOND, nodeRepairMs: 600 * SECOND, provisioningMicro: 50_000 },
  workload: [
    generated({
      count: null,
      interArrivalMeanMs: 60 * SECOND,
      workspaces: ['blue', 'green'],
      gpus: [1, 4, 8],
      nodes: [1, 2],
      exitDurationMs: { from: 60 * SECOND, to: 900 * SECOND },
      runtimeShareMilli: { from: 300, to: 1000 },
      evictsMilli: 300,
      requeuesMilli: 700,
      idleMilli: 100,
    }),
  ],
});

function importInto(world: Driver, t: TestContext, path: string, isWanted = () => true): Promise<Imported> {
  const folder = join(dirname(temporaryFile(t)), 'aside');
  mkdirSync(folder);
  return world.importFrom(path, folder, isWanted);
}

/** Returns an export of a busy world, its hash, and a GPR that was deleted after it had left memory. */
async function exported(t: TestContext) {
  const world = memoryWorld(t, lively);
  const { gprId } = await submit(world, request('red', { exitMs: 30 * SECOND }));
  for (let i = 0; i < 20; i++) {
    await world.advance({ byMs: 1_000 * SECOND });
    await submit(world, request('red', { gpusPerNode: 8, priority: 250, enableEviction: true }));
    if (i % 3 === 0) await world.advance({ byMs: 0 });
  }
  assert.equal(
    world.read.views.gprsOf('red')!.some((gpr) => gpr.gprId === gprId),
    false,
  );
  await submit(world, { kind: 'gpr.delete', gprId: gprId! });
  const path = temporaryFile(t);
  await world.exportTo(path);
  return { path, world, gprId: gprId! };
}

test('an imported world equals the exported one, in memory and after the file is opened again', async (t) => {
  const { path, world, gprId } = await exported(t);
  const { branch: _, mode, speed, ...stood } = world.clock();
  const served = temporaryFile(t);
  for (const target of [memoryWorld(t, scenarioOf()), openWorld(t, served, scenarioOf())]) {
    await submit(target, request('blue'));
    const { clock, commands, isAsStored } = await importInto(target, t, path);
    assert.deepEqual(clock, { ...stood, mode, speed, branch: 2 });
    assert.deepEqual([commands, isAsStored], [22, true]);
    assert.equal(states(target, gprId), 'none');
    assert.equal(target.scenario.keepEnded, 3);
    assert.deepEqual(target.read.views.nodes(), world.read.views.nodes());
    await target.close();
  }
  assert.deepEqual(rows(served, 'SELECT DISTINCT branch FROM fact_runs'), [[2]]);
  const again = openWorld(t, served);
  const { branch, hash } = again.clock();
  assert.deepEqual([branch, hash], [2, stood.hash]);
  for (const each of [world, again]) await each.advance({ byMs: 20_000 * SECOND });
  assert.equal(again.clock().hash, world.clock().hash);
});

test('an import that cannot be stored changes neither world nor file', async (t) => {
  const { path } = await exported(t);
  const served = temporaryFile(t);
  const world = openWorld(t, served, scenarioOf());
  const { gprId } = await submit(world, request('blue'));
  await world.advance({ byMs: SECOND });
  const stood = world.clock();
  await world.close();
  const failures: unknown[] = [];
  const again = openWorld(t, served, undefined, { onFailure: (error) => failures.push(error) });
  takeOnly(served, 'history', 'block < 0');
  await assert.rejects(
    importInto(again, t, path),
    new WorldReadOnly(`${served} cannot be read or written: CHECK constraint failed: block < 0`),
  );
  assert.equal(failures.length, 1);
  assert.deepEqual(again.clock(), stood);
  await submit(again, request('blue'));
  await again.advance({ byMs: SECOND });
  assert.equal(states(again, gprId!), 'Successful');
  takeAll(served, 'history');
  await again.close();
  assert.equal(openWorld(t, served).clock().branch, 1);
});

test('a disconnect of the client and the close of the world cancel an import', async (t) => {
  const { path } = await exported(t);
  // This instant is far away, so that the replay takes long.
  tamper(path, `UPDATE marks SET now_ms = now_ms + 100000000000`);
  const world = memoryWorld(t, scenarioOf());
  let asked = 0;
  await assert.rejects(
    importInto(world, t, path, () => ++asked < 5),
    Cancelled,
  );
  assert.equal(asked, 5);
  assert.equal(world.clock().branch, 1);
  await submit(world, request('blue'));

  const importing = importInto(world, t, path);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await Promise.all([world.close(), assert.rejects(importing)]);
});

test('during an import the event loop stays responsive', async (t) => {
  const { path, world } = await exported(t);
  await world.advance({ byMs: 60_000 * SECOND });
  const far = temporaryFile(t);
  await world.exportTo(far);
  const target = memoryWorld(t, scenarioOf());
  let longestMs = 0;
  let turns = 0;
  let at = performance.now();
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - at);
    at = performance.now();
    turns++;
  }, 1);
  await importInto(target, t, far);
  clearInterval(watch);
  assert.equal(target.clock().hash, world.clock().hash);
  assert.ok(turns >= 3, `${turns} turns`);
  assert.ok(longestMs < 1_000, `${longestMs} ms without a turn`);
  assert.ok(existsSync(path));
});

/** Returns an export whose branches, from 1 to `count`, begin one in the other at the start. */
async function chained(t: TestContext, count: number): Promise<string> {
  const path = temporaryFile(t);
  await memoryWorld(t, scenarioOf()).exportTo(path);
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
  tamper(
    path,
    `CREATE TEMP TABLE rows AS ${numbers} SELECT branches.*, n FROM branches, numbers;
      UPDATE rows SET branch = n, parent = n - 1; ALTER TABLE rows DROP COLUMN n;
      INSERT INTO branches SELECT * FROM rows;
      CREATE TEMP TABLE ends AS ${numbers} SELECT marks.*, n FROM marks, numbers;
      UPDATE ends SET branch = n; ALTER TABLE ends DROP COLUMN n;
      INSERT INTO marks SELECT * FROM ends`,
  );
  return path;
}

test('an import lets other works in after each branch, and has at most 1,000 branches', async (t) => {
  const world = openWorld(t, ':memory:', scenarioOf(), { importMax: 20_000_000 });
  let turns = 0;
  await importInto(world, t, await chained(t, 5), () => ++turns > 0);
  assert.ok(turns >= 5, `${turns} turns`);
  assert.equal(world.branches().length, 5);
  await assert.rejects(
    importInto(world, t, await chained(t, 1_001)),
    /^Error: it has 1001 branches, and a world may import at most 1000$/,
  );
});

test('a world that imports its own export again and again needs one number for each branch', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  await submit(world, request('blue'));
  const { hash } = world.clock();
  for (let times = 1; times <= 20; times++) {
    const path = temporaryFile(t);
    await world.exportTo(path);
    await importInto(world, t, path);
    assert.deepEqual([world.clock().hash, world.clock().branch], [hash, times + 1]);
  }
});

test('a branch whose number is too large for the keys of its rows is damage', async (t) => {
  const path = await chained(t, 2);
  tamper(
    path,
    'UPDATE branches SET branch = 131071 WHERE branch = 2; UPDATE marks SET branch = 131071 WHERE branch = 2',
  );
  await assert.rejects(
    importInto(memoryWorld(t, scenarioOf()), t, path),
    /^Error: it is damaged: its branch 131071 has no number from 1 to 131070; import another copy$/,
  );
});

test('the lines of a plan do not enter a world that was imported after the plan was set', async (t) => {
  const { path } = await exported(t);
  const world = memoryWorld(t, scenarioOf());
  let entered = 0;
  const enter = async () => {
    entered++;
  };
  world.follow(new PlayPlan([{ atMs: 30_000 * SECOND, enter }]));
  await importInto(world, t, path);
  await world.advance({ byMs: 30_000 * SECOND });
  assert.equal(entered, 0);
});

test('a file that is not a gprsim file is refused', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  await assert.rejects(importInto(world, t, temporaryFile(t)), ImportRefused);
});
