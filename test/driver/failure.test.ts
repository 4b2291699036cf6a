import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { WorldReadOnly } from '../../src/driver/world.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';
import { openWorld, rows, states, submit, takeOnly, temporaryFile } from './world.ts';

/** A world whose file takes only such rows in, and what the driver says of others. */
async function faultyWorld(t: TestContext, table: string, taken: string) {
  const path = temporaryFile(t);
  const scenario = scenarioOf();
  await openWorld(t, path, scenario).close();
  takeOnly(path, table, taken);
  const failures: string[] = [];
  const onFailure = (error: unknown, what: string) =>
    failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
  return { path, failures, world: openWorld(t, path, scenario, { onFailure }) };
}

test('a command that cannot be journalled is not acknowledged, nor any other of its turn', async (t) => {
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
    /taken up again from its file: \S+ cannot be read or written: CHECK constraint failed: command NOT LIKE/,
  );

  // The one after the failure found the world as its file has it.
  assert.equal(together[2]!.status, 'fulfilled');
  assert.deepEqual(
    world.read.gprsOf('red')!.map(({ gprName }) => gprName),
    ['after'],
  );
  assert.equal(states(world, kept), 'Queued');
  assert.equal(world.clock().seq, before.seq + 1);
  await world.advance({ byMs: 100 * SECOND });
  assert.equal(states(world, kept), 'Complete');
  const stood = world.clock();
  await world.close();
  assert.deepEqual(rows(path, 'SELECT count(*) FROM journal'), [[2]]);
  assert.deepEqual(openWorld(t, path).clock(), stood);
});

test('when the commit itself fails, all of its turn fail and the world goes on', async (t) => {
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

test('a closed world takes nothing in', async (t) => {
  const world = openWorld(t, temporaryFile(t), scenarioOf());
  await world.close();
  await assert.rejects(world.submit(request('blue')), WorldReadOnly);
  await assert.rejects(world.advance({ byMs: 1 }), WorldReadOnly);
  await assert.rejects(world.reset(), WorldReadOnly);
});
