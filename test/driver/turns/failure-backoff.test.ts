import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailureBackoff } from '../../../src/driver/commits/failure-backoff.ts';

test('a repeated failure is reported once, retried with growing delays, and reported again after a calm period', () => {
  let nowMs = 0;
  const reports: string[] = [];
  const backoff = new FailureBackoff(
    (error, what) => reports.push(`${what}: ${(error as Error).message}`),
    () => nowMs,
  );
  const waits: number[] = [];
  for (let i = 0; i < 10; i++) {
    backoff.meet(new Error(i === 5 ? 'damaged' : 'full'), 'a commit failed');
    waits.push(backoff.waitMs);
    nowMs += backoff.waitMs;
  }
  assert.deepEqual(reports, ['a commit failed: full', 'a commit failed: damaged']);
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);

  nowMs += 60_000;
  backoff.meet(new Error('full'), 'a commit failed');
  assert.equal(backoff.waitMs, 500);
  assert.equal(reports.length, 3);
});
