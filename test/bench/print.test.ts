import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside, standing } from '../../bench/heap/standing.ts';
import { machine, markdown } from '../../bench/measuring/print.ts';

const about = { ...machine(), quick: true };
const pushed = standing(
  'push',
  1e3,
  times({ 'indexed heap': [10, 12, 11], a: [30, 24, 22], b: [8, 40, 44] }),
  ['a', 'b'],
  {
    checksum: 'c0ffee',
  },
);
const held = standing('hold', 1e3, times({ 'indexed heap': [50], a: [1200], c: [25] }), ['a'], {});

function times(ns: Record<string, number[]>): ReadonlyMap<string, readonly number[]> {
  return new Map(Object.entries(ns));
}

test('the reference is the package with the best median; the ratio is the median of the rounds’ ratios', () => {
  assert.equal(pushed.value, 11);
  assert.equal(pushed.reference, 24);
  assert.equal(pushed.ratioOf, 'a ÷ indexed heap');
  assert.equal(pushed.ratio, 2);
  assert.equal(pushed.spread, 0.5);
  assert.deepEqual(pushed.column!.figures['indexed heap'], { value: 11, ratio: 1, spread: 0 });
});

test('a queue that is not a package is never the reference and has a separate row', () => {
  assert.equal(held.reference, 1200);
  const row = beside('hold', 1e3, times({ 'indexed heap': [50, 60], c: [25, 20] }), 'c');
  assert.equal(row.ratioOf, 'indexed heap ÷ c');
  assert.equal(row.ratio, 2.5);
});

test('columns with the same table form one table, with a dash for a queue without a figure', () => {
  const lines = markdown(about, [pushed, held]).split('\n');
  const from = lines.indexOf('| heap 1e3, ns/operation | push | hold |');
  assert.deepEqual(lines.slice(from + 1, from + 6), [
    '|---|--:|--:|',
    '| indexed heap | **11** | 50 |',
    '| a | 24 | 1,200 |',
    '| b | 40 | – |',
    '| c | – | **25** |',
  ]);
  assert.ok(lines.includes('| heap push 1e3 | 11 | 24 | ns/operation | 2.00 | 50 % | a ÷ indexed heap |'));
  assert.ok(lines.includes('- heap push 1e3: checksum c0ffee'));
});
