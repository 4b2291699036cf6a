import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type LoopTime, newLoopTime } from '../../../src/server/connections/loop-time.ts';

/** Requests that wait, one per connection, and the order in which they start. */
class Waiting {
  readonly loopTime: LoopTime = newLoopTime();
  readonly started: string[] = [];

  add(nextTarget: string, start: () => void = () => {}): void {
    const startNext = () => {
      this.started.push(nextTarget);
      start();
    };
    this.loopTime.whenReady({ nextTarget, startNext });
  }

  /** Two requests to this target took long. */
  slow(target: string): void {
    for (let n = 0; n < 2; n++) this.loopTime.took(target, 20);
  }

  async untilStarted(count: number): Promise<void> {
    while (this.started.length < count) await turn();
  }
}

function work(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

test('requests to paths that took long start after those to other paths', async () => {
  const waiting = new Waiting();
  waiting.slow('/api/v1/inventory/list');
  waiting.slow('/sim/explain/gpr-1?x=1');
  for (const target of ['/api/v1/inventory/list', '/sim/explain/gpr-2', '/sim/clock', '/healthz']) {
    waiting.add(target);
  }
  await waiting.untilStarted(4);
  assert.deepEqual(waiting.started, [
    '/sim/clock',
    '/healthz',
    '/api/v1/inventory/list',
    '/sim/explain/gpr-2',
  ]);
});

test('a path is not slow after one slow request, or if it has become quick', async () => {
  const waiting = new Waiting();
  waiting.slow('/a');
  waiting.loopTime.took('/a', 0);
  waiting.loopTime.took('/b', 20);
  for (const target of ['/a', '/b', '/c']) waiting.add(target);
  await waiting.untilStarted(3);
  assert.deepEqual(waiting.started, ['/a', '/b', '/c']);
});

test('a request that arrives while 50 slow ones wait starts before most of them', async () => {
  const waiting = new Waiting();
  waiting.slow('/slow');
  for (let i = 0; i < 50; i++) waiting.add('/slow', () => work(20));
  await waiting.untilStarted(1);
  waiting.add('/quick');
  await waiting.untilStarted(51);
  const at = waiting.started.indexOf('/quick');
  assert.ok(at <= 3, `after ${at} slow requests`);
});

test('slow requests and pieces of answers go on while quick requests keep coming', async () => {
  const waiting = new Waiting();
  waiting.slow('/slow');
  let quick = 0;
  const again = () => {
    work(5);
    if (++quick < 40) waiting.add('/quick', again);
  };
  for (let i = 0; i < 4; i++) waiting.add('/quick', again);
  waiting.add('/slow');
  const pieces: number[] = [];
  for (let i = 0; i < 3; i++) waiting.loopTime.whenTime(() => pieces.push(quick));
  await waiting.untilStarted(40);
  assert.ok(waiting.started.indexOf('/slow') < 20);
  assert.ok(pieces.length === 3 && pieces[2]! < 30, `${pieces}`);
});

test('while connections keep coming, requests that arrive wait, but not forever', async () => {
  const waiting = new Waiting();
  for (let n = 0; n < 3; n++) {
    waiting.loopTime.opened();
    assert.equal(waiting.loopTime.hasTime(), false);
    await turn();
  }
  assert.equal(waiting.loopTime.hasTime(), true);
  waiting.add('/a');
  while (waiting.started.length === 0) {
    waiting.loopTime.opened();
    await turn();
  }
  assert.deepEqual(waiting.started, ['/a']);
});
