import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLICE_MS, Slice } from '../../src/driver/slice.ts';

/** The events of a slice once it has learned a world's pace. */
function learned(msAnEvent: number): number {
  const slice = new Slice();
  for (let i = 0; i < 50; i++) slice.took(slice.events * msAnEvent);
  return slice.events * msAnEvent;
}

test('a slice takes about its time in slow worlds and in quick ones', () => {
  for (const msAnEvent of [1, 0.1, 0.01, 0.002]) {
    const ms = learned(msAnEvent);
    assert.ok(ms > SLICE_MS / 4 && ms <= SLICE_MS, `${msAnEvent} ms an event: ${ms} ms`);
  }
});

test('a slice is never nothing, and never without bound', () => {
  assert.ok(learned(10_000) >= 10_000);
  const slice = new Slice();
  for (let i = 0; i < 50; i++) slice.took(0);
  assert.equal(slice.events, 20_000);
});
