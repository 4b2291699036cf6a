import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLICE_MS, Slice } from '../../../src/driver/slice.ts';

/** Returns the events of a slice after it has adapted to the pace of a world. */
function learned(msAnEvent: number): number {
  const slice = new Slice();
  for (let i = 0; i < 50; i++) slice.took(slice.events * msAnEvent);
  return slice.events * msAnEvent;
}

test('a slice takes about its target time in slow and fast worlds', () => {
  for (const msAnEvent of [1, 0.1, 0.01, 0.002]) {
    const ms = learned(msAnEvent);
    assert.ok(ms > SLICE_MS / 4 && ms <= SLICE_MS, `${msAnEvent} ms an event: ${ms} ms`);
  }
});

test('a slice has a minimum and a maximum number of events', () => {
  assert.ok(learned(10_000) >= 10_000);
  const slice = new Slice();
  for (let i = 0; i < 50; i++) slice.took(0);
  assert.equal(slice.events, 20_000);
});
