import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPriorityRange, parseExitLimit, parsePriorityRange } from '../../src/wire/policy.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

test('a priority range is two ends, or the name of a band', () => {
  const cases: [string, number, number][] = [
    ['1-300', 1, 300],
    ['101-101', 101, 101],
    ['007-020', 7, 20],
    ['low', 1, 100],
    ['Medium', 101, 200],
    ['HIGH', 201, 300],
  ];
  for (const [text, from, to] of cases) {
    const parsed = parsePriorityRange(text);
    assert.deepEqual(parsed, { ok: true, value: { from, to } }, text);
    if (parsed.ok) assert.equal(formatPriorityRange(parsed.value), `${from}-${to}`);
  }
});

test('a priority range that is none is refused with what would be one', () => {
  for (const text of [
    '',
    '5',
    '0-10',
    '20-10',
    '1-301',
    '1 - 5',
    '-5',
    '1-',
    '1-2-3',
    'lowest',
    '١-٢',
    '1-5\n',
  ]) {
    const parsed = parsePriorityRange(text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.why, /^must be a range such as 1-300 .*, or low, medium or high, but is "/);
  }
  const long = parsePriorityRange('1'.repeat(10_000));
  assert.ok(!long.ok && long.why.length < 250);
});

test('a longest exit duration keeps the text that was sent', () => {
  const cases: [string, number][] = [
    ['1h', hourMs],
    ['1d12h', 1.5 * dayMs],
    ['1W', 7 * dayMs],
    ['2M', 60 * dayMs],
    ['1M1m', 30 * dayMs + 60_000],
    ['000100', hourMs],
    ['0', 0],
    ['0h', 0],
    ['0d0h0m', 0],
  ];
  for (const [text, ms] of cases) {
    assert.deepEqual(parseExitLimit(text), { ok: true, value: { text, ms } }, text);
  }
});

test('a longest exit duration that is none is refused', () => {
  const cases: [string, RegExp][] = [
    ['', /not allowed to be empty/],
    ['-1h', /negative/],
    ['1w', /such as 0d0h5m, 2h30m, 2W, 1M or six digits/],
    ['1', /such as/],
    ['W', /such as/],
    ['122M', /at most ten years/],
  ];
  for (const [text, why] of cases) {
    const parsed = parseExitLimit(text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.why, why);
  }
});
