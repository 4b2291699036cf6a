import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBound, parseCompress, parseKeepNodes } from '../../src/traces/options.ts';

test('options are read as users spell them', () => {
  assert.deepEqual(parseKeepNodes('1/8'), { ok: true, value: 8 });
  assert.deepEqual(parseKeepNodes('1/1'), { ok: true, value: 1 });
  assert.deepEqual(parseCompress('400'), { ok: true, value: 400 });
  assert.deepEqual(parseCompress('0.5'), { ok: true, value: 0.5 });
  assert.deepEqual(parseBound('round'), { ok: true, value: { kind: 'round' } });
  assert.deepEqual(parseBound('exact'), { ok: true, value: { kind: 'exact' } });
  assert.deepEqual(parseBound('x1.5'), { ok: true, value: { kind: 'times', factor: 1.5 } });
});

test('other spellings are refused with the right ones', () => {
  for (const text of ['8', '1/0', '1/', '2/8', '1/8 ', '1/-8', '1/1.5', '1/9999999', '']) {
    const parsed = parseKeepNodes(text);
    assert.ok(!parsed.ok, text);
    assert.equal(parsed.why, `must be 1/N with N from 1 to 1000000, but is ${JSON.stringify(text)}`);
  }
  for (const text of ['0', '-1', '1e3', 'NaN', 'Infinity', '1000001', '0x10', '']) {
    const parsed = parseCompress(text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.why, /must be a number above 0 and up to 1000000, but is "/);
  }
  for (const text of ['x0.5', 'x', 'X2', '2', 'x2x', 'x1001', 'rounded', '', `x${'9'.repeat(100)}`]) {
    const parsed = parseBound(text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.why, /must be round, exact, or xN with N from 1 to 1000, but is ".{0,41}"$/);
  }
});
