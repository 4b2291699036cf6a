// How good answers about starts were, by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS, NEVER } from '../../../sim/base/numbers/time.ts';
import { finish } from '../../../sim/base/pending.ts';
import { byHorizon, type ComparedRange, isBetween, rangeAccuracyOf } from '../../../sim/forecast/accuracy.ts';

const answer = (
  foreseenMin: number,
  actualMin: number,
  held?: boolean,
  recalibrated?: boolean,
  waits = false,
): ComparedRange => ({
  foreseenMs: foreseenMin * MINUTE_MS,
  actualMs: actualMin * MINUTE_MS,
  waits,
  covered: held,
  coveredRecalibrated: recalibrated,
});

test('errors, shares and coverage of answers', () => {
  const answers = [
    answer(60, 60, true),
    answer(60, 30, false, true),
    answer(60, 29, true, false),
    answer(5, 15, true),
    answer(10, 20),
    // Overdue: 50 minutes late by now. It is behind its range already, and maybe in the recalibrated one.
    answer(60, 110, false, undefined, true),
    // Overdue by another answer: it is to start in 40 minutes, and nothing is known of its error.
    answer(150, 110, undefined, undefined, true),
  ];
  assert.deepEqual(rangeAccuracyOf(answers), {
    answers: 7,
    overdue: 2,
    medianErrorMs: 10 * MINUTE_MS,
    // It would be 30 minutes if the last had a great error.
    medianIsLowerBound: true,
    meanErrorMs: ((0 + 30 + 31 + 10 + 10 + 50 + 0) / 7) * MINUTE_MS,
    within10m: 3 / 6,
    withinFactor2: 3 / 5,
    exact: 1 / 6,
    earlier: 2 / 6,
    later: 3 / 6,
    coverage: 3 / 5,
    ranges: 5,
    coverageRecalibrated: 0.5,
    recalibrated: 2,
  });
});

test('a median is a lower bound if GPRs that wait may make it greater', () => {
  const isLowerBound = (...answers: ComparedRange[]) => rangeAccuracyOf(answers).medianIsLowerBound;
  const started = [answer(60, 60), answer(60, 30), answer(60, 0)];
  assert.equal(isLowerBound(...started, answer(60, 120, undefined, undefined, true)), false);
  assert.equal(isLowerBound(...started, answer(60, 61, undefined, undefined, true)), true);
});

test('of an overdue GPR, what is over is known', () => {
  const { within10m, withinFactor2, later } = rangeAccuracyOf([answer(10, 15, undefined, undefined, true)]);
  assert.deepEqual([within10m, withinFactor2, later], [null, null, 1]);
  const over = rangeAccuracyOf([answer(10, 21, undefined, undefined, true)]);
  assert.deepEqual([over.within10m, over.withinFactor2], [0, 0]);
});

test('no answers have no figures', () => {
  const { answers, overdue, ranges, recalibrated, medianIsLowerBound, ...figures } = rangeAccuracyOf([]);
  assert.deepEqual([answers, overdue, ranges, recalibrated, medianIsLowerBound], [0, 0, 0, 0, false]);
  assert.deepEqual(new Set(Object.values(figures)), new Set([null]));
});

test('an answer belongs to the class of the time that it foresaw, up to the bound of the class', () => {
  const foreseen = [0, 1, 1.01, 5, 15, 60, 61, 240, 1440, 1441];
  const all = foreseen.map((minutes) => answer(minutes, 60));
  const classes = finish(byHorizon(all, rangeAccuracyOf)).horizons;
  assert.deepEqual(
    classes.map(({ horizon, answers }) => [horizon, answers]),
    [
      ['1m', 2],
      ['5m', 2],
      ['15m', 1],
      ['1h', 1],
      ['4h', 2],
      ['1d', 1],
      ['more', 1],
    ],
  );
  assert.equal(classes[3].exact, 1);
});

/** An answer at instant 0: starts in 1 to 4 hours, and one beyond the horizon. */
const hourly = {
  askedMs: 0,
  horizonMs: 200 * HOUR_MS,
  startMs: Float64Array.of(1, 2, 3, 4, NEVER).map((hours) => hours * HOUR_MS),
  levels: undefined,
};

test('a start is between two levels if it is neither before nor after their instants', () => {
  const levels = { low: 1 / 6, high: 4 / 6 };
  assert.deepEqual(
    [0, 1, 4, 5].map((hours) => isBetween(levels, hourly, hours * HOUR_MS, false)),
    [false, true, true, false],
  );
  assert.ok(isBetween({ low: 0.5, high: 0.9 }, hourly, 100 * HOUR_MS, false));
});

test('a GPR that is overdue is behind the range, or will be in it or behind it', () => {
  assert.deepEqual(
    [0, 4, 5, NEVER].map((hours) => isBetween({ low: 1 / 6, high: 4 / 6 }, hourly, hours * HOUR_MS, true)),
    [undefined, undefined, false, false],
  );
  assert.deepEqual(
    [5, NEVER].map((hours) => isBetween({ low: 1 / 6, high: 1 }, hourly, hours * HOUR_MS, true)),
    [undefined, true],
  );
});
