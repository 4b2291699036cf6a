import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, openWorld, rows, states, submit, temporaryFile } from '../world.ts';

test('the answer to a command contains its outcome and its instant', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  await world.advance({ byMs: 5 * SECOND });
  const result = await world.submit(request('blue'));
  assert.ok(result.ok);
  assert.equal(result.nowMs, 5 * SECOND);
  assert.equal(world.read.gpr(result.outcome.gprId!)?.createdAtMs, 5 * SECOND);
});

test('a refused command returns the reason and changes nothing', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf());
  await submit(world, request('blue'));
  const { hash, seq, nowMs } = world.clock();
  const refusals = [
    await world.submit(request('unknown')),
    await world.submit(request('red', { gpusPerNode: 9 })),
    await world.submit({ kind: 'gpr.delete', gprId: 'gpr-00000000-0000' }),
    await world.submit({ kind: 'node.up', cluster: 'east', node: 'east-large-0' }),
  ];
  assert.deepEqual(
    refusals.map((refusal) => (refusal.ok ? 'accepted' : refusal.rejection.code)),
    ['workspace-unknown', 'demand-never-fits', 'gpr-unknown', 'node-state'],
  );
  const after = world.clock();
  assert.deepEqual([after.hash, after.seq, after.nowMs], [hash, seq, nowMs]);
  await world.close();
  assert.deepEqual(rows(path, 'SELECT count(*) FROM journal'), [[1]]);
});

test('commands of one turn share a commit and are journaled in their order', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf());
  let commits = 0;
  world.onFacts(() => commits++);
  const names = ['first', 'second', 'third'];
  await Promise.all(names.map((gprName) => submit(world, request('blue', { gprName }))));
  assert.equal(commits, 1);
  await world.close();
  const journaled = rows(path, "SELECT seq, json_extract(command, '$.gprName') FROM journal ORDER BY seq");
  assert.deepEqual(
    journaled,
    names.map((gprName, i) => [i + 1, gprName]),
  );
});

test('facts are published after their commit, but not to listeners that have unsubscribed', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const heads: number[] = [];
  const stop = world.onFacts(() => heads.push(world.read.factsAfter(world.clock().seq - 1, 10).length));
  await submit(world, request('blue'));
  stop();
  await submit(world, request('red'));
  assert.deepEqual(heads, [1]);
});

test('a listener that throws undoes no commit, and the other listeners are still notified', async (t) => {
  const path = temporaryFile(t);
  const failures: string[] = [];
  const world = openWorld(t, path, scenarioOf(), {
    onFailure: (error) => failures.push((error as Error).message),
  });
  let heard = 0;
  world.onFacts(() => {
    throw new Error('no ears');
  });
  world.onFacts(() => heard++);
  const { gprId } = await submit(world, request('blue'));
  assert.equal(states(world, gprId!), 'Queued');
  assert.equal(heard, 1);
  assert.deepEqual(failures, ['no ears']);
  await world.close();
  assert.deepEqual(rows(path, 'SELECT count(*) FROM journal'), [[1]]);
});

test('while the clock is paused a GPR stays Queued; an advance by zero closes the round', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const first = (await submit(world, request('blue'))).gprId!;
  const second = (await submit(world, request('red'))).gprId!;
  assert.equal(states(world, first, second), 'Queued Queued');
  assert.deepEqual([world.clock().round, world.clock().open], [0, true]);
  await world.advance({ byMs: 0 });
  assert.equal(states(world, first, second), 'Successful Successful');
  assert.deepEqual([world.nowMs(), world.clock().open], [0, false]);
});

test('a command after the close of a round opens a new round of the instant, which the journal records', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf());
  await world.advance({ byMs: SECOND });
  // There is one node of eight GPUs: the order of the rounds decides which GPR gets it.
  const early = (await submit(world, request('blue', { gpusPerNode: 8, priority: 1 }))).gprId!;
  await world.advance({ byMs: 0 });
  const late = (await submit(world, request('red', { gpusPerNode: 8, priority: 300 }))).gprId!;
  await world.advance({ byMs: 0 });
  assert.equal(states(world, early, late), 'Successful Queued');
  const { hash } = world.clock();
  await world.close();

  const journaled = rows(path, 'SELECT at_ms, round FROM journal ORDER BY seq') as [number, number][];
  assert.deepEqual(
    journaled.map(([atMs]) => atMs),
    [SECOND, SECOND],
  );
  assert.ok(journaled[0]![1] < journaled[1]![1], JSON.stringify(journaled));
  const again = openWorld(t, path);
  assert.equal(again.clock().hash, hash);
  assert.equal(states(again, early, late), 'Successful Queued');
});

test('a running clock moves without requests, and a command enters at the present instant', async (t) => {
  const path = temporaryFile(t);
  const world = openWorld(t, path, scenarioOf(), { mode: 'running', speed: 100_000 });
  const { gprId } = await submit(world, request('blue'));
  const hasEnded = () => world.read.gpr(gprId!)?.state === 'Complete';
  // On a busy machine it has ended already.
  await new Promise<void>((resolve) => {
    const look = () => hasEnded() && resolve();
    world.onFacts(look);
    look();
  });
  world.setClock({ mode: 'paused' });
  const { startedAtMs, createdAtMs, endedAtMs } = world.read.gpr(gprId!)!;
  assert.equal(startedAtMs, createdAtMs);
  assert.equal(endedAtMs! - startedAtMs!, 100 * SECOND);
  const stood = world.nowMs();
  assert.ok(stood >= endedAtMs!);
  assert.equal((await world.advance({ byMs: 1 })).ok && world.nowMs(), stood + 1);
});
