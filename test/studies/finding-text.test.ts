import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grid } from '../../src/studies/grid.ts';
import { metrics } from '../../src/studies/statistics/compared-metrics.ts';
import { compared } from '../../src/studies/statistics/comparison.ts';
import { findingText } from '../../src/studies/table/finding-text.ts';
import { scaleOfValues } from '../../src/studies/table/row-scale.ts';

const wait = metrics.find(({ metric }) => metric === 'waitMsMean')!;
const MINUTE = 60_000;
const noise = [0, 40, 10, 30, 20];

/** @param minutes by variant, then by seed, beside what all variants of a seed have */
function textOf(minutes: readonly (readonly number[])[], drawn = true): string {
  const samples = minutes.map((of) => of.map((value, seed) => (30 + noise[seed] + value) * MINUTE));
  const grid = { variantCount: minutes.length, shortName: (i: number) => `v${i}` } as Grid;
  return findingText([compared(wait, samples)], grid, drawn);
}

test('the finding names the variants that are better, and whether chance can explain it', () => {
  const [a, b, c] = [
    [0, 0.2, -0.2, 0.1, -0.1],
    [0.1, -0.1, 0.2, 0, -0.2],
    [5, 5.2, 4.9, 5.1, 4.8],
  ];
  assert.equal(
    textOf([a, b, c]),
    'By mean wait, v0 and v1 are better than v2 (5.000 ± 0.088 min from v0 to v2); between them no difference is shown.',
  );
  assert.equal(textOf([c, a]), 'By mean wait, v1 is better than v0 (5.000 ± 0.088 min).');
  assert.equal(textOf([a, b]), 'By mean wait, no difference between the 2 variants is shown.');
  assert.equal(textOf([a]), '');
});

test('one seed shows no chance, and a trace without draws has none', () => {
  assert.equal(
    textOf([[0], [6]]),
    'By mean wait, v0 is the best, 6 min before v1: one seed cannot show whether that is chance.',
  );
  assert.equal(textOf([[0], [6]], false), 'By mean wait, v0 is the best, 6 min before v1.');
  assert.equal(textOf([[0], [0]]), 'By mean wait, no difference between the 2 variants is shown.');
});

test('times are in seconds below two minutes, in minutes below two hours, else in hours', () => {
  const unitOf = (ms: number) => scaleOfValues('time', [], ms).unit;
  assert.deepEqual([119_999, 120_000, 7_199_999, 7_200_000].map(unitOf), ['s', 'min', 'min', 'h']);
});
