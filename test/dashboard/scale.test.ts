import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleOf } from '../../src/dashboard/plots/scale.ts';

test('a scale of shares ends at 1', () => {
  assert.deepEqual(scaleOf('share', 0.4, 1, 2), { most: 1, lines: [0, 0.5, 1] });
  assert.deepEqual(scaleOf('share', 0, 1, 5), { most: 1, lines: [0, 0.25, 0.5, 0.75, 1] });
});

test('a scale of counts has lines at round counts, and room above the largest', () => {
  assert.deepEqual(scaleOf('count', 0, 4, 4), { most: 4, lines: [0, 1, 2, 3, 4] });
  assert.deepEqual(scaleOf('count', 100, 4, 3), { most: 108, lines: [0, 50, 100] });
  assert.deepEqual(scaleOf('count', 123_000, 4, 3), { most: 132_840, lines: [0, 50_000, 100_000] });
});

test('a scale of durations has lines at round durations', () => {
  const minute = 60_000;
  assert.deepEqual(scaleOf('duration', 0, minute, 3), { most: minute, lines: [0, minute] });
  assert.deepEqual(scaleOf('duration', 100 * minute, minute, 4).lines, [
    0,
    30 * minute,
    60 * minute,
    90 * minute,
  ]);
  assert.deepEqual(scaleOf('duration', 50 * 24 * 60 * minute, minute, 3).lines.length, 3);
});
