import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld } from '../world.ts';

test('the timer of a paused world does not run, and a running one moves the clock again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let timers = 0;
  const set = globalThis.setTimeout;
  t.mock.method(globalThis, 'setTimeout', (...args: Parameters<typeof setTimeout>) => {
    timers++;
    return set(...args);
  });
  const world = memoryWorld(t, scenarioOf());
  const pass = async () => {
    t.mock.timers.tick(1_000);
    for (let i = 0; i < 10; i++) await nextTurn();
  };
  await pass();
  const before = timers;
  for (let i = 0; i < 5; i++) await pass();
  assert.equal(timers, before, 'a paused world sets no timer');

  world.setClock({ mode: 'running', speed: 1_000_000 });
  for (let i = 0; i < 5; i++) await pass();
  assert.ok(timers > before + 2 && timers < before + 12, `${timers - before} timers: one chain`);
  assert.ok(world.nowMs() > 0);

  world.setClock({ mode: 'paused' });
  await pass();
  await pass();
  const paused = timers;
  for (let i = 0; i < 5; i++) await pass();
  assert.equal(timers, paused);
  await world.advance({ byMs: SECOND });
});
