import assert from 'node:assert/strict';
import { test } from 'node:test';
import { span } from '../../src/looks/span.ts';

test('a duration has its two largest units, without zeros, and tenths below ten seconds', () => {
  const spans: readonly (readonly [ms: number, text: string])[] = [
    [0, '0s'],
    [40, '0s'],
    [400, '0.4s'],
    [5_000, '5s'],
    [9_949, '9.9s'],
    [9_960, '10s'],
    [59_499, '59s'],
    [59_500, '1m'],
    [83_333, '1m 23s'],
    [3_599_600, '1h'],
    [3_661_000, '1h 1m'],
    [86_400_000, '1d'],
    [86_400_000 + 59_000, '1d'],
    [90_000_000, '1d 1h'],
    [-83_333, '−1m 23s'],
  ];
  for (const [ms, text] of spans) assert.equal(span(ms), text);
});
