import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailureBackoff } from '../../src/driver/failure-backoff.ts';

test('what goes wrong again is told once, tried again ever later, and news again after some quiet', () => {
  let nowMs = 0;
  const told: string[] = [];
  const backoff = new FailureBackoff(
    (error, what) => told.push(`${what}: ${(error as Error).message}`),
    () => nowMs,
  );
  const waits: number[] = [];
  for (let i = 0; i < 10; i++) {
    backoff.meet(new Error(i === 5 ? 'damaged' : 'full'), 'a commit failed');
    waits.push(backoff.waitMs);
    nowMs += backoff.waitMs;
  }
  assert.deepEqual(told, ['a commit failed: full', 'a commit failed: damaged']);
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);

  nowMs += 60_000;
  backoff.meet(new Error('full'), 'a commit failed');
  assert.equal(backoff.waitMs, 500);
  assert.equal(told.length, 3);
});
