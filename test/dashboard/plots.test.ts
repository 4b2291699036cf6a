import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeriesAnswer } from '../../src/api/sim/answers.ts';
import { binAt, PLOTS, summaryOf } from '../../src/dashboard/plots/plots.ts';
import { scaleOf } from '../../src/dashboard/plots/scale.ts';

const ANSWER: SeriesAnswer = {
  branch: 1,
  seq: 1,
  nowMs: 290,
  fromMs: 100,
  toMs: 290,
  binMs: 100,
  atMs: [100, 200],
  allocatedGpus: [4, 8],
  upGpus: [8, 8],
  utilization: [0.5, 1],
  queued: [1.25, 3],
  queuedMax: [2, 5],
  provisioned: [1, 2],
  blockedGpus: [1, 2],
  fragmentation: [0.1, null],
  evictions: [0, 3],
  started: [1, 1],
  ended: [0, 0],
  waitMsMean: [null, 90_000],
};

const WINDOW = { fromMs: 0, toMs: 300 };

test('the bin of an instant is found; none before the first and after the end of the data', () => {
  assert.deepEqual(
    [99, 100, 199, 200, 290, 291].map((ms) => binAt(ANSWER, ms)),
    [-1, 0, 0, 1, 1, -1],
  );
  assert.equal(binAt({ ...ANSWER, atMs: [] }, 150), -1);
});

test('a summary has least, most and mean of the bins in the window, without bins that have no value', () => {
  const of = (id: string, fromMs = 0, toMs = 300) =>
    summaryOf(PLOTS.find((plot) => plot.id === id)!, ANSWER, { fromMs, toMs });
  assert.equal(of('utilization'), 'from 50 % to 100 %, mean 75 %');
  assert.equal(of('utilization', 200), 'from 100 % to 100 %, mean 100 %');
  assert.equal(of('queue-length'), 'from 1.3 to 3, mean 2.1');
  assert.equal(of('waits'), 'from 1m 30s to 1m 30s, mean 1m 30s');
  assert.equal(of('fragmentation', 200), '');
});

test('each plot has as many names as columns, if it has names', () => {
  for (const { columns, names } of PLOTS) assert.equal(columns(ANSWER).length, names?.length ?? 1);
});

test('the scale of shares is 100 %, with halves or quarters', () => {
  const [utilization] = PLOTS;
  assert.deepEqual(scaleOf(utilization, ANSWER, WINDOW, 2), { top: 1, lines: [0, 0.5, 1] });
  assert.deepEqual(scaleOf(utilization, ANSWER, WINDOW, 4), { top: 1, lines: [0, 0.25, 0.5, 0.75, 1] });
});

test('the scale of numbers and durations has round steps up to the most in the window', () => {
  const of = (id: string) => PLOTS.find((plot) => plot.id === id)!;
  // At most 5 queued GPRs: 3 lines of 2 each; 5 × 1.05 at the top.
  assert.deepEqual(scaleOf(of('queue-length'), ANSWER, WINDOW, 3), { top: 5.25, lines: [0, 2, 4] });
  assert.deepEqual(scaleOf(of('waits'), ANSWER, WINDOW, 2), { top: 94_500, lines: [0, 60_000] });
  // With little room, the least step may be above the most value.
  assert.deepEqual(scaleOf(of('waits'), ANSWER, WINDOW, 1), { top: 120_000, lines: [0, 120_000] });
  // Without values in the window, the least scale.
  assert.deepEqual(scaleOf(of('evictions'), ANSWER, { fromMs: 100, toMs: 200 }, 4).lines, [0, 1, 2, 3, 4]);
});
