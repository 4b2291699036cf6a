import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { NEVER, type Scenario } from '../../../sim/index.ts';
import { restart } from '../../../src/driver/commits/restart.ts';
import type { Driver } from '../../../src/driver/driver.ts';
import { packState } from '../../../src/store/codecs/packed-state.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import {
  damage,
  memoryWorld,
  openWorld,
  owner,
  ownerKey,
  rows,
  states,
  submit,
  tamper,
  temporaryFile,
} from '../world.ts';

const busy: Scenario = scenarioOf({
  nodes: 2,
  scheduler: { provisioningDelayMs: 5 * SECOND },
  recordEstimatesEveryMs: 60 * SECOND,
  failures: { nodeMtbfMs: 7_200 * SECOND, provisioningMicro: 50_000 },
});

/** Submits commands at several instants and rounds, and leaves the last round open. */
async function work(world: Driver): Promise<void> {
  for (const workspace of ['blue', 'green', 'red', 'blue', 'white']) {
    await submit(world, request(workspace, { gpusPerNode: 4, requeueOnFailure: true }));
    await world.advance({ byMs: 0 });
    await submit(world, request(workspace, { gpusPerNode: 8, priority: 250, enableEviction: true }));
    await world.advance({ byMs: 37 * SECOND });
  }
  await submit(world, {
    kind: 'node.down',
    cluster: 'east',
    node: 'east-large-1',
    repairAfterMs: 50 * SECOND,
  });
  await submit(world, {
    kind: 'workspace.create',
    name: 'late',
    clusters: ['east'],
    namespaces: ['late'],
    username: 'late',
    email: 'late@example.com',
  });
  await submit(world, request('late'));
}

/** Returns a closed file of a busy world, and its last clock. */
async function worked(t: TestContext) {
  const path = temporaryFile(t);
  const world = openWorld(t, path, busy);
  await work(world);
  const stood = world.clock();
  await world.close();
  return { path, stood };
}

test('a restart resumes exactly the last state, from the snapshot or from the journal alone', async (t) => {
  const { path, stood } = await worked(t);
  assert.deepEqual(rows(path, 'SELECT commands FROM snapshots'), [[13]]);
  const bare = temporaryFile(t);
  copyFileSync(path, bare);
  tamper(bare, 'DELETE FROM snapshots');
  const whole = memoryWorld(t, busy);
  await work(whole);
  assert.deepEqual(whole.clock(), stood);

  const worlds = [whole, openWorld(t, path), openWorld(t, bare)];
  for (const world of worlds) {
    assert.deepEqual(world.clock(), stood);
    await submit(world, request('late', { priority: 300 }));
    await world.advance({ byMs: 3_600 * SECOND });
  }
  const [expected, ...others] = worlds.map((world) =>
    JSON.stringify([world.clock(), world.read.views.nodes()]),
  );
  for (const other of others) assert.equal(other, expected);
});

test('a snapshot of another version is ignored, and replaced after one replay of the journal', async (t) => {
  const { path, stood } = await worked(t);
  const versions = () => rows(path, 'SELECT version FROM snapshots');
  const own = versions();
  tamper(path, 'UPDATE snapshots SET version = version - 1');
  const world = openWorld(t, path);
  assert.deepEqual(world.clock(), stood);
  await world.close();
  assert.deepEqual(versions(), own);
});

test('an unreadable snapshot is ignored', async (t) => {
  const { path, stood } = await worked(t);
  tamper(path, "UPDATE snapshot_parts SET state = x'00ff'");
  assert.deepEqual(openWorld(t, path).clock(), stood);
});

test('facts from before a restart stay readable', async (t) => {
  const { path, stood } = await worked(t);
  const world = openWorld(t, path);
  const facts = world.read.factsAfter(0, 10_000);
  assert.equal(facts.length, stood.seq);
  assert.deepEqual(
    facts.map(({ seq }) => seq),
    facts.map((_, i) => i + 1),
  );
  assert.deepEqual(world.read.factsAfter(10, 3), facts.slice(10, 13));
});

test('a file with inconsistent facts, journal or mark is damaged', async (t) => {
  const cases: [string, RegExp][] = [
    ['UPDATE fact_runs SET words = zeroblob(length(words))', /facts from number 1 on cannot be read/],
    [
      'UPDATE fact_runs SET words = substr(words, 1, length(words) - 3)',
      /facts from number \d+ on cannot be read/,
    ],
    ['DELETE FROM fact_runs WHERE first_seq = (SELECT max(first_seq) FROM fact_runs)', /damaged/],
    ['DELETE FROM fact_runs', /damaged/],
    ['DELETE FROM journal WHERE seq = 4', /damaged/],
    ["UPDATE journal SET command = json_set(command, '$.exitMs', 1) WHERE seq = 2", /damaged/],
    ["UPDATE journal SET command = json_set(command, '$.workspace', 'unknown') WHERE seq = 2", /damaged/],
    ["UPDATE journal SET command = 'nonsense' WHERE seq = 2", /damaged/],
    ["UPDATE marks SET hash = 'x'", /damaged/],
    ["UPDATE journal SET command = 'null' WHERE seq = 2", /damaged: command 2 of its journal is invalid/],
    [
      'UPDATE journal SET at_ms = 0 WHERE seq = 4',
      /damaged: command 4 of its journal enters at 0 ms.*before/,
    ],
    [
      "UPDATE meta SET value = '{' WHERE key = 'scenario'",
      /damaged: its scenario is invalid: it is not valid JSON/,
    ],
    ["UPDATE meta SET value = 'null' WHERE key = 'scenario'", /damaged: its scenario is invalid/],
    ["UPDATE meta SET value = '{}' WHERE key = 'scenario'", /damaged: its scenario is invalid/],
    ['UPDATE marks SET now_ms = 1000000000000000', /damaged: its recorded end is 1000000000000000 ms/],
    ['UPDATE marks SET round = 999999999999', /damaged: its recorded end is .* round 999999999999/],
    ["UPDATE meta SET value = '999' WHERE key = 'engineVersion'", /engine version 999.*gprsim import/],
  ];
  const { path } = await worked(t);
  for (const [sql, message] of cases) {
    const copy = temporaryFile(t);
    copyFileSync(path, copy);
    tamper(copy, `DELETE FROM snapshots; ${sql}`);
    assert.throws(
      () => openWorld(t, copy),
      (error) => {
        assert.ok(error instanceof StoreError, `${sql}: ${error}`);
        assert.ok(error.message.startsWith(copy), error.message);
        assert.match(error.message, message, sql);
        return true;
      },
      sql,
    );
  }
});

test('a damaged command or missing facts before the snapshot are refused', async (t) => {
  const { path } = await worked(t);
  assert.deepEqual(rows(path, 'SELECT commands FROM snapshots'), [[13]]);
  for (const [sql, why] of [
    [
      "UPDATE journal SET command = json_set(command, '$.exitMs', 1) WHERE seq = 2",
      /command 2 .* wrong checksum/,
    ],
    ['DELETE FROM journal WHERE seq = 3', /command 3 of its journal is missing/],
    ['DELETE FROM fact_runs WHERE first_seq = 1', /it has \d+ facts, but its last commit had \d+/],
  ] as const) {
    const copy = temporaryFile(t);
    copyFileSync(path, copy);
    damage(copy, sql);
    assert.throws(() => openWorld(t, copy), why, sql);
    assert.throws(() => openedClock(t, copy), why, sql);
  }
});

test('a file whose journal goes beyond its last commit is closed as it was found', async (t) => {
  const { path } = await worked(t);
  tamper(path, 'UPDATE marks SET commands = commands - 4');
  for (let time = 0; time < 2; time++) {
    const file = WorldFile.open(path);
    assert.throws(() => restart(file), /its journal has \d+ commands, but its last commit had \d+/);
    file.close();
  }
});

test('a snapshot that cannot be restored is ignored', async (t) => {
  const { path } = await worked(t);
  const { hash } = openedClock(t, path);
  for (const sql of [
    "UPDATE snapshot_parts SET state = x'ff0f7b7d'",
    `UPDATE snapshot_parts SET state = x'${[...packState({ odd: 1 })][0].toString('hex')}'`,
    'UPDATE snapshots SET facts = facts + 1',
    'DELETE FROM snapshot_parts',
  ]) {
    const copy = temporaryFile(t);
    copyFileSync(path, copy);
    tamper(copy, sql);
    assert.equal(rows(copy, 'SELECT * FROM snapshots').length, 1, sql);
    assert.equal(openedClock(t, copy).hash, hash, sql);
  }
});

test('a snapshot with a flipped bit is not used', async (t) => {
  const { path } = await worked(t);
  const [[state, length, commands]] = rows(
    path,
    'SELECT state, length(state), commands FROM snapshot_parts JOIN snapshots USING (branch)',
  ) as [[Buffer, number, number]];
  const changes: [string, Buffer, number][] = [['commands', state, commands - 1]];
  for (let at = 3; at < length; at += Math.ceil(length / 50)) {
    const flipped = Buffer.from(state);
    flipped[at] ^= 1 << (at % 8);
    changes.push([`byte ${at}`, flipped, commands]);
  }
  const expected = lookedAt(t, path);
  for (const [what, bytes, count] of changes) {
    const copy = temporaryFile(t);
    copyFileSync(path, copy);
    const database = new Database(copy);
    database.prepare('UPDATE snapshot_parts SET state = ?').run(bytes);
    database.prepare('UPDATE snapshots SET commands = ?').run(count);
    database.close();
    assert.equal(lookedAt(t, copy), expected, what);
  }
});

/** Opens a world for reading and returns its clock and its whole state. */
function lookedAt(t: TestContext, path: string): string {
  const file = WorldFile.read(path);
  t.after(() => file.close());
  const { simulation } = restart(file);
  return JSON.stringify([simulation.clock(), simulation.save()]);
}

function openedClock(t: TestContext, path: string) {
  const file = WorldFile.read(path);
  t.after(() => file.close());
  return restart(file).simulation.clock();
}

test('a reset begins a new branch at the start; keys stay, and so does the old branch', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, busy);
  const start = world.clock();
  const key = world.keys.create(ownerKey('stays'));
  const { gprId } = await submit(world, request('blue'));
  await world.advance({ byMs: 3_600 * SECOND });
  let calls = 0;
  world.onFacts(() => calls++);
  assert.deepEqual(await world.reset(), { ...start, branch: 2 });
  assert.equal(calls, 1);
  assert.equal(world.read.gpr(gprId!), undefined);
  assert.deepEqual(world.keys.byValue(key.apiKey), key);

  // The commands of a new branch are numbered from 1.
  assert.equal((await submit(world, request('red'))).gprId, gprId);
  await world.advance({ byMs: SECOND });
  const stood = world.clock();
  await world.close();
  const again = openWorld(t, path);
  assert.deepEqual(again.clock(), stood);
  assert.equal(again.read.gpr(gprId!)?.workspace, 'red');
});

test('history shows GPRs that have left memory until DELETE hides them, also after a restart', async (t) => {
  const path = temporaryFile(t);
  const scenario = scenarioOf({ keepEnded: 1 });
  const world = openWorld(t, path, scenario);
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) {
    ids.push((await submit(world, request('blue', { gprName: `work ${i}` }))).gprId!);
    await world.advance({ byMs: 100 * SECOND });
  }
  const [first, second, third, last] = ids as [string, string, string, string];
  const listed = (driver: Driver) => driver.read.views.gprsOf('blue')!.map(({ gprId }) => gprId);
  assert.deepEqual(listed(world), [last]);
  assert.equal(states(world, ...ids), 'Complete Complete Complete Complete');
  const kept = world.read.gpr(second)!;
  assert.deepEqual([kept.gprName, kept.endedAtMs, kept.allocatedGpus], ['work 1', 200 * SECOND, 0]);

  // DELETE a GPR in history, one in memory, and one that is already removed.
  await submit(world, { kind: 'gpr.delete', gprId: first });
  await submit(world, { kind: 'gpr.delete', gprId: last });
  const again = await world.submit({ kind: 'gpr.delete', gprId: first });
  assert.deepEqual(again, { ok: false, rejection: { code: 'gpr-unknown', gprId: first } });
  assert.equal(states(world, ...ids), 'none Complete Complete none');
  const stood = world.clock();
  await world.close();

  // What is missing is derived again.
  for (const missing of [[], ['history'], ['removals'], ['snapshots', 'history']]) {
    for (const table of missing) tamper(path, `DELETE FROM ${table}`);
    const restarted = openWorld(t, path);
    assert.deepEqual(restarted.clock(), stood);
    assert.equal(states(restarted, ...ids), 'none Complete Complete none', `${missing}`);
    assert.deepEqual(restarted.read.gpr(second), kept);
    assert.equal((await restarted.read.explain(third, owner))?.state, 'Complete');
    assert.deepEqual(await restarted.submit({ kind: 'gpr.update', gprId: third, priority: 7 }), {
      ok: false,
      rejection: { code: 'gpr-state', gprId: third, state: 'Complete', action: 'update' },
    });
    await restarted.close();
  }
});

/** Continues the run. Every GPR ends soon, and leaves memory when the next one has ended. */
async function outlived(world: Driver, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    ids.push((await submit(world, request('blue', { gprName: `work ${i}` }))).gprId!);
    await world.advance({ byMs: 100 * SECOND });
  }
  return ids;
}

test('GPRs that left memory after the last snapshot of a killed process are derived again and stored once', async (t) => {
  const path = temporaryFile(t);
  const scenario = scenarioOf({ keepEnded: 1 });
  const first = openWorld(t, path, scenario);
  const old = await outlived(first, 3);
  await first.close();
  const world = openWorld(t, path);
  const late = await outlived(world, 5);
  // Remove one GPR from before the snapshot and one from after it.
  for (const gprId of [old[0], late[1]]) await submit(world, { kind: 'gpr.delete', gprId });
  const ids = [...old, ...late];
  const seen = (driver: Driver) => [driver.clock(), ids.map((id) => driver.read.gpr(id))];
  const before = seen(world);
  assert.equal(states(world, old[0], old[1], late[0], late[1]), 'none Complete Complete none');

  const killed = temporaryFile(t);
  for (const end of ['', '-wal', '-head']) copyFileSync(path + end, killed + end);
  const looked = WorldFile.read(killed);
  const { simulation } = restart(looked);
  for (const id of ids) {
    assert.deepEqual(
      simulation.views.gpr(id) ?? looked.history.gpr(simulation.uidOf(id), id),
      world.read.gpr(id),
    );
  }
  looked.close();
  for (const time of ['first', 'second']) {
    const again = openWorld(t, killed);
    assert.deepEqual(seen(again), before, time);
    await again.close();
    assert.deepEqual(rows(killed, 'SELECT sum(count) FROM history'), [[ids.length - 1]], time);
  }
});

/** Forty thousand short GPRs without disturbances. */
const many: Scenario = scenarioOf({
  nodes: 100,
  keepEnded: 10,
  scheduler: { workspaceLimit: 'none' },
  workload: [
    generated({ count: 40_000, workspaces: ['blue', 'green'], runtimeShareMilli: { from: 300, to: 1000 } }),
  ],
});

test('many GPRs are flushed before the first snapshot, and again after a restart without a snapshot', (t) => {
  const path = temporaryFile(t);
  const file = WorldFile.open(path);
  file.setScenario(many);
  const recorder = restart(file);
  const { simulation } = recorder;
  const ended: string[] = [];
  for (let isDone = false; !isDone; ) {
    isDone = simulation.runSome(NEVER, 4_000);
    for (const { kind, gprId } of simulation.viewFacts(recorder.commit([]))) {
      if (kind === 'gpr.ended') ended.push(gprId!);
    }
  }
  const of = (from: WorldFile) =>
    ended.map((id) => simulation.views.gpr(id) ?? from.history.gpr(simulation.uidOf(id), id));
  const gprs = of(file);
  assert.equal(new Set(gprs.map((gpr) => gpr?.gprName)).size, 40_000);
  file.close();
  const [[stored]] = rows(path, 'SELECT sum(count) FROM history') as [[number]];
  // On a slow machine, a snapshot is due before the end.
  assert.ok(stored > 20_000 && stored <= 39_990, `${stored}`);

  const again = WorldFile.open(path);
  const resumed = restart(again);
  assert.deepEqual(of(again), gprs);
  resumed.snapshot();
  assert.deepEqual(of(again), gprs);
  again.close();
  // Those of a block of uids of which the file has only a part may be stored twice.
  const [[all]] = rows(path, 'SELECT sum(count) FROM history') as [[number]];
  assert.ok(all >= 39_990 && all < 60_000, `${all}`);
});
