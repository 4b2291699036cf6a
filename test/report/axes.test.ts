import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTicks, LEFT, RIGHT_EDGE, timeAxis, waitAxisOf, xOfWait } from '../../src/report/charts/axes.ts';
import { Timeline } from '../../src/wire/time/timestamps.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function timeLabels(start: string, fromMs: number, toMs: number): string[] {
  const drawn = timeAxis({ fromMs, toMs, timeline: new Timeline(start) }, 0, 100);
  return [...drawn.matchAll(/<text[^>]*>([^<]*)</g)].map(([, label]) => label);
}

test('ticks of counts are at multiples of 1, 2 or 5, up to the highest count', () => {
  const ticksOf = (max: number) => countTicks(max, 5).map(({ at }) => at);
  assert.deepEqual(ticksOf(0), [0, 1]);
  assert.deepEqual(ticksOf(3), [0, 1, 2, 3]);
  assert.deepEqual(ticksOf(12), [0, 5, 10, 15]);
  assert.deepEqual(ticksOf(100), [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(ticksOf(2_300), [0, 500, 1000, 1500, 2000, 2500]);
});

test('ticks of time are at round instants in UTC; the day is shown where it changes', () => {
  assert.deepEqual(timeLabels('2026-01-05T22:40:00Z', 0, 3 * HOUR), [
    '23:00',
    '2026-01-05',
    '23:30',
    '00:00',
    '2026-01-06',
    '00:30',
    '01:00',
    '01:30',
  ]);
  assert.deepEqual(timeLabels('2026-01-05T08:00:00Z', 0, 20_000).slice(0, 3), [
    '08:00:00',
    '2026-01-05',
    '08:00:02',
  ]);
  assert.deepEqual(timeLabels('2026-01-05T08:00:00Z', 0, 72 * HOUR), [
    ...['2026-01-05', '12:00', '00:00', '2026-01-06', '12:00', '00:00'].slice(1, 2),
    '2026-01-05',
    '00:00',
    '2026-01-06',
    '12:00',
    '00:00',
    '2026-01-07',
    '12:00',
    '00:00',
    '2026-01-08',
  ]);
  assert.deepEqual(timeLabels('2026-01-05T08:00:00Z', 0, 50 * 24 * HOUR).length, 7);
});

test('an axis of waits begins at the last tick before the shortest wait, and ends at the longest', () => {
  const axis = waitAxisOf([2 * MINUTE, HOUR]);
  assert.deepEqual(axis, { minMs: MINUTE, maxMs: HOUR });
  assert.deepEqual([xOfWait(axis, MINUTE), xOfWait(axis, HOUR)], [LEFT, RIGHT_EDGE]);
  assert.deepEqual(waitAxisOf([]), { minMs: 0, maxMs: 1_000 });
  assert.deepEqual(waitAxisOf([0]), { minMs: 0, maxMs: 1_000 });
});
