// Long answers yield to other requests, and stay answers about the world at the time of the query.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../sim/base/pending.ts';
import { PendingAnswers, Turnstile } from '../../../src/driver/reads/pending/pending-answers.ts';
import { SLICE_MS } from '../../../src/driver/slice.ts';
import { Cancelled } from '../../../src/driver/world.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { World } from '../../support/world.ts';

test('a short answer is returned at once', () => {
  assert.equal(
    new PendingAnswers().answer(() => ({ run: () => true, answer: () => 7 })),
    7,
  );
});

test('a long answer is a promise, and the event loop runs until it resolves', async () => {
  let turns = 0;
  const turn = () => {
    turns++;
    if (turns < 5) setImmediate(turn);
  };
  setImmediate(turn);
  // The answer completes only if other callbacks run.
  const answer = new PendingAnswers().answer(() => ({ run: () => turns >= 5, answer: () => turns }));
  assert.ok(answer instanceof Promise);
  assert.equal(await answer, 5);
});

test('an error during a long answer rejects the promise', async () => {
  let runs = 0;
  const pending = {
    run() {
      runs++;
      if (performance.now() - startedAt > 50) throw new Error('broken');
      return false;
    },
    answer: () => runs,
  };
  const startedAt = performance.now();
  await assert.rejects(async () => new PendingAnswers().answer(() => pending), /broken/);
});

test('all pending answers together take one slice of a turn, in rotation', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let turn = 0;
  /** Each step takes a whole slice. The answer lists the turns of the event loop in which a step ran. */
  const slow = (steps: number) => {
    const turns: number[] = [];
    return {
      run() {
        now += SLICE_MS;
        turns.push(turn);
        return turns.length === steps;
      },
      answer: () => turns,
    };
  };
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  let isOver = false;
  setImmediate(count);
  const pendingAnswers = new PendingAnswers();
  const answers = await Promise.all([3, 2, 3].map((steps) => pendingAnswers.answer(() => slow(steps))));
  isOver = true;
  // Every query starts at once; after that the answers take turns.
  const [first, second, third] = answers;
  assert.deepEqual([first[0], second[0], third[0]], [0, 0, 0]);
  assert.ok(first[1] < second[1] && second[1] < third[1] && third[1] < first[2] && first[2] < third[2]);
});

test('a turn that is far over its slice begins only queries about its own world', async () => {
  const answers = new PendingAnswers();
  const begun: string[] = [];
  const query =
    (name: string, takesMs = 0) =>
    () => {
      begun.push(name);
      const untilMs = performance.now() + takesMs;
      while (performance.now() < untilMs);
      return { run: () => true, answer: () => name };
    };
  const long = answers.answer(query('long', 150));
  const soon = answers.answer(query('soon'));
  const now = answers.answer(query('now'), undefined, 'now');
  assert.deepEqual(begun, ['long', 'now']);
  assert.equal(now, 'now');
  assert.deepEqual(await Promise.all([long, soon]), ['long', 'soon']);
});

test('instants that take long are computed one in a slice, quick ones many between two looks at the clock', async (t) => {
  const stepsOf = async (msAnInstant: number) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const steps: number[] = [];
    const run = (instants: number) => {
      steps.push(instants);
      now += instants * msAnInstant;
      return steps.length === 8;
    };
    const answer = await new PendingAnswers().answer(() => ({ run, answer: () => steps }));
    t.mock.restoreAll();
    return answer;
  };
  assert.deepEqual(await stepsOf(SLICE_MS), [1, 1, 1, 1, 1, 1, 1, 1]);
  // After 1 + 2 + 4 instants of 5 ms, the slice is over; the one that follows in the same turn of the event loop is half as long.
  assert.deepEqual(await stepsOf(5), [1, 2, 4, 1, 2, 1, 2, 4]);
  assert.deepEqual(await stepsOf(0), [1, 2, 4, 8, 16, 32, 32, 32]);
});

test('a pending answer is abandoned when its client disconnects', async () => {
  let steps = 0;
  let isWanted = true;
  const pending = {
    run() {
      steps++;
      isWanted = false;
      const untilMs = performance.now() + SLICE_MS;
      while (performance.now() < untilMs);
      return false;
    },
    answer: () => steps,
  };
  await assert.rejects(
    async () =>
      new PendingAnswers().answer(
        () => pending,
        () => isWanted,
      ),
    Cancelled,
  );
  assert.equal(steps, 1);
});

test('a turnstile limits concurrent queries and admits the others in the order of their arrival', async () => {
  const turnstile = new Turnstile(2);
  const log: string[] = [];
  const leave: Record<string, (fails?: Error) => void> = {};
  const visit = (name: string) =>
    turnstile.pass(() => {
      log.push(name);
      return new Promise<string>((resolve, reject) => {
        leave[name] = (error) => (error === undefined ? resolve(name) : reject(error));
      });
    });
  assert.equal(
    turnstile.pass(() => 7),
    7,
    'a query that answers at once does not delay others',
  );
  assert.throws(() => turnstile.pass(() => assert.fail('refused')), /refused/);
  const visits = ['a', 'b', 'c', 'd', 'e'].map((name) => visit(name));
  assert.deepEqual(log, ['a', 'b']);
  leave.b();
  await visits[1];
  await new Promise(setImmediate);
  assert.deepEqual(log, ['a', 'b', 'c']);
  leave.a(new Error('broken'));
  await assert.rejects(async () => visits[0], /broken/);
  const late = visit('f');
  await new Promise(setImmediate);
  assert.deepEqual(log, ['a', 'b', 'c', 'd'], 'no query overtakes another');
  for (const name of ['c', 'd', 'e', 'f']) {
    leave[name]();
    await new Promise(setImmediate);
  }
  assert.deepEqual(log, ['a', 'b', 'c', 'd', 'e', 'f']);
  assert.equal(await late, 'f');
});

for (const enableEviction of [false, true]) {
  test(`commands during a query do not change the answer for ${enableEviction ? 'evicting ' : ''}requests`, () => {
    const world = new World(scenarioOf({ nodes: 2 })).at(0);
    const held = world.create('blue', { gpusPerNode: 8, priority: 50, requeueOnFailure: true });
    world.create('green', { gpusPerNode: 8, priority: 200 });
    const waits = world.create('red', { gpusPerNode: 8, priority: 40 });
    world.run(0).at(SECOND);
    const { simulation } = world;
    const asked = request('white', { gpusPerNode: 8, priority: 60, enableEviction });
    const expected = {
      estimates: [{ startMs: world.estimate(waits) }],
      prospects: finish(simulation.availability(asked)),
    };
    world.do({ kind: 'gpr.update', gprId: waits, priority: 45 });

    const estimates = simulation.estimates([waits]);
    const prospects = simulation.availability(asked);
    estimates.run(1);
    prospects.run(1);
    world.do({ kind: 'gpr.delete', gprId: waits });
    world.do({ kind: 'gpr.release', gprId: held });
    world.run(50 * SECOND);
    while (!estimates.run(1));
    while (!prospects.run(1));
    assert.deepEqual({ estimates: estimates.answer(), prospects: prospects.answer() }, expected);
    assert.notDeepEqual(finish(simulation.availability(asked)), expected.prospects);
  });
}
