import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTimestamp, Timeline } from '../../src/wire/time/timestamps.ts';

const timeline = new Timeline('2026-01-05T08:00:00Z');

test('instants are written as UTC with milliseconds', () => {
  assert.equal(timeline.iso(0), '2026-01-05T08:00:00.000Z');
  assert.equal(timeline.iso(86_400_001), '2026-01-06T08:00:00.001Z');
  assert.equal(timeline.iso(0), '2026-01-05T08:00:00.000Z');
  assert.equal(timeline.isoOrEmpty(null), '');
  assert.equal(timeline.epochMs(5), Date.UTC(2026, 0, 5, 8) + 5);
});

test('an instant is written the same however many came in between', () => {
  const texts = (from: number) => Array.from({ length: 1000 }, (_, i) => timeline.iso(from + i * 60_000));
  const written = texts(-30_000);
  assert.equal(written[0], '2026-01-05T07:59:30.000Z');
  assert.equal(written[999], '2026-01-06T00:38:30.000Z');
  assert.equal(new Set(written).size, 1000);
  assert.deepEqual(texts(-30_000), written);
});

test('instants are read with any offset', () => {
  const cases: [string, number][] = [
    ['2026-01-05T08:00:00Z', 0],
    ['2026-01-05T08:00:00.250Z', 250],
    ['2026-01-05T10:30:00+02:00', 1_800_000],
    ['2026-01-04T23:00:00-09:00', 0],
    ['2026-01-05T07:59:59Z', -1000],
  ];
  for (const [text, ms] of cases) assert.deepEqual(timeline.parse(text), { ok: true, value: ms }, text);
});

test('what is no instant is refused with an example', () => {
  const texts = [
    '',
    'now',
    '2026-01-05',
    '2026-01-05T08:00:00',
    '2026-13-05T08:00:00Z',
    '2026-02-30T08:00:00Z',
    '2026-01-05T08:00:00.1234Z',
    'x'.repeat(10_000),
  ];
  for (const text of texts) {
    const parsed = parseTimestamp(text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.why, /such as 2026-01-05T08:00:00Z/);
    assert.ok(parsed.why.length < 200);
  }
  assert.throws(() => new Timeline('yesterday'), /the scenario's start must be/);
});
