import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ticksOf } from '../../src/dashboard/axis/paint/ticks.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday. */
const START = Date.parse('2026-01-05T08:30:00Z');

test('ticks are at round UTC times, also if the scenario starts between them', () => {
  const ticks = ticksOf({ fromMs: 0, toMs: 4 * HOUR }, START, 4);
  assert.deepEqual(
    ticks.map(({ atMs, label }) => [atMs / HOUR, label]),
    [
      [0.5, '09:00'],
      [1.5, '10:00'],
      [2.5, '11:00'],
      [3.5, '12:00'],
    ],
  );
});

test('midnight shows the day', () => {
  const ticks = ticksOf({ fromMs: 12 * HOUR, toMs: 24 * HOUR }, START, 4);
  assert.deepEqual(
    ticks.map(({ label, isDay }) => [label, isDay]),
    [
      ['21:00', false],
      ['Tue 01-06', true],
      ['03:00', false],
      ['06:00', false],
    ],
  );
});

test('labels of seconds, days and months are as long as they need to be', () => {
  const first = (spanMs: number) => ticksOf({ fromMs: 0, toMs: spanMs }, START, 5)[0].label;
  assert.equal(first(30_000), '08:30:00');
  assert.equal(first(5 * DAY), '01-06');
  assert.match(first(300 * DAY), /^2026-\d\d-\d\d$/);
});

test('there are about as many ticks as wanted, at every length', () => {
  for (let spanMs = 10_000; spanMs < 3000 * DAY; spanMs *= 1.7) {
    const { length } = ticksOf({ fromMs: 0, toMs: spanMs }, START, 10);
    assert.ok(length >= 2 && length <= 11, `${length} ticks in ${spanMs} ms`);
  }
});
