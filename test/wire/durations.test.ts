import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationMs, longestDurationMs } from '../../src/wire/time/duration-ms.ts';
import { formatDuration, formatWait, parseDuration } from '../../src/wire/time/durations.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

test('durations are read in both spellings', () => {
  const cases: [string, number][] = [
    ['0d0h5m', 5 * minuteMs],
    ['5m', 5 * minuteMs],
    ['1h', hourMs],
    ['2h30m', 2.5 * hourMs],
    ['00d06h00m', 6 * hourMs],
    ['24h0m0s', dayMs],
    ['90s', 90_000],
    ['1m1d', dayMs + minuteMs],
    ['010203', dayMs + 2 * hourMs + 3 * minuteMs],
    ['000005', 5 * minuteMs],
    ['3650d', longestDurationMs],
  ];
  for (const [text, ms] of cases) {
    assert.deepEqual(parseDuration(text), { ok: true, value: ms }, text);
    assert.equal(durationMs(text), ms, text);
  }
});

test('durations that mean nothing sensible are refused with the reason', () => {
  const cases: [string, RegExp][] = [
    ['', /not allowed to be empty/],
    ['0d0h0m', /longer than zero/],
    ['000000', /longer than zero/],
    ['-5m', /negative/],
    ['3650d1s', /at most ten years/],
    [`${'9'.repeat(50)}d`, /at most ten years/],
    ['9'.repeat(10_000), /at most 100 characters, but has 10000/],
    ['5', /such as/],
    ['12345', /such as/],
    ['1234567', /such as/],
    ['1.5h', /such as/],
    ['5 m', /such as/],
    [' 5m', /such as/],
    ['5M', /such as/],
    ['5w', /such as/],
    ['m', /such as/],
    ['٥m', /such as/],
    ['5m\n', /such as/],
  ];
  for (const [text, why] of cases) {
    const parsed = parseDuration(text);
    assert.equal(parsed.ok, false, text);
    if (!parsed.ok) assert.match(parsed.why, why, text);
  }
});

test('zero is a duration if the caller allows it', () => {
  assert.deepEqual(parseDuration('0s', { zero: true }), { ok: true, value: 0 });
  assert.deepEqual(parseDuration('000000', { zero: true }), { ok: true, value: 0 });
  assert.equal(parseDuration('', { zero: true }).ok, false);
  assert.equal(durationMs('0s'), 0);
});

test('the ms of a text that is no duration, and of one that is too long, are not defined', () => {
  for (const text of ['', '-5m', '3650d1s', '12345', '1.5h', ' 5m', '5M', 'm'])
    assert.equal(durationMs(text), undefined, text);
});

test('durations are written as hours, minutes and seconds, rounded up to the second', () => {
  const cases: [number, string][] = [
    [0, '0h0m0s'],
    [1, '0h0m1s'],
    [1000, '0h0m1s'],
    [1001, '0h0m2s'],
    [59_999, '0h1m0s'],
    [2 * dayMs + 3 * minuteMs + 4000, '48h3m4s'],
  ];
  for (const [ms, text] of cases) assert.equal(formatDuration(ms), text);
});

test('waits are written with days', () => {
  const cases: [number, string][] = [
    [0, '0d0h0m0s'],
    [1, '0d0h0m1s'],
    [5 * hourMs + 26 * minuteMs + 52_000, '0d5h26m52s'],
    [dayMs - 1000, '0d23h59m59s'],
    [dayMs - 1, '1d0h0m0s'],
    [2 * dayMs + 3 * minuteMs + 4000, '2d0h3m4s'],
  ];
  for (const [ms, text] of cases) assert.equal(formatWait(ms), text);
});
