// The limits that the logs of requests of a process share.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptBytesMax, RequestBudget } from '../../../src/api/frame/request-log/request-budget.ts';
import { RequestLog } from '../../../src/api/frame/request-log/request-log.ts';
import { Timeline } from '../../../src/wire/time/timestamps.ts';

const timeline = new Timeline('2026-01-05T08:00:00Z');

function arrive(log: RequestLog, target = '/sim/clock') {
  return log.arrive({
    method: 'GET',
    target,
    operation: 'getClock',
    nowMs: 0,
    timeline,
    wallMs: 0,
    authorization: undefined,
  });
}

function numbersOf(log: RequestLog): readonly number[] {
  return log.page(0, 1_000_000, false, () => true).requests.map(({ number }) => number);
}

test('beyond the number of requests, the log that holds most loses its oldest', () => {
  const budget = new RequestBudget(5);
  const [busy, quiet] = [new RequestLog(budget), new RequestLog(budget)];
  arrive(quiet);
  for (let i = 0; i < 10; i++) arrive(busy);
  assert.deepEqual([numbersOf(quiet), numbersOf(busy)], [[1], [7, 8, 9, 10]]);
  assert.deepEqual([quiet.dropped, busy.dropped], [0, 6]);
  // A log that is removed leaves its room to the others.
  assert.equal(busy.clear(), 4);
  for (let i = 0; i < 4; i++) arrive(quiet);
  assert.deepEqual([numbersOf(quiet), quiet.dropped], [[1, 2, 3, 4, 5], 0]);
  assert.deepEqual([numbersOf(busy), busy.dropped, busy.heldBytes], [[], 0, 0]);
});

test('beyond the memory, the oldest leave, also while their answers are made', () => {
  const log = new RequestLog(new RequestBudget(100_000));
  const text = 'x'.repeat(16_384);
  const first = arrive(log);
  for (let i = 0; i < 5_000; i++) {
    const request = arrive(log);
    request.received(text);
    assert.ok(log.heldBytes <= keptBytesMax);
  }
  const count = numbersOf(log).length;
  assert.equal(log.dropped, 5_001 - count);
  // One more would not fit.
  assert.ok((log.heldBytes / count) * (count + 1) > keptBytesMax);
  const before = log.heldBytes;
  first.received(text);
  assert.equal(first.body, null);
  assert.equal(log.heldBytes, before);
});

test('a page with bodies ends at a mebibyte, and the next one goes on', () => {
  const log = new RequestLog(new RequestBudget(1_000));
  for (let i = 0; i < 200; i++) arrive(log).received('x'.repeat(16_384));
  const pages: number[] = [];
  for (let after = 0; after < log.last; ) {
    const { requests, next } = log.page(after, 1_000, true, () => true);
    pages.push(requests.length);
    assert.equal(requests[0]!.number, after + 1);
    after = next;
  }
  assert.deepEqual(pages, [63, 63, 63, 11]);
  assert.equal(log.page(0, 1_000, false, () => true).requests.length, 200);
});

test('a text that is not Latin counts twice', () => {
  const log = new RequestLog(new RequestBudget(10));
  arrive(log).received('xxxx');
  const bytes = log.heldBytes;
  log.clear();
  arrive(log).received('…xxx');
  assert.equal(log.heldBytes, bytes + 4);
});
