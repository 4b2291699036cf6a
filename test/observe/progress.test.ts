import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProgressOptions, startProgress } from '../../src/observe/progress.ts';

const dayMs = 24 * 3_600_000;

/** Returns a progress on a recording stream and a manual clock. */
function watched(
  as: ProgressOptions['as'],
  isTTY: boolean,
  columns = 200,
  counts: ProgressOptions['counts'] = 'events',
) {
  const clock = { ms: 5000 };
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text), isTTY, columns };
  const options = { stream, as, what: 'running', counts, now: () => clock.ms };
  return { progress: startProgress(options), clock, written };
}

const standing = { count: 3_000_000, simMs: 2 * dayMs + 5 * 3_600_000, done: 0.25 };

test('a terminal shows a bar with rate, simulated time and time left, and the end removes it', () => {
  const { progress, clock, written } = watched('bar', true);
  clock.ms += 2000;
  progress.show(standing);
  assert.deepEqual(written, [
    '\r\u001b[K██████░░░░░░░░░░░░░░░░░░  running  25 %  6s left  1,500,000 events/s  2d 5h simulated',
  ]);
  progress.end();
  assert.equal(written.at(-1), '\r\u001b[K');
});

test('work with an unknown end has neither bar nor time left', () => {
  const { progress, clock, written } = watched('bar', true);
  clock.ms += 1000;
  progress.show({ ...standing, done: null });
  assert.deepEqual(written, ['\r\u001b[Krunning  3,000,000 events/s  2d 5h simulated']);
});

test('the bar is drawn at most ten times per second', () => {
  const { progress, clock, written } = watched('bar', true);
  for (let ms = 0; ms < 1000; ms++) {
    clock.ms += 1;
    progress.show(standing);
  }
  assert.equal(written.length, 10);
});

test('a narrow terminal gets a shorter bar, then fewer figures, but never a second line', () => {
  for (let columns = 10; columns < 120; columns++) {
    const { progress, clock, written } = watched('bar', true, columns);
    clock.ms += 2000;
    progress.show(standing);
    const line = written[0].replace('\r\u001b[K', '');
    assert.ok(line.length < columns, `${columns}: ${line}`);
    const [, bar = '', rest] = /^([█░]*) *(.*)$/.exec(line)!;
    assert.ok(
      'running  25 %  6s left  1,500,000 events/s  2d 5h simulated'.startsWith(rest),
      `${columns}: ${line}`,
    );
    assert.equal(bar.length, columns < 49 ? 0 : Math.floor((columns - 1) / 6), line);
  }
});

test('the time left is shown in minutes and seconds, and not in the first second', () => {
  const { progress, clock, written } = watched('bar', true);
  clock.ms += 500;
  progress.show({ ...standing, done: 0.001 });
  assert.doesNotMatch(written[0], /left/);
  clock.ms += 9_500;
  progress.show({ ...standing, done: 0.1 });
  assert.match(written[1], / {2}1m 30s left {2}/);
});

test('the bar draws nothing without a terminal', () => {
  const { progress, clock, written } = watched('bar', false);
  clock.ms += 5000;
  progress.show(standing);
  progress.end();
  assert.deepEqual(written, []);
});

test('programs get one JSON line per second', () => {
  const { progress, clock, written } = watched('json lines', false);
  for (let i = 0; i < 20; i++) {
    clock.ms += 100;
    progress.show(standing);
  }
  progress.end();
  assert.equal(written.length, 2);
  const { count, ...rest } = standing;
  assert.deepEqual(JSON.parse(written[1]), {
    progress: { what: 'running', events: count, ...rest, eventsPerSecond: 1_500_000, leftMs: 6000 },
  });
});

test('the counted unit is named, and work without simulated time shows none', () => {
  const bar = watched('bar', true, 200, 'GPRs');
  bar.clock.ms += 2000;
  bar.progress.show({ count: 5000, simMs: null, done: 0.5 });
  assert.match(bar.written[0], / {2}running {2}50 % {2}2s left {2}2,500 GPRs\/s$/);
  const lines = watched('json lines', false, 200, 'facts');
  lines.clock.ms += 2000;
  lines.progress.show({ count: 5000, simMs: null, done: 0.5 });
  const { facts, factsPerSecond, simMs } = JSON.parse(lines.written[0]).progress;
  assert.deepEqual([facts, factsPerSecond, simMs], [5000, 2500, null]);
});

test('work that consists of many runs shows how many have ended', () => {
  const runs = { ended: 3, all: 40 };
  const bar = watched('bar', true);
  bar.clock.ms += 2000;
  bar.progress.show({ ...standing, simMs: null, runs });
  assert.match(bar.written[0], / {2}running {2}25 % {2}3 of 40 runs {2}6s left {2}1,500,000 events\/s$/);
  const lines = watched('json lines', false);
  lines.clock.ms += 2000;
  lines.progress.show({ ...standing, runs });
  assert.deepEqual(JSON.parse(lines.written[0]).progress.runs, runs);
});

test('work of a server, which reports no numbers, shows how long it has taken', () => {
  const unknown = { count: null, simMs: null, done: null };
  const bar = watched('bar', true);
  bar.clock.ms += 61_500;
  bar.progress.show(unknown);
  assert.deepEqual(bar.written, ['\r\u001b[Krunning  1m 2s']);
  const lines = watched('json lines', false);
  lines.clock.ms += 2000;
  lines.progress.show(unknown);
  assert.deepEqual(JSON.parse(lines.written[0]), {
    progress: { what: 'running', events: null, simMs: null, done: null, eventsPerSecond: null, leftMs: null },
  });
});
