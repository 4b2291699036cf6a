import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SLICE_MS, Slice } from '../../../src/driver/slice.ts';

/** A world without an end, on a clock that only its events move. */
function worldIn(t: TestContext, msAnEvent: number) {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const world = {
    msAnEvent,
    events: 0,
    runSome(_: number, events: number) {
      world.events += events;
      now += events * world.msAnEvent;
      return false;
    },
  };
  const msOf = (slice: Slice) => {
    const startedAt = now;
    slice.run(world, 1);
    return now - startedAt;
  };
  return { world, msOf };
}

test('a slice takes about its target time in slow and fast worlds', (t) => {
  for (const msAnEvent of [1, 0.1, 0.01, 0.002]) {
    const { msOf } = worldIn(t, msAnEvent);
    const slice = new Slice();
    for (let i = 0; i < 5; i++) {
      const ms = msOf(slice);
      assert.ok(ms >= SLICE_MS && ms <= SLICE_MS + 1, `${msAnEvent} ms an event: ${ms} ms`);
    }
    t.mock.restoreAll();
  }
});

test('a slice has one event if it takes longer than the slice, and a maximum number of events', (t) => {
  const slow = worldIn(t, 10_000);
  slow.msOf(new Slice());
  assert.equal(slow.world.events, 1);
  t.mock.restoreAll();
  const fast = worldIn(t, 0);
  fast.msOf(new Slice());
  fast.msOf(new Slice(4_000));
  assert.equal(fast.world.events, 20_000 + 4_000);
});

test('a slice ends soon when events become a hundred times as slow', (t) => {
  const { world, msOf } = worldIn(t, 0.002);
  const slice = new Slice();
  msOf(slice);
  world.msAnEvent *= 100;
  const ms = msOf(slice);
  assert.ok(ms <= SLICE_MS + 100, `${ms} ms`);
});
