import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pageInSteps, pageOf } from '../../sim/base/collections/selection.ts';
import { property } from '../support/property.ts';

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
