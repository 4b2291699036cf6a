// Quantiles of sampled starts, ranks among them, and the levels that earlier ranks show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NEVER } from '../../../../sim/base/numbers/time.ts';
import { Ranks, rankOf } from '../../../../sim/forecast/samples/ranks.ts';
import { quantile } from '../../../../sim/forecast/samples/sampled-starts.ts';
import { property } from '../../../support/property.ts';

const nine = Float64Array.from([10, 20, 30, 40, 50, 60, 70, 80, 90]);

test('n starts divide the starts that can come into n + 1 equal parts; in between, instants are interpolated', () => {
  assert.deepEqual(
    [0.1, 0.5, 0.9, 0.55].map((share) => quantile(nine, share)),
    [10, 50, 90, 55],
  );
  assert.deepEqual(
    [0.01, 0.99].map((share) => quantile(nine, share)),
    [10, 90],
  );
});

test('a quantile at or next to a start beyond the horizon is beyond it, too', () => {
  const some = Float64Array.of(10, 20, NEVER, NEVER);
  assert.deepEqual(
    [0.2, 0.4, 0.5, 0.6, 0.7, 0.9].map((share) => quantile(some, share)),
    [10, 20, NEVER, NEVER, NEVER, NEVER],
  );
});

test('a rank is the share of the sampled starts before the true one, in the middle of equal ones', () => {
  assert.deepEqual(
    [50, 45, 5, 95].map((at) => rankOf(nine, at)),
    [0.5, 0.45, 0.05, 0.95],
  );
  assert.equal(rankOf(Float64Array.of(10, 20, 20, 20), 20), 0.6);
  assert.equal(rankOf(Float64Array.of(10, NEVER, NEVER), NEVER), 0.625);
});

property(
  'the rank of a quantile of different starts is its share',
  200,
  fc.tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 1e9 }), { minLength: 9, maxLength: 40 }),
    fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  ),
  ([starts, share]) => {
    const sorted = Float64Array.from(starts, (start) => start * 1000).sort();
    const part = 1 / (sorted.length + 1);
    assert.ok(Math.abs(rankOf(sorted, quantile(sorted, share)) - share) <= part / 2 + 1e-9);
  },
);

test('levels are those between which four of five of the latest 1,500 ranks lay, once 200 are known', () => {
  const ranks = new Ranks();
  for (let i = 0; i < 199; i++) ranks.push(i / 199);
  assert.equal(ranks.levels, undefined);
  ranks.push(1);
  assert.deepEqual(ranks.levels, { low: 20 / 199, high: 179 / 199 });
  for (let i = 0; i < 1_500; i++) ranks.push(i < 750 ? 0.25 : 0.75);
  assert.deepEqual(ranks.levels, { low: 0.25, high: 0.75 });
});
