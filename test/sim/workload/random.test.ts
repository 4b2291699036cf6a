import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Dice, exponential, mix32, Stream, scale } from '../../../sim/base/numbers/random.ts';
import { property } from '../../support/property.ts';

const DRAWS = 2 ** 32;
const LAST = DRAWS - 1;
const draw = fc.oneof(fc.integer({ min: 0, max: LAST }), fc.constantFrom(0, 1, LAST - 1, LAST));
const seed = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

property(
  'exponential equals −ln of the draw within a millionth, and is never negative',
  5000,
  draw,
  (value) => {
    const drawn = exponential(value);
    assert.ok(drawn >= 0, `${drawn}`);
    assert.ok(Math.abs(drawn + Math.log((value + 1) / DRAWS)) < 1e-6);
  },
);

test('exponential has mean 1 and its quantiles', () => {
  const strata = 2 ** 18;
  const drawn = Float64Array.from({ length: strata }, (_, i) =>
    exponential(Math.floor(((i + 0.5) / strata) * DRAWS)),
  );
  const mean = drawn.reduce((sum, value) => sum + value, 0) / strata;
  assert.ok(Math.abs(mean - 1) < 1e-4, `mean ${mean}`);
  drawn.sort();
  for (const share of [0.05, 0.25, 0.5, 0.75, 0.95, 0.999]) {
    const quantile = drawn[Math.floor(share * strata)];
    assert.ok(Math.abs(quantile + Math.log(1 - share)) < 1e-2, `quantile ${share}: ${quantile}`);
  }
});

test('exponential decreases as the draw increases, across the cells of its table and the powers of two', () => {
  let before = Infinity;
  for (let value = 0; value < DRAWS; value += 1_048_573) {
    const drawn = exponential(value);
    assert.ok(drawn < before);
    before = drawn;
  }
  for (let power = 1; power < 32; power++) {
    assert.ok(exponential(2 ** power - 2) > exponential(2 ** power - 1));
    assert.ok(exponential(2 ** power - 1) > exponential(2 ** power));
  }
});

property(
  'scale stays within its bounds and reaches both',
  2000,
  fc.tuple(draw, fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 2 ** 31 })),
  ([value, from, width]) => {
    const scaled = scale(value, from, from + width);
    assert.ok(Number.isInteger(scaled));
    assert.ok(scaled >= from && scaled <= from + width);
    assert.equal(scale(0, from, from + width), from);
    assert.equal(scale(LAST, from, from + width), from + width);
  },
);

test('scale returns every value equally often', () => {
  const counts = new Map<number, number>();
  for (let i = 0; i < 7000; i++) {
    const value = scale(Math.floor(((i + 0.5) / 7000) * DRAWS), 3, 9);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()], [3, 4, 5, 6, 7, 8, 9]);
  for (const count of counts.values()) assert.equal(count, 1000);
});

property(
  'a draw is a function of seed, stream, entity and attempt',
  500,
  fc.tuple(seed, draw),
  ([value, entity]) => {
    const one = new Dice(value, Stream.provisioning).draw(entity, 3);
    assert.equal(new Dice(value, Stream.provisioning).draw(entity, 3), one);
    assert.ok(Number.isInteger(one) && one >= 0 && one <= LAST);
  },
);

/** Share of equal bits of two sequences of draws; ½ if they are independent. */
function likeness(a: (i: number) => number, b: (i: number) => number): number {
  const count = 20_000;
  let differing = 0;
  for (let i = 0; i < count; i++) {
    for (let bits = (a(i) ^ b(i)) >>> 0; bits !== 0; bits &= bits - 1) differing++;
  }
  return 1 - differing / (count * 32);
}

test('draws of different streams, attempts, neighboring entities and neighboring seeds are independent', () => {
  const dice = new Dice(42, Stream.arrivalGap);
  const pairs: Record<string, [(i: number) => number, (i: number) => number]> = {
    streams: [(i) => dice.draw(i, 0), (i) => new Dice(42, Stream.arrivalShape).draw(i, 0)],
    attempts: [(i) => dice.draw(i, 0), (i) => dice.draw(i, 1)],
    entities: [(i) => dice.draw(i, 0), (i) => dice.draw(i + 1, 0)],
    'entities above 2^32': [(i) => dice.draw(i, 0), (i) => dice.draw(DRAWS + i, 0)],
    seeds: [(i) => dice.draw(i, 0), (i) => new Dice(43, Stream.arrivalGap).draw(i, 0)],
    'seeds above 2^32': [(i) => dice.draw(i, 0), (i) => new Dice(42 + DRAWS, Stream.arrivalGap).draw(i, 0)],
  };
  for (const [what, [a, b]] of Object.entries(pairs)) {
    const share = likeness(a, b);
    // 640,000 bits: five standard deviations are 0.003.
    assert.ok(Math.abs(share - 0.5) < 0.003, `${what}: ${share}`);
  }
});

test('the draws of consecutive entities fill 256 cells evenly', () => {
  const dice = new Dice(7, Stream.arrivalShape);
  const cells = new Float64Array(256);
  const count = 256 * 400;
  for (let entity = 0; entity < count; entity++) cells[dice.draw(entity, 5) >>> 24]++;
  const chiSquare = cells.reduce((sum, seen) => sum + (seen - 400) ** 2 / 400, 0);
  // 255 degrees of freedom: mean 255, standard deviation 22.6.
  assert.ok(chiSquare > 140 && chiSquare < 370, `${chiSquare}`);
});

property('mix32 is injective', 500, fc.tuple(draw, draw), ([a, b]) => {
  assert.equal(mix32(a) === mix32(b), a === b);
});
