import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadScenario } from '../../src/scenario/load.ts';
import { dependsOnSeed } from '../../src/studies/depends-on-seed.ts';
import { type Metric, metrics } from '../../src/studies/statistics/compared-metrics.ts';
import { compared } from '../../src/studies/statistics/comparison.ts';
import { intervalOf } from '../../src/studies/statistics/interval.ts';
import { scenarioOf } from '../support/scenario.ts';

const lower: Metric = metrics.find(({ metric }) => metric === 'waitMsMean')!;
const higher: Metric = metrics.find(({ metric }) => metric === 'utilization')!;

/** The values of five seeds, which differ far more than the variants. */
const bySeed = [10, 200, 3_000, 40, 500];
const shifted = (by: readonly number[]) => bySeed.map((sample, seed) => sample + by[seed]);

test('an interval is the mean and t times its standard error', () => {
  const { mean, halfWidth } = intervalOf([4, 6, 8]);
  assert.equal(mean, 6);
  // s = 2, t of 2 degrees of freedom = 4.303.
  assert.equal(halfWidth!.toFixed(2), ((4.303 * 2) / Math.sqrt(3)).toFixed(2));
  assert.deepEqual(intervalOf([7]), { mean: 7, halfWidth: null });
  for (const equal of [7, 0.1]) {
    for (const count of [2, 3, 6]) {
      const samples = Array.from({ length: count }, () => equal);
      assert.deepEqual(
        intervalOf(samples),
        { mean: equal, halfWidth: null },
        'equal samples have no interval',
      );
    }
  }
});

test('variants are compared seed by seed: effects that are common to all variants cancel out', () => {
  const worse = shifted([3, 4, 3, 5, 4]);
  const { means, winner, best, differences } = compared(lower, [worse, bySeed]);
  assert.ok(means[0].halfWidth! > 1000, 'the intervals of the means overlap');
  assert.deepEqual([winner, best], [1, 1]);
  assert.deepEqual([differences[0].to, differences[0].mean], [0, 3.8]);
  assert.ok(differences[0].halfWidth! < 3.8);
});

test('the metric decides whether lower or higher is better', () => {
  const more = shifted([3, 4, 3, 5, 4]);
  assert.equal(compared(lower, [bySeed, more]).winner, 0);
  assert.equal(compared(higher, [bySeed, more]).winner, 1);
  const { differences } = compared(higher, [bySeed, more]);
  assert.equal(differences[0].mean, 3.8);
});

test('a large lead without significance makes no winner', () => {
  const { winner, best, differences } = compared(lower, [shifted([-90, 10, -80, 20, -85]), bySeed]);
  assert.deepEqual([winner, best], [null, 0]);
  assert.equal(differences[0].mean, 45);
});

test('a winner is better than every other variant, not only than the next best', () => {
  const second = shifted([3, 4, 3, 5, 4]);
  const third = shifted([40, -20, 50, -30, 45]);
  assert.equal(compared(lower, [bySeed, second]).winner, 0);
  const { winner, best, differences } = compared(lower, [third, bySeed, second]);
  assert.deepEqual([winner, best], [null, 1]);
  assert.deepEqual(
    differences.map(({ to }) => to),
    [2, 0],
  );
  const far = shifted([40, 41, 42, 43, 44]);
  assert.equal(compared(lower, [far, bySeed, second]).winner, 1);
});

test('equal variants, one seed, or one variant make no winner', () => {
  assert.equal(compared(lower, [bySeed, bySeed]).winner, null);
  assert.equal(compared(lower, [bySeed, bySeed.map((sample) => sample + 1)]).winner, null);
  const single = compared(lower, [[5], [9]]);
  assert.deepEqual([single.winner, single.best, single.differences[0].mean], [null, 0, 4]);
  assert.equal(single.differences[0].halfWidth, null);
  assert.deepEqual(compared(lower, [bySeed]).differences, []);
  assert.equal(compared(lower, [bySeed]).winner, null);
});

test('a run depends on the seed only with generated arrivals or failures', () => {
  const { failures, ...rest } = scenarioOf();
  const trace = { kind: 'trace', format: 'openb', cluster: 'east', gprs: [] } as const;
  const fixed = { ...rest, failures, workload: [trace] };
  assert.equal(dependsOnSeed(fixed), false);
  assert.equal(dependsOnSeed({ ...fixed, failures: { ...failures, nodeMtbfMs: 1 } }), true);
  assert.equal(dependsOnSeed({ ...fixed, failures: { ...failures, provisioningMicro: 1 } }), true);
  const shuffled = { ...trace, arrivals: 'shuffled' } as const;
  assert.equal(dependsOnSeed({ ...fixed, workload: [shuffled] }), true);
  const random = { ...fixed.scheduler, placement: 'random' };
  assert.equal(dependsOnSeed({ ...fixed, scheduler: random }), true);
  const demo = loadScenario('demo', { now: Date.now });
  assert.ok(demo.ok && dependsOnSeed({ ...demo.scenario, failures }));
});
