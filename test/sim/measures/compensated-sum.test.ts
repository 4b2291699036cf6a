import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CompensatedSum, sumOf } from '../../../sim/index.ts';
import { property } from '../../support/property.ts';
import { exactSum } from './exact-sum.ts';

test('small values beside a great one that cancels out are not lost', () => {
  assert.equal(sumOf([1, 1e100, 1, -1e100]), 2);
  assert.equal(1 + 1e100 + 1 - 1e100, 0, 'a plain sum loses them');
});

test('a sum of nothing is 0, and values can follow a reading', () => {
  const sum = new CompensatedSum();
  assert.equal(sum.value, 0);
  for (let i = 0; i < 10; i++) {
    sum.add(0.1);
    assert.equal(sum.value, exactSum(Array(i + 1).fill(0.1)));
  }
});

test('the sum of a million ratios is right to the last digit, where a plain sum is wrong in the 15th', () => {
  const ratios = Array.from({ length: 1_000_000 }, (_, i) => 1 + ((i * 7919) % 10_007) / 333);
  const exact = exactSum(ratios);
  assert.equal(sumOf(ratios), exact);
  const plain = ratios.reduce((sum, ratio) => sum + ratio, 0);
  assert.notEqual(plain.toPrecision(15), exact.toPrecision(15));
});

property(
  'the error of a sum of positive numbers is at most one rounding',
  200,
  fc.array(fc.double({ min: 1e-9, max: 1e15, noNaN: true }), { maxLength: 400 }),
  (values) => {
    const exact = exactSum(values);
    assert.ok(Math.abs(sumOf(values) - exact) <= exact * 2 ** -52, `${sumOf(values)} is not ${exact}`);
  },
);
