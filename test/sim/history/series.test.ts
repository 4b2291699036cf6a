import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Count, Level, Series } from '../../../sim/followers/history/series.ts';
import { seriesOf } from '../../../sim/reading/totals/read-series.ts';

/** 8 GPUs up from 0 on. 4 are allocated from 10 to 30 ms, all from 30 to 40 ms. Two GPRs wait from 5 to 10 ms. */
function fourThenEight(): Series {
  const series = new Series(64);
  series.change(0, Level.upGpus, 8);
  series.change(5, Level.queued, 2);
  series.change(5, Level.blockedMilli, 8_000);
  series.change(10, Level.queued, -2);
  series.change(10, Level.blockedMilli, -8_000);
  series.change(10, Level.allocatedMilli, 4_000);
  series.change(10, Level.partialFreeMilli, 4_000);
  series.count(10, Count.started, 1);
  series.count(10, Count.waits, 1);
  series.count(10, Count.waitMs, 5);
  series.change(30, Level.allocatedMilli, 4_000);
  series.change(30, Level.partialFreeMilli, -4_000);
  series.change(40, Level.allocatedMilli, -8_000);
  series.count(40, Count.ended, 2);
  return series;
}

test('bins have means weighted by time, counts, and a last bin that ends now', () => {
  const read = seriesOf(fourThenEight(), 50, { fromMs: 0, toMs: 80, points: 4 });
  assert.deepEqual(read, {
    binMs: 20,
    atMs: [0, 20, 40],
    allocatedGpus: [2, 6, 0],
    upGpus: [8, 8, 8],
    utilization: [0.25, 0.75, 0],
    queued: [0.5, 0, 0],
    queuedMax: [2, 0, 0],
    provisioned: [0, 0, 0],
    blockedGpus: [2, 0, 0],
    // From 0 to 20 ms: 40 of 120 free GPU ms. From 20 to 40 ms: all 40.
    fragmentation: [40 / 120, 1, 0],
    evictions: [0, 0, 0],
    started: [1, 0, 0],
    ended: [0, 0, 2],
    waitMsMean: [5, null, null],
  });
});

test('a window that begins within an entry counts only what happens in it', () => {
  const read = seriesOf(fourThenEight(), 50, { fromMs: 25, toMs: 35, points: 1 });
  assert.deepEqual([read.atMs, read.allocatedGpus, read.started], [[25], [6], [0]]);
  const none = seriesOf(fourThenEight(), 50, { fromMs: 60, toMs: 80, points: 10 });
  assert.deepEqual(none.atMs, []);
});

test('too many entries are merged in bins of a second, and what goes on after the bin is exact', () => {
  const series = new Series(8);
  // Ten entries of 100 ms, with 1 and 2 GPUs in turn, then 3 GPUs for an hour.
  for (let i = 0; i < 10; i++)
    series.change(i * 100, Level.allocatedMilli, i === 0 ? 1000 : i % 2 === 1 ? 1000 : -1000);
  series.change(1000, Level.allocatedMilli, 1_000);
  series.change(3_600_000, Level.allocatedMilli, -3_000);
  assert.ok(series.size <= 8);
  const { allocatedGpus } = seriesOf(series, 3_600_000, { fromMs: 0, toMs: 1000, points: 1 });
  assert.deepEqual(allocatedGpus, [1.5]);
  const after = seriesOf(series, 3_600_000, { fromMs: 1000, toMs: 3_600_000, points: 2 });
  assert.deepEqual(after.allocatedGpus, [3, 3]);
});
