import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownVariants } from '../../src/report/shown-variants.ts';
import { Grid } from '../../src/studies/grid.ts';
import { metrics } from '../../src/studies/statistics/compared-metrics.ts';
import { compared } from '../../src/studies/statistics/comparison.ts';
import type { TargetAnswer } from '../../src/studies/targets/answer.ts';
import type { Verdict } from '../../src/studies/targets/reached.ts';
import { Settings } from '../../src/studies/varied/settings.ts';

const own = [{ queue: 'strict', placement: 'best-fit', order: 'priority', backfillOrder: 'same' }];
const metric = metrics.find(({ metric }) => metric === 'utilization')!;

function gridOf(count: number): Grid {
  const values = Array.from({ length: count }, (_, i) => i);
  const settings = new Settings(['demo'], [{ pointer: '/x', values }]);
  return new Grid(settings, { given: {}, own }, [1, 2]);
}

/** The utilization grows with the index. */
const growing = (count: number) =>
  compared(
    metric,
    Array.from({ length: count }, (_, i) => [i, i + 1]),
  );

test('up to a hundred variants all are shown', () => {
  const { indexes, note } = shownVariants(gridOf(100), [growing(100)], undefined);
  assert.deepEqual([indexes.length, indexes[0], indexes[99], note], [100, 0, 99, '']);
});

test('of more variants, the best of each figure are shown in the order of the grid, with a note', () => {
  const { indexes, note } = shownVariants(gridOf(300), [growing(300)], undefined);
  assert.deepEqual(
    indexes,
    Array.from({ length: 100 }, (_, i) => 200 + i),
  );
  assert.match(note, /^The tables have 100 of 300 variants: the best of each figure\. .*--csv\.$/);
});

test('half of the rows are for variants that reach the most targets at the lowest cost', () => {
  const verdict = (i: number): Verdict => (i >= 100 && i < 200 ? 'yes' : 'not sure');
  const reached = [Array.from({ length: 300 }, (_, i) => ({ reached: verdict(i) }))];
  const costs = Array.from({ length: 300 }, (_, i) => i);
  const answer = { reached, costs } as unknown as TargetAnswer;
  const { indexes, note } = shownVariants(gridOf(300), [growing(300)], answer);
  const range = (from: number) => Array.from({ length: 50 }, (_, i) => from + i);
  assert.deepEqual(indexes, [...range(100), ...range(250)]);
  assert.match(note, /those that reach the most targets at the lowest cost, and the best of each figure/);
});

test('without a figure that all runs have, the first variants are shown', () => {
  assert.deepEqual(shownVariants(gridOf(150), [], undefined).indexes.at(-1), 99);
});
