import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, Simulation } from '../../../sim/index.ts';
import { answersTurn, loopTurn } from '../../../src/driver/loop-turn.ts';
import { SLICE_MS } from '../../../src/driver/slice.ts';
import type { Question } from '../../../src/driver/world.ts';
import { generated, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, ownerKey } from '../world.ts';

test('one work has a slice in each turn of the event loop, and each work in its order', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const slices: { readonly turn: number; readonly work: string }[] = [];
  const works = ['a', 'b', 'c'].map(async (work) => {
    for (let slice = 0; slice < 3; slice++) {
      await loopTurn();
      slices.push({ turn, work });
    }
  });
  await Promise.all(works);
  isOver = true;
  assert.equal(slices.map(({ work }) => work).join(''), 'abcabcabc');
  assert.equal(new Set(slices.map((slice) => slice.turn)).size, slices.length);
});

test('answers have every second turn of the event loop while works wait', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const slices: { readonly turn: number; readonly of: string }[] = [];
  const work = async () => {
    for (let slice = 0; slice < 5; slice++) {
      await loopTurn();
      slices.push({ turn, of: 'work' });
    }
  };
  const answered = Promise.withResolvers<void>();
  let left = 3;
  const answer = () => {
    slices.push({ turn, of: 'answers' });
    if (--left > 0) answersTurn(answer);
    else answered.resolve();
  };
  answersTurn(answer);
  await Promise.all([work(), answered.promise]);
  isOver = true;
  assert.deepEqual(
    slices.map(({ of }) => of),
    ['answers', 'work', 'answers', 'work', 'answers', 'work', 'work', 'work'],
  );
  assert.equal(new Set(slices.map((slice) => slice.turn)).size, slices.length);
});

test('an advance and forty what-ifs have one slice together in each turn of the event loop, and other requests enter', async (t) => {
  const workload = [generated({ count: null, interArrivalMeanMs: 10 * SECOND })];
  const driver = memoryWorld(t, scenarioOf({ nodes: 2, workload }));
  // Each look at the clock ends the slice, so that a slice has one event on any machine.
  let now = 0;
  t.mock.method(performance, 'now', () => {
    now += SLICE_MS;
    return now;
  });
  let turn = 0;
  const slices: { readonly turn: number; readonly events: number }[] = [];
  const { runSome } = Simulation.prototype;
  t.mock.method(Simulation.prototype, 'runSome', function (this: Simulation, atMs: number, events: number) {
    slices.push({ turn, events });
    return runSome.call(this, atMs, events);
  });
  let isOver = false;
  const instants = new Set<number>();
  const count = () => {
    turn++;
    // Another request is answered here.
    instants.add(driver.clock().nowMs);
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const caller = driver.keys.create(ownerKey('owner'));
  const asked = (): Question => ({
    changes: [],
    untilMs: HOUR_MS / 6,
    gprIds: [],
    knowing: 'everything',
    caller,
  });
  const whatIfs = Array.from({ length: 40 }, () => driver.whatIf(asked));
  const [results] = await Promise.all([Promise.allSettled(whatIfs), driver.advance({ byMs: HOUR_MS / 2 })]);
  isOver = true;
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1 + 16);
  assert.ok(slices.length > 100);
  assert.deepEqual(new Set(slices.map(({ events }) => events)), new Set([1]));
  assert.equal(new Set(slices.map((slice) => slice.turn)).size, slices.length);
  assert.ok(instants.size > 50);
});
