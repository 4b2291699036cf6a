import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOption } from '../../sim/workload/formats/format.ts';
import { keepNodes } from '../../sim/workload/formats/openb/options.ts';
import { bound, compress } from '../../sim/workload/formats/run-bound.ts';

test('options are parsed', () => {
  assert.deepEqual(parseOption(keepNodes, '1/8'), { ok: true, value: 8 });
  assert.deepEqual(parseOption(keepNodes, '1/1'), { ok: true, value: 1 });
  assert.deepEqual(parseOption(compress, '400'), { ok: true, value: 400 });
  assert.deepEqual(parseOption(compress, '0.5'), { ok: true, value: 0.5 });
  assert.deepEqual(parseOption(bound, 'round'), { ok: true, value: { kind: 'round' } });
  assert.deepEqual(parseOption(bound, 'exact'), { ok: true, value: { kind: 'exact' } });
  assert.deepEqual(parseOption(bound, 'x1.5'), { ok: true, value: { kind: 'times', factor: 1.5 } });
});

test('invalid options are refused, and the message states the valid form', () => {
  for (const text of ['8', '1/0', '1/', '2/8', '1/8 ', '1/-8', '1/1.5', '1/9999999', '']) {
    const parsed = parseOption(keepNodes, text);
    assert.ok(!parsed.ok, text);
    assert.equal(parsed.why, `must be 1/N with N from 1 to 1000000, but is ${JSON.stringify(text)}`);
  }
  for (const text of ['0', '-1', '1e3', 'NaN', 'Infinity', '1000001', '0x10', '']) {
    const parsed = parseOption(compress, text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.why, /must be a number above 0 and up to 1000000, but is "/);
  }
  for (const text of ['x0.5', 'x', 'X2', '2', 'x2x', 'x1001', 'rounded', '', `x${'9'.repeat(100)}`]) {
    const parsed = parseOption(bound, text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.why, /must be round, exact, or xN with N from 1 to 1000, but is ".{0,41}"$/);
  }
});
