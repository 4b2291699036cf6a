// The order of numbers is that of the language.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { radixOrder } from '../../../sim/base/collections/radix-sort.ts';

const KINDS: Readonly<Record<string, (i: number) => number>> = {
  'few numbers': (i) => (i * 7919) % 5,
  'ascending numbers': (i) => i / 3,
  'descending integers': (i) => 1e6 - i,
  'both signs, zeros of both signs': (i) => [0, -0, 1.5, -1.5, -1e-300, 1e300][(i * 31) % 6],
  'infinite numbers': (i) => [Infinity, -Infinity, 3][i % 3],
  instants: (i) => 1.7e12 + ((i * 48271) % 2147483647),
};

for (const [kind, numberOf] of Object.entries(KINDS))
  for (const length of [0, 1, 2, 1000])
    test(`${length} numbers: ${kind}`, () => {
      const numbers = Float64Array.from({ length }, (_, i) => numberOf((i * 17) % 1009));
      const expected = [...numbers.keys()].sort((a, b) => numbers[a] - numbers[b] || 0);
      assert.deepEqual([...radixOrder(numbers)], expected);
    });
