import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreAt } from '../../../sim/capacity/placement/scores/sigmoid.ts';
import { missing, textOf } from '../../traces/study.ts';

/** With an exponential, whose last bit may be another than that of the study. */
function computed(x: number): number {
  return Math.trunc(100 / (1 + Math.exp(-x)));
}

test('the score of FGD is that of its formula away from the thresholds', () => {
  for (let x = -8; x <= 8; x += 0.0137) {
    const isNearThreshold = computed(x - 1e-9) !== computed(x + 1e-9);
    if (!isNearThreshold) assert.equal(scoreAt(x), computed(x), `${x}`);
  }
  assert.equal(scoreAt(0), 50);
  assert.equal(scoreAt(-1e-15), 49);
});

test('its thresholds are those of the study', { skip: missing }, () => {
  const { thresholds } = JSON.parse(textOf('fgd-score-thresholds.json')) as { thresholds: number[] };
  for (let score = 1; score <= 99; score++) {
    const threshold = thresholds[score];
    assert.equal(scoreAt(threshold), score);
    // The gaps between doubles of this size are larger than a third of this.
    assert.ok(scoreAt(threshold - Math.max(Math.abs(threshold) * 2 ** -51, 2 ** -120)) < score);
  }
});
