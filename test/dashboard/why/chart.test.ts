import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continuation, nextOn } from '../../../src/dashboard/gantt/scene/next.ts';
import { countsOf } from '../../../src/dashboard/queue/counts.ts';
import { sceneOf } from '../chart.ts';

test('a running bar goes on as planned, and the next bar on its lanes is of another GPR', () => {
  const { bars } = sceneOf([
    { from: 60, to: null, gpr: 0 },
    { from: 80, to: 90, gpr: 0, planned: true },
    // On the other lane, too early, and the one.
    { from: 90, to: 99, lane: 1, gpr: 1, planned: true },
    { from: 85, to: 89, gpr: 2, planned: true },
    { from: 92, to: 97, gpr: 3, planned: true },
  ]);
  const at = (fromMs: number) => bars.ofRow[0].find((bar) => bar.fromMs === fromMs)!;
  assert.equal(continuation(bars, at(60)), at(80));
  assert.equal(nextOn(bars, at(80)), at(92));
  assert.equal(continuation(bars, at(92)), undefined);
  assert.equal(nextOn(bars, at(92)), undefined);
});

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
