import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf } from '../../../src/dashboard/queue/counts.ts';

test('a whole queue is counted by its rows, a part of it by the state', () => {
  const gprs = (['room', 'room', 'head', null] as const).map((waitReason) => ({ waitReason })) as never;
  const all = { workspace: 5, head: 3, room: 4, down: 0, cycle: 0 };
  assert.deepEqual(countsOf({ gprs, total: 4 }, 'worker-1', all, undefined), {
    workspace: 0,
    head: 1,
    room: 2,
    down: 0,
    cycle: 0,
  });
  assert.deepEqual(countsOf({ gprs, total: 12 }, '', all, undefined), all);
  assert.equal(countsOf({ gprs, total: 12 }, 'worker-1', all, undefined), undefined);
  assert.deepEqual(countsOf({ gprs, total: 12 }, '', all, 'room'), all);
  assert.deepEqual(countsOf({ gprs, total: 12 }, 'worker-1', all, 'room'), {
    workspace: 0,
    head: 0,
    room: 12,
    down: 0,
    cycle: 0,
  });
});
