import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueAxisOf } from '../../src/report/charts/value-axis.ts';
import { valueChart } from '../../src/report/charts/value-curves.ts';

test('an axis without a bound, or with one among the values, is linear from 0', () => {
  for (const bound of [undefined, 10, 100]) {
    const { isLogarithmic, ticks, place } = valueAxisOf(40, bound);
    const top = ticks.at(-1)!;
    assert.ok(!isLogarithmic && ticks[0] === 0 && top >= Math.max(40, bound ?? 0));
    assert.deepEqual([place(0), place(top / 2), place(-1)], [0, 0.5, 0]);
  }
});

test('an axis whose values are far above the bound is logarithmic, from a tenth of the bound on', () => {
  const { isLogarithmic, ticks, place } = valueAxisOf(3000, 30);
  assert.ok(isLogarithmic);
  assert.deepEqual(ticks, [3, 10, 30, 100, 300, 1000, 3000]);
  assert.deepEqual([place(0), place(3), place(3000)], [0, 0, 1]);
  // From 3 to 3000 are three decades.
  assert.ok(Math.abs(place(30) - 1 / 3) < 1e-9);
  assert.deepEqual(valueAxisOf(0.9, 0.1).ticks, [0.01, 0.02, 0.05, 0.1, 0.2, 0.5]);
});

test('the label of a bound is right of the plot, so that no ring covers it', () => {
  const point = (x: number, mean: number) => ({ x, mean, halfWidth: 0.5, isMarked: true, isHollow: false });
  const chart = valueChart({
    title: 'p95(wait) < 30m, min',
    lines: [[point(8, 600), point(9, 29), point(10, 0)]],
    ticks: [8, 9, 10].map((x) => ({ x, label: `${x}` })),
    bound: { at: 30, label: '< 30m' },
  });
  assert.match(chart, /<figcaption>p95\(wait\) &lt; 30m, min \(logarithmic\)</);
  const [, label] = /<text x="([0-9.]+)"[^>]*>&lt; 30m</.exec(chart)!;
  const rings = [...chart.matchAll(/cx="([0-9.]+)" cy="([0-9.]+)" r="7"/g)].map(([, x, y]) => [+x, +y]);
  assert.ok(rings.every(([x]) => x + 7 < Number(label)));
  const [, bound] = /class="bound" d="M[0-9.]+ ([0-9.]+)H/.exec(chart)!;
  assert.deepEqual(
    rings.map(([, y]) => y < Number(bound)),
    [true, false, false],
  );
});
