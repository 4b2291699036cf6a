import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { WorldReadOnly } from '../../../src/driver/world.ts';
import { Damaged } from '../../../src/store/store-error.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { openWorld, rows, states, submit, takeAll, takeOnly, tamper, temporaryFile } from '../world.ts';

/** Returns a world whose file accepts only some rows, and the failures that the driver reports for others. */
async function faultyWorld(t: TestContext, table: string, taken: string) {
  const path = temporaryFile(t);
  const scenario = scenarioOf();
  await openWorld(t, path, scenario).close();
  const failures: string[] = [];
  const onFailure = (error: unknown, what: string) =>
    failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
  const world = openWorld(t, path, scenario, { onFailure });
  takeOnly(path, table, taken);
  return { path, failures, world };
}

test('a command that cannot be journaled is not acknowledged, nor are the other commands of its turn', async (t) => {
  const { path, failures, world } = await faultyWorld(t, 'journal', "command NOT LIKE '%doomed%'");
  const kept = (await submit(world, request('blue'))).gprId!;
  const before = world.clock();
  const together = await Promise.allSettled(
    ['fine', 'doomed', 'after'].map((gprName) => world.submit(request('red', { gprName }))),
  );
  assert.deepEqual(
    together.slice(0, 2).map((one) => one.status === 'rejected' && one.reason instanceof WorldReadOnly),
    [true, true],
  );
  assert.equal(failures.length, 1);
  assert.match(
    failures[0]!,
    /reloaded from its last commit: \S+ cannot be read or written: CHECK constraint failed: command NOT LIKE/,
  );

  // The command after the failure met the reloaded world.
  assert.equal(together[2]!.status, 'fulfilled');
  assert.deepEqual(
    world.read.views.gprsOf('red')!.map(({ gprName }) => gprName),
    ['after'],
  );
  assert.equal(states(world, kept), 'Queued');
  assert.equal(world.clock().seq, before.seq + 1);
  await world.advance({ byMs: 100 * SECOND });
  assert.equal(states(world, kept), 'Complete');
  const stood = world.clock();
  takeAll(path, 'journal');
  await world.close();
  assert.deepEqual(rows(path, 'SELECT count(*) FROM journal'), [[2]]);
  assert.deepEqual(openWorld(t, path).clock(), stood);
});

test('when a commit fails, all commands of its turn fail and the world continues', async (t) => {
  const { failures, world } = await faultyWorld(t, 'marks', 'commands <> 2');
  const before = world.clock();
  const both = ['red', 'green'].map((workspace) => world.submit(request(workspace)));
  for (const one of both) await assert.rejects(one, WorldReadOnly);
  assert.equal(failures.length, 1);
  assert.deepEqual(world.clock(), before);
  assert.equal((await submit(world, request('red'))).gprId !== undefined, true);
});

test('an advance whose commit fails is not acknowledged', async (t) => {
  const { failures, world } = await faultyWorld(t, 'marks', `now_ms <> ${5 * SECOND}`);
  const { gprId } = await submit(world, request('blue'));
  await assert.rejects(world.advance({ byMs: 5 * SECOND }), WorldReadOnly);
  assert.deepEqual([world.nowMs(), states(world, gprId!)], [0, 'Queued']);
  assert.equal(failures.length, 1);
  assert.ok((await world.advance({ byMs: 6 * SECOND })).ok);
  assert.deepEqual([world.nowMs(), states(world, gprId!)], [6 * SECOND, 'Successful']);
});

test('a reset whose commit fails leaves the world as it was', async (t) => {
  const { failures, world } = await faultyWorld(t, 'meta', "key <> 'branch' OR value <> '2'");
  await submit(world, request('blue'));
  const before = world.clock();
  await assert.rejects(world.reset(), WorldReadOnly);
  assert.equal(failures.length, 1);
  assert.deepEqual(world.clock(), before);
  assert.ok((await world.submit(request('red'))).ok);
});

test('a reset whose first mark cannot be stored does not happen, not even after a restart', async (t) => {
  const { path, failures, world } = await faultyWorld(t, 'marks', 'branch = 1');
  const { gprId } = await submit(world, request('blue'));
  const before = world.clock();
  await assert.rejects(world.reset(), WorldReadOnly);
  assert.equal(failures.length, 1);
  assert.deepEqual(world.clock(), before);
  await submit(world, request('red'));
  await world.advance({ byMs: SECOND });
  const stood = world.clock();
  takeAll(path, 'marks');
  await world.close();
  assert.deepEqual(rows(path, "SELECT value FROM meta WHERE key = 'branch'"), [['1']]);
  const again = openWorld(t, path);
  assert.deepEqual(again.clock(), stood);
  assert.equal(states(again, gprId!), 'Successful');
});

/** Kinds of damage of a closed file's history, each with the SQL or bytes, and the message about a GPR in it. */
const DAMAGES: readonly [string, (path: string) => void, (path: string, gprId: string) => string][] = [
  [
    'a row without GPRs',
    (path) => tamper(path, 'UPDATE history SET gprs = zeroblob(length(gprs))'),
    (path, gprId) => new Damaged(path, `its history of the GPR ${gprId} cannot be read`).message,
  ],
  [
    'an invalid page',
    (path) => {
      const [[page, bytes]] = rows(
        path,
        "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'history'",
      ) as [[number, number]];
      const whole = readFileSync(path);
      whole.fill(0xff, (page - 1) * bytes, (page - 1) * bytes + 16);
      writeFileSync(path, whole);
    },
    (path) => new Damaged(path, 'database disk image is malformed').message,
  ],
];
for (const [what, damage, messageOf] of DAMAGES) {
  test(`a command about an unreadable GPR fails alone, without the other commands of the turn: ${what}`, async (t) => {
    const path = temporaryFile(t);
    const first = openWorld(t, path, scenarioOf({ keepEnded: 1 }));
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) {
      ids.push((await submit(first, request('blue'))).gprId!);
      await first.advance({ byMs: 100 * SECOND });
    }
    await first.close();
    damage(path);
    const failures: string[] = [];
    const onFailure = (error: unknown, why: string) => failures.push(`${why}: ${(error as Error).message}`);
    const world = openWorld(t, path, undefined, { onFailure });

    const message = messageOf(path, ids[0]!);
    for (const kind of ['gpr.delete', 'gpr.release'] as const) {
      const before = submit(world, request('red'));
      const refused = world.submit({ kind, gprId: ids[0]! });
      const after = submit(world, request('green'));
      await assert.rejects(refused, (error) => error instanceof WorldReadOnly && error.message === message);
      assert.equal(states(world, (await before).gprId!, (await after).gprId!), 'Queued Queued');
      assert.equal(world.trouble(), undefined);
    }
    assert.deepEqual(failures, [`a command was refused: ${message}`]);
    // A command about a GPR in memory does not read the history.
    await submit(world, { kind: 'gpr.delete', gprId: ids[3]! });
    const stood = world.clock();
    await world.close();
    assert.deepEqual(rows(path, 'SELECT count(*) FROM journal'), [[9]]);
    assert.deepEqual(rows(path, 'SELECT * FROM removals'), []);
    assert.deepEqual(openWorld(t, path, undefined, { onFailure }).clock(), stood);
  });
}

test('a closed world accepts no commands', async (t) => {
  const world = openWorld(t, temporaryFile(t), scenarioOf());
  await world.close();
  await assert.rejects(world.submit(request('blue')), WorldReadOnly);
  await assert.rejects(world.advance({ byMs: 1 }), WorldReadOnly);
  await assert.rejects(world.reset(), WorldReadOnly);
});
