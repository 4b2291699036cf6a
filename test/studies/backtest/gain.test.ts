// The sentence about what users would gain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EstimateAccuracy, EstimateName } from '../../../src/studies/backtest/backtest.ts';
import { countedShare, gainText } from '../../../src/studies/backtest/texts.ts';

const accuracy = (name: EstimateName, more: Partial<EstimateAccuracy>): EstimateAccuracy => ({
  name,
  unanswered: 0,
  overdue: 0,
  open: 0,
  ranges: 100,
  recalibrated: 0,
  answers: 100,
  medianErrorMs: 600_000,
  medianIsLowerBound: false,
  meanErrorMs: 600_000,
  within10m: 0.5,
  withinFactor2: 0.5,
  exact: 0,
  earlier: 0.5,
  later: 0.5,
  coverage: null,
  coverageRecalibrated: null,
  horizons: [],
  ...more,
});

const gain = (sampled: Partial<EstimateAccuracy>) =>
  gainText([accuracy('requested', {}), accuracy('sampled', { medianErrorMs: 300_000, ...sampled })], true);

test('a recalibrated range counts from 20 answers on', () => {
  const ranges = { coverage: 0.75, coverageRecalibrated: 1 };
  assert.match(
    gain({ ...ranges, recalibrated: 19 }),
    /^Users would gain a better estimate and a range: .* 75 % of the GPRs started within the range, /,
  );
  assert.match(
    gain({ ...ranges, recalibrated: 20 }),
    /^Users would gain a better estimate, but no range to rely on: .* 100 % .* within the recalibrated range, /,
  );
});

test('who has exact estimates gains nothing', () => {
  const exact = accuracy('requested', { medianErrorMs: 0 });
  assert.equal(
    gainText([exact, accuracy('sampled', { medianErrorMs: 0 })], true),
    'Users would gain nothing: most of the estimates from requested times were exact.',
  );
});

test('a simpler estimate that was better is named, and more questions only if there are more', () => {
  const all = [
    accuracy('requested', {}),
    accuracy('sampled', { medianErrorMs: 300_000, coverage: 0.8 }),
    accuracy('mean-wait', { medianErrorMs: 200_000, answers: 7 }),
    accuracy('rate', { medianErrorMs: 120_000 }),
  ];
  assert.match(gainText(all, true), /to hold 80 %\. A simpler estimate was better: rate, 2m\.$/);
  assert.match(
    gainText(all, false),
    /rate, 2m\. With more answers, ranges are recalibrated: raise --sample\.$/,
  );
});

test('few answers are no gain', () => {
  assert.equal(gain({ answers: 1 }), 'Only 1 question had an answer: too few to know what users would gain.');
  assert.match(gain({ medianErrorMs: null }), /nothing is known of a gain/);
  assert.match(gain({ medianIsLowerBound: true }), /^What users would gain is not known yet: .* 5m or more/);
});

test('a share has its count', () => {
  assert.deepEqual([countedShare(2 / 3, 3), countedShare(null, 0)], ['66.7 % of 3', '–']);
});
