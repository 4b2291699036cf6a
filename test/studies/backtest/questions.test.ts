// When a backtest asks, and what simple estimates it gives, by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS, NEVER } from '../../../sim/index.ts';
import { type Asking, questionsOf } from '../../../src/studies/backtest/questions.ts';
import { startByMeanWait, startByRate } from '../../../src/studies/backtest/simple-estimates.ts';
import type { Wait } from '../../../src/studies/backtest/waits.ts';

function wait(sinceMin: number, startMin: number, more: Partial<Wait> = {}): Wait {
  const startMs = startMin * MINUTE_MS;
  const base = { uid: sinceMin, pool: 0, priority: 100, gpus: 4, isFirst: true };
  return { ...base, sinceMs: sinceMin * MINUTE_MS, startMs, endMs: startMs, ...more };
}

/** The end of the run, minutes. */
const END = 22;

/** Some that start at once or never, one that waits again, one that waits at the end, and others. */
const waits = [
  wait(1, 1),
  wait(2, 12),
  wait(3, NEVER, { endMs: 20 * MINUTE_MS }),
  wait(5, 21),
  wait(10, 20),
  wait(14, 15, { isFirst: false }),
  wait(18, NEVER),
];

const asking = (when: Asking, most: number) => questionsOf(waits, when, most, END * MINUTE_MS);

const minutesOf = (questions: ReturnType<typeof questionsOf>) =>
  questions.asked.map(({ atMs, wait }) => [atMs / MINUTE_MS, wait.sinceMs / MINUTE_MS]);

test('GPRs that waited are asked about at their submission', () => {
  assert.deepEqual(minutesOf(asking('submit', 100)), [
    [2, 2],
    [5, 5],
    [10, 10],
    [18, 18],
  ]);
});

test('all that wait are asked about whenever a time is over, until they start or the run ends', () => {
  const every = asking(5 * MINUTE_MS, 100);
  assert.deepEqual(minutesOf(every), [
    [5, 2],
    [5, 5],
    [10, 2],
    [10, 5],
    [10, 10],
    [15, 5],
    [15, 10],
    [20, 5],
    [20, 18],
  ]);
  assert.equal(every.possible, 9);
});

test('a sample is evenly spaced among the questions, GPR by GPR', () => {
  // In the order of GPRs: 5 and 10 about 2; 5, 10, 15 and 20 about 5; 10 and 15 about 10; 20 about 18. Numbers 1, 3, 5, 7 are asked.
  const sample = asking(5 * MINUTE_MS, 4);
  assert.deepEqual(minutesOf(sample), [
    [10, 2],
    [10, 5],
    [15, 10],
    [20, 5],
  ]);
  assert.equal(sample.possible, 9);
});

test('the mean of waits is that of GPRs of about as many GPUs that waited longer than this one has', () => {
  const over = [wait(0, 10), wait(0, 20), wait(0, 30, { gpus: 7 }), wait(0, 100, { gpus: 8 })];
  const asked = wait(200, 300);
  const at = (minutes: number, gpus = 4) => {
    const start = startByMeanWait({ atMs: minutes * MINUTE_MS, wait: { ...asked, gpus } }, over);
    return start === undefined ? undefined : start / MINUTE_MS;
  };
  assert.deepEqual(
    [at(200), at(215), at(225), at(200, 9), at(200, 1), at(240), at(301)],
    [220, 225, 230, 300, 240, 300, undefined],
  );
  assert.equal(startByMeanWait({ atMs: asked.sinceMs, wait: asked }, []), undefined);
});

test('the rate is that of the starts of the pool within the last day, and the position counts those before', () => {
  const question = { atMs: 2 * DAY_MS, wait: wait(2800, 3000) };
  const over = [wait(0, 1400), wait(0, 1441), wait(0, 2000, { pool: 1 }), wait(0, 2500)];
  const waiting = [
    wait(2700, NEVER),
    wait(2700, NEVER, { pool: 1 }),
    wait(2700, NEVER, { priority: 50 }),
    wait(2850, NEVER, { priority: 200 }),
    question.wait,
    wait(2850, NEVER),
  ];
  // The third of its pool, at two starts a day.
  assert.equal(startByRate(question, waiting, over), question.atMs + 1.5 * DAY_MS);
  assert.equal(startByRate(question, waiting, [over[0]]), undefined);
});
