// What the page makes of effects in many futures, in words and as the best policy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Alternative,
  betterOf,
  findingOf,
  type LikelyEffect,
  MEASURES,
  rangeWords,
  scaleOf,
  WAIT,
} from '../../src/dashboard/what-if/answers/likely-model.ts';

const MINUTE = 60_000;
const effect = (
  p10: number,
  p50: number,
  p90: number,
  tends: LikelyEffect['tends'] = null,
): LikelyEffect => ({
  p10,
  p50,
  p90,
  less: p10 < 0 ? 0.5 : 0,
  more: p90 > 0 ? 0.5 : 0,
  shown: p10 > 0 || p90 < 0,
  tends,
});
const none = effect(0, 0, 0);
const minutes = (...[p10, p50, p90]: [number, number, number]) =>
  effect(p10 * MINUTE, p50 * MINUTE, p90 * MINUTE);

interface Effects {
  readonly mean?: LikelyEffect;
  readonly total?: LikelyEffect;
  readonly completed?: LikelyEffect;
  readonly waiting?: LikelyEffect;
}

const alternative = (
  name: string,
  { mean = none, total = none, completed = none, waiting = none }: Effects,
) =>
  ({
    name,
    waitMs: total,
    figures: {
      ...Object.fromEntries(MEASURES.map(({ member }) => [member, none])),
      waitMsMean: mean,
      completed,
      waiting,
    },
    gprs: [],
    gprsTotal: 0,
  }) as unknown as Alternative;

test('an interval has its sign once, or twice if it contains 0', () => {
  assert.equal(rangeWords(minutes(4, 12, 31), WAIT), '4m to 31m longer');
  assert.equal(rangeWords(minutes(-31, -12, -4), WAIT), '4m to 31m shorter');
  assert.equal(rangeWords(minutes(-3, 0, 1), WAIT), '3m shorter to 1m longer');
  assert.equal(rangeWords(minutes(-3, 0, 0), WAIT), '0s to 3m shorter');
  assert.equal(rangeWords(none, WAIT), '0s to 0s');
});

test('a scale contains 0 and all intervals', () => {
  assert.deepEqual(scaleOf([minutes(4, 12, 31), minutes(2, 3, 4)]), [0, 31 * MINUTE]);
  assert.deepEqual(scaleOf([minutes(-3, 0, 1), null]), [-3 * MINUTE, MINUTE]);
});

test('the finding is what is shown; without it, that nothing is shown, or that nothing differs', () => {
  assert.equal(
    findingOf(alternative('a', { mean: minutes(4, 12, 31), completed: effect(-3, 0, 3) })),
    'the mean wait is 12m longer (80 % of futures: 4m to 31m longer).',
  );
  assert.equal(
    findingOf(
      alternative('a', {
        mean: minutes(-1, 0, 1),
        total: minutes(60, 120, 180),
        completed: effect(-9, -5, -2),
      }),
    ),
    'no difference shown in the mean wait; all waits together are 2h longer (80 % of futures: 1h to 3h longer); ' +
      '5 fewer complete (80 % of futures: 2 to 9 fewer complete).',
  );
  assert.equal(
    findingOf(alternative('a', { mean: minutes(-1, 0, 1) })),
    'no difference shown in the mean wait, nor in all waits together.',
  );
  const leaning = effect(-60 * MINUTE, -9 * MINUTE, MINUTE, 'less');
  assert.equal(
    findingOf(alternative('a', { mean: minutes(-1, 0, 1), total: leaning })),
    'no difference shown in the mean wait; all waits together are rather shorter.',
  );
  assert.equal(
    findingOf(alternative('a', { mean: minutes(-1, 0, 1), waiting: effect(80, 90, 110) })),
    '90 more wait at the end (80 % of futures: 80 to 110 more wait at the end); ' +
      'no difference shown in the mean wait of GPRs that start, nor in all waits together.',
  );
  assert.equal(findingOf(alternative('a', {})), 'nothing differs.');
});

test('a policy is better only if a shorter mean wait is shown, and neither longer waits together nor fewer complete GPRs', () => {
  const shorter = minutes(-9, -6, -3);
  const all = [
    alternative('unsure', { mean: minutes(-20, -10, 1) }),
    alternative('refuses', { mean: minutes(-30, -20, -10), completed: effect(-20, -12, -5) }),
    alternative('starves', { mean: shorter, total: minutes(10, 20, 30) }),
    alternative('good', { mean: minutes(-3, -2, -1) }),
    alternative('best', { mean: shorter, completed: effect(-2, 0, 2) }),
  ];
  assert.deepEqual(
    betterOf(all).map(({ name }) => name),
    ['best', 'good'],
  );
});
