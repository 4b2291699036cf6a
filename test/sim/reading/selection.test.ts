import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameKey, pageInSteps, pageOf, pageOfValues } from '../../../sim/base/collections/selection.ts';
import { property } from '../../support/property.ts';

const lists = fc.tuple(
  fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { maxLength: 200 }),
  fc.nat(220),
  fc.nat(50),
);

property('a page equals the same part of the sorted list', 500, lists, ([list, from, count]) => {
  const before = [...list];
  assert.deepEqual(
    pageOf(list, (item) => -item, from, from + count),
    list.toSorted((a, b) => b - a).slice(from, from + count),
  );
  assert.deepEqual(list, before);
});

test('the key of each item is read once, even in sorted lists', () => {
  let read = 0;
  const list = Array.from({ length: 100_000 }, (_, i) => i);
  const keyOf = (sign: number) => (item: number) => {
    read++;
    return sign * item;
  };
  assert.deepEqual(pageOf(list, keyOf(1), 50_000, 50_003), [50_000, 50_001, 50_002]);
  assert.deepEqual(pageOf(list, keyOf(-1), 50_000, 50_003), [49_999, 49_998, 49_997]);
  assert.equal(read, 200_000);
});

const texts = fc.tuple(
  fc.array(fc.constantFrom('', 'a', 'ab', 'b', 'c'), { maxLength: 40 }),
  fc.nat(45),
  fc.nat(9),
);

property(
  'equal keys are in the order of the list, and texts are keys, too',
  500,
  texts,
  ([keys, from, count]) => {
    const steps = pageInSteps(keys, from, from + count);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const sorted = keys
      .map((_, i) => i)
      .sort((a, b) => (keys[a] === keys[b] ? a - b : keys[a] < keys[b] ? -1 : 1));
    assert.deepEqual(step.value, sorted.slice(from, from + count));
  },
);

/** The answer, and the number of steps. */
function ran<T>(steps: Generator<void, T>): { readonly answer: T; readonly count: number } {
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return { answer: step.value, count };
  }
}

const values = fc.tuple(
  fc.array(fc.constantFrom(undefined, Number.NaN, 1, 2, 3), { maxLength: 40 }),
  fc.boolean(),
  fc.nat(45),
  fc.nat(9),
);

property(
  'places without a value come last in both directions',
  500,
  values,
  ([list, isDescending, from, count]) => {
    const has = (i: number) => list[i] !== undefined && !Number.isNaN(list[i]);
    const all = list.map((_, i) => i);
    const sorted = all.filter(has).sort((a, b) => list[a]! - list[b]! || a - b);
    const expected = [...(isDescending ? sorted.reverse() : sorted), ...all.filter((i) => !has(i))];
    assert.deepEqual(
      ran(pageOfValues(list, isDescending, from, from + count)).answer,
      expected.slice(from, from + count),
    );
  },
);

test('a sorted list is examined in steps, too', () => {
  const keys = Array.from({ length: 100_000 }, (_, i) => i);
  const { answer, count } = ran(pageInSteps(keys, 99_998, 100_000));
  assert.deepEqual(answer, [99_998, 99_999]);
  // At most 8,192 keys in a step: to find the place, and to find the keys of the page.
  assert.ok(count >= 2 * Math.floor(100_000 / 8192), `${count} steps`);
});

test('names with numbers are in the order of the numbers', () => {
  const names = ['a-10', 'a-9', 'b', 'a-9-2', 'a-9-10', 'a'];
  assert.deepEqual(
    names.toSorted((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1)),
    ['a', 'a-9', 'a-9-2', 'a-9-10', 'a-10', 'b'],
  );
});
