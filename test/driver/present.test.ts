import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Present } from '../../src/driver/present.ts';

/** A present on a wall clock of its own, and what it has told. */
function presentAt(speed: number) {
  const wall = { ms: 0 };
  const told: number[][] = [];
  const present = new Present(
    'running',
    speed,
    (...said) => told.push(said),
    () => wall.ms,
  );
  present.anchor(0);
  /** A machine that does so many simulated seconds a second looks at the clock every 50 ms, for some time. */
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
  return { present, wall, told, run };
}

test('a clock that keeps up reaches its speed, to the digit', () => {
  const { present, told, run } = presentAt(60);
  assert.equal(run(1000, 10_000), 600_000);
  assert.equal(present.reachedSpeed, 60);
  assert.deepEqual(told, []);
  present.mode = 'paused';
  assert.equal(present.reachedSpeed, 0);
});

test('a clock that does not keep up tells what it reaches, from the first look on', () => {
  const { present, run } = presentAt(1_000_000);
  run(60_000, 100);
  assert.equal(present.reachedSpeed, 60_000);
  assert.equal(run(60_000, 9_900, 6_000_000), 600_000_000);
  assert.equal(present.reachedSpeed, 60_000);
});

test('a speed that is too high for some seconds is told of once; a moment is none', () => {
  const { present, told, run } = presentAt(1000);
  run(100, 3_000);
  run(1000, 3_000, 300_000);
  assert.deepEqual(told, []);
  assert.equal(present.reachedSpeed, 1000);

  run(100, 20_000, 3_300_000);
  assert.deepEqual(told, [[1000, 100]]);
  present.anchor(0);
  run(100, 20_000);
  assert.equal(told.length, 1);
  present.speed = 2000;
  present.anchor(0);
  run(100, 20_000);
  assert.deepEqual(told[1], [2000, 100]);
});
