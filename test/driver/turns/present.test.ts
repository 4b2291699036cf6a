import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Present } from '../../../src/driver/clock/present.ts';

/** Returns a present on a simulated wall clock, and its reports of lag. */
function presentAt(speed: number) {
  const wall = { ms: 0 };
  const reports: number[][] = [];
  const present = new Present(
    'running',
    speed,
    (...report) => reports.push(report),
    () => wall.ms,
  );
  present.anchor(0);
  /** Ticks every 50 ms for some time, on a machine that does at most `does` simulated seconds per second. */
  const run = (does: number, wallMs: number, fromMs = 0) => {
    let simMs = fromMs;
    for (const until = wall.ms + wallMs; wall.ms < until; ) {
      wall.ms += 50;
      const target = present.now(simMs);
      simMs = Math.min(target, simMs + 50 * does);
      if (simMs < target) present.slip(simMs);
    }
    return simMs;
  };
  return { present, wall, reports, run };
}

test('a clock that keeps up reports exactly its requested speed', () => {
  const { present, reports, run } = presentAt(60);
  assert.equal(run(1000, 10_000), 600_000);
  assert.equal(present.reachedSpeed, 60);
  assert.deepEqual(reports, []);
  present.mode = 'paused';
  assert.equal(present.reachedSpeed, 0);
});

test('a clock that does not keep up reports the reached speed from the first tick', () => {
  const { present, run } = presentAt(1_000_000);
  run(60_000, 100);
  assert.equal(present.reachedSpeed, 60_000);
  assert.equal(run(60_000, 9_900, 6_000_000), 600_000_000);
  assert.equal(present.reachedSpeed, 60_000);
});

test('a speed that is too high for some seconds is reported once; a short lag is not reported', () => {
  const { present, reports, run } = presentAt(1000);
  run(100, 3_000);
  run(1000, 3_000, 300_000);
  assert.deepEqual(reports, []);
  assert.equal(present.reachedSpeed, 1000);

  run(100, 20_000, 3_300_000);
  assert.deepEqual(reports, [[1000, 100]]);
  present.anchor(0);
  run(100, 20_000);
  assert.equal(reports.length, 1);
  present.speed = 2000;
  present.anchor(0);
  run(100, 20_000);
  assert.deepEqual(reports[1], [2000, 100]);
});
