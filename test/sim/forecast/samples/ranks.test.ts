// Quantiles of sampled starts, ranks among them, and the levels that earlier ranks show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NEVER } from '../../../../sim/base/numbers/time.ts';
import {
  instantOf,
  type Levels,
  type Ranged,
  Ranks,
  rankOf,
} from '../../../../sim/forecast/samples/ranks.ts';
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

const rangedOf = (...startMs: number[]): Ranged => ({
  askedMs: 0,
  horizonMs: 1e14,
  startMs: Float64Array.from(startMs),
  levels: undefined,
});

test('a rank is the share of the sampled starts before the true one, in the middle of equal ones', () => {
  const answer = rangedOf(...nine);
  assert.deepEqual(
    [50, 45, 10, 90].map((at) => rankOf(answer, at)),
    [0.5, 0.45, 0.1, 0.9],
  );
  assert.equal(rankOf(rangedOf(10, 20, 20, 20), 20), 0.6);
  assert.equal(rankOf(rangedOf(10, NEVER, NEVER), NEVER), 0.625);
});

test('outside of all sampled starts, a rank is a share of the time to the nearest one', () => {
  const answer = { ...rangedOf(...nine.map((at) => 1_000 + at)), askedMs: 1_000, horizonMs: 1_300 };
  assert.deepEqual(
    [1_000, 1_005, 1_135, 1_270].map((at) => rankOf(answer, at)),
    [-1, -0.5, 1.5, 3],
  );
  assert.deepEqual(
    [-1, -0.5, 1.5, 3, 4].map((rank) => instantOf(answer, rank)),
    [1_000, 1_005, 1_135, 1_270, NEVER],
  );
  assert.equal(rankOf(rangedOf(0), 5), 5);
  assert.equal(rankOf(rangedOf(NEVER), 5), 0.25);
  assert.deepEqual(
    [-1, 0.25, 2].map((rank) => instantOf(rangedOf(NEVER), rank)),
    [NEVER, NEVER, NEVER],
  );
});

property(
  'the rank of the instant of a rank is this rank',
  200,
  fc.tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), { minLength: 9, maxLength: 40 }),
    fc.oneof(
      fc.double({ min: -1, max: -0.001, noNaN: true }),
      fc.double({ min: 0.1, max: 0.9, noNaN: true }),
      fc.double({ min: 1.001, max: 9, noNaN: true }),
    ),
  ),
  ([starts, rank]) => {
    const answer = rangedOf(...Float64Array.from(starts, (start) => start * 1000).sort());
    const part = 1 / (starts.length + 1);
    assert.ok(Math.abs(rankOf(answer, instantOf(answer, rank)) - rank) <= part / 2 + 1e-9);
  },
);

/** Pushes an answer whose start has a rank. @param askedMs the instant of the question */
function push(ranks: Ranks, rank: number, askedMs: number, levels?: Levels): void {
  const answer = { ...rangedOf(...nine.map((at) => askedMs + 1000 * at)), askedMs, levels };
  ranks.push(answer, instantOf(answer, rank));
}

test('levels are those between which four of five of the latest 1,500 ranks lay, once 200 are known', () => {
  const ranks = new Ranks();
  for (let i = 0; i < 199; i++) push(ranks, 2 + i, i);
  assert.equal(ranks.levels, undefined);
  push(ranks, 201, 199);
  assert.deepEqual(ranks.levels, { low: 22, high: 181 });
  for (let i = 0; i < 1_500; i++) push(ranks, i < 750 ? 2 : 3, i);
  assert.deepEqual(ranks.levels, { low: 2, high: 3 });
});

test('the answers of an instant count as one', () => {
  const ranks = new Ranks();
  for (let i = 0; i < 199; i++) push(ranks, 2, i);
  for (let i = 0; i < 100; i++) push(ranks, 3, 1_000);
  assert.deepEqual(ranks.levels, { low: 2, high: 2 });
});

test('a start outside of its range widens the next ranges on its side, and starts inside narrow them again', () => {
  const ranks = new Ranks();
  for (let i = 0; i < 1_000; i++) push(ranks, 2 + i, i);
  const before = { low: 102, high: 901 };
  assert.deepEqual(ranks.levels, before);
  for (let i = 0; i < 2; i++) push(ranks, 2, 2_000 + i, before);
  // Below lie 8.2 % of 1,002 ranks, above 10.2 %.
  assert.deepEqual(ranks.levels, { low: 82, high: 899 });
  for (let i = 0; i < 17; i++) push(ranks, 500, 3_000 + i, before);
  // Below lie 9.9 % of 1,019 ranks, above 11.9 %, and 17 are new.
  assert.deepEqual(ranks.levels, { low: 100, high: 880 });
  for (let i = 0; i < 30; i++) push(ranks, 5_000, 4_000 + i, before);
  assert.equal(ranks.levels?.high, 5_000);
  for (let i = 0; i < 30; i++) push(ranks, 0.5, 5_000 + i, before);
  assert.equal(ranks.levels?.low, 0.5);
});

test('while starts come later and later, doubling within 1,000 answers, ranges hold four of five', () => {
  const ranks = new Ranks();
  let inside = 0;
  let ranges = 0;
  for (let i = 0; i < 8_000; i++) {
    const { levels } = ranks;
    const rank = (2 + ((i * 7) % 11)) * 2 ** (i / 1_000);
    if (levels !== undefined) {
      ranges++;
      if (rank >= levels.low && rank <= levels.high) inside++;
    }
    push(ranks, rank, i, levels);
  }
  assert.ok(Math.abs(inside / ranges - 0.8) < 0.02, `${inside / ranges}`);
});
