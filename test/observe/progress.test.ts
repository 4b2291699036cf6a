import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProgress } from '../../src/observe/progress.ts';

const dayMs = 24 * 3_600_000;

/** Progress on a stream that remembers, by a clock that is set by hand. */
function watched(as: 'bar' | 'json lines', isTTY: boolean, columns = 200) {
  const clock = { ms: 5000 };
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text), isTTY, columns };
  return { progress: startProgress({ stream, as, now: () => clock.ms }), clock, written };
}

const standing = { events: 3_000_000, simMs: 2 * dayMs + 5 * 3_600_000, done: 0.25 };

test('a terminal shows a bar with rate, simulated time and time left, and is clean afterwards', () => {
  const { progress, clock, written } = watched('bar', true);
  clock.ms += 2000;
  progress.show(standing);
  assert.deepEqual(written, [
    '\r\u001b[K██████░░░░░░░░░░░░░░░░░░  25 %  1,500,000 events/s  2d 05:00 simulated  6 s left',
  ]);
  progress.end();
  assert.equal(written.at(-1), '\r\u001b[K');
});

test('without a known end there is neither bar nor time left', () => {
  const { progress, clock, written } = watched('bar', true);
  clock.ms += 1000;
  progress.show({ ...standing, done: null });
  assert.deepEqual(written, ['\r\u001b[K3,000,000 events/s  2d 05:00 simulated']);
});

test('the bar is drawn at most ten times a second and fits its terminal', () => {
  const { progress, clock, written } = watched('bar', true, 20);
  for (let ms = 0; ms < 1000; ms++) {
    clock.ms += 1;
    progress.show(standing);
  }
  assert.equal(written.length, 10);
  for (const line of written) assert.ok(line.replace('\r\u001b[K', '').length < 20);
});

test('where there is no terminal the bar is silent', () => {
  const { progress, clock, written } = watched('bar', false);
  clock.ms += 5000;
  progress.show(standing);
  progress.end();
  assert.deepEqual(written, []);
});

test('programs get one JSON line a second', () => {
  const { progress, clock, written } = watched('json lines', false);
  for (let i = 0; i < 20; i++) {
    clock.ms += 100;
    progress.show(standing);
  }
  progress.end();
  assert.equal(written.length, 2);
  assert.deepEqual(JSON.parse(written[1]), {
    progress: { ...standing, eventsPerSecond: 1_500_000, leftMs: 6000 },
  });
});
