import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  panned,
  revealing,
  suffices,
  unreadOf,
  wholeWindow,
  widened,
  windowAt,
  zoomed,
} from '../../src/dashboard/axis/time-window.ts';

const HOUR = 3_600_000;

test('a window around the present has three tenths of its length after it, and begins with the scenario at the earliest', () => {
  assert.deepEqual(windowAt(28 * HOUR, 10 * HOUR), { fromMs: 21 * HOUR, toMs: 31 * HOUR });
  assert.deepEqual(windowAt(HOUR, 4 * HOUR), { fromMs: 0, toMs: 4 * HOUR });
});

test('a window whose length was not chosen grows with the elapsed time, from one hour to eight', () => {
  assert.deepEqual(windowAt(0), { fromMs: 0, toMs: HOUR });
  assert.deepEqual(windowAt(3.5 * HOUR), { fromMs: 0, toMs: 5 * HOUR });
  assert.deepEqual(windowAt(56 * HOUR), { fromMs: 50.4 * HOUR, toMs: 58.4 * HOUR });
});

test('the whole window has three tenths of its length after the present', () => {
  assert.deepEqual(wholeWindow(3.5 * HOUR), { fromMs: 0, toMs: 5 * HOUR });
  assert.deepEqual(wholeWindow(0), { fromMs: 0, toMs: 10_000 });
});

test('a zoom keeps the place of its instant', () => {
  const window = { fromMs: 2 * HOUR, toMs: 6 * HOUR };
  // 3 h is a quarter of the length after the start; half the length is 2 h.
  assert.deepEqual(zoomed(window, 1 / 2, 3 * HOUR, 10 * HOUR), { fromMs: 2.5 * HOUR, toMs: 4.5 * HOUR });
});

test('a zoom ends at ten seconds', () => {
  const window = { fromMs: HOUR, toMs: HOUR + 16_000 };
  const { fromMs, toMs } = zoomed(window, 1 / 100, HOUR, 10 * HOUR);
  assert.equal(toMs - fromMs, 10_000);
});

test('a zoom out ends at one and a half times the whole window', () => {
  const { fromMs, toMs } = zoomed({ fromMs: 0, toMs: HOUR }, 1000, 0, 3.5 * HOUR);
  assert.equal(toMs - fromMs, 7.5 * HOUR);
});

test('a window stays near the time from the start to the present', () => {
  const window = { fromMs: 0, toMs: 10 * HOUR };
  assert.deepEqual(panned(window, -5 * HOUR, 20 * HOUR), { fromMs: -HOUR / 2, toMs: 9.5 * HOUR });
  assert.deepEqual(panned(window, 100 * HOUR, 20 * HOUR), { fromMs: 19.5 * HOUR, toMs: 29.5 * HOUR });
});

test('a window moves as little as possible to show an instant', () => {
  const window = { fromMs: 10 * HOUR, toMs: 20 * HOUR };
  assert.deepEqual(revealing(window, 15 * HOUR, 50 * HOUR), window);
  assert.deepEqual(revealing(window, 8 * HOUR, 50 * HOUR), { fromMs: 7 * HOUR, toMs: 17 * HOUR });
  assert.deepEqual(revealing(window, 20 * HOUR, 50 * HOUR), { fromMs: 11 * HOUR, toMs: 21 * HOUR });
});

test('a widened window suffices for small moves, not for large ones, nor after a zoom', () => {
  const shown = { fromMs: 10 * HOUR, toMs: 14 * HOUR };
  const loaded = widened(shown);
  assert.deepEqual(loaded, { fromMs: 8 * HOUR, toMs: 16 * HOUR });
  assert.ok(suffices(loaded, shown));
  assert.ok(suffices(loaded, { fromMs: 12 * HOUR, toMs: 16 * HOUR }));
  assert.ok(!suffices(loaded, { fromMs: 12.1 * HOUR, toMs: 16.1 * HOUR }));
  assert.ok(!suffices(loaded, { fromMs: 11 * HOUR, toMs: 13 * HOUR }));
});

test('the time before the start needs no reading', () => {
  const shown = { fromMs: -HOUR, toMs: 3 * HOUR };
  assert.deepEqual(widened(shown), { fromMs: 0, toMs: 5 * HOUR });
  assert.ok(suffices(widened(shown), shown));
});

test('what no answer covers is not read: beside the window of the answer, and from its present to that of the page', () => {
  const window = { fromMs: 2 * HOUR, toMs: 10 * HOUR };
  const read = { fromMs: 3 * HOUR, toMs: 9 * HOUR };
  assert.deepEqual(unreadOf({ window, read, nowMs: 6 * HOUR, shownMs: 7 * HOUR }), [
    { fromMs: 2 * HOUR, toMs: 3 * HOUR },
    { fromMs: 6 * HOUR, toMs: 7 * HOUR },
    { fromMs: 9 * HOUR, toMs: 10 * HOUR },
  ]);
});

test('before the start of the scenario nothing is to be read, and an answer may be newer than the page', () => {
  const window = { fromMs: -HOUR, toMs: HOUR };
  const read = { fromMs: 0, toMs: 2 * HOUR };
  assert.deepEqual(unreadOf({ window, read, nowMs: HOUR, shownMs: HOUR / 2 }), []);
  const later = { fromMs: HOUR / 2, toMs: 2 * HOUR };
  assert.deepEqual(unreadOf({ window, read: later, nowMs: HOUR, shownMs: HOUR }), [
    { fromMs: 0, toMs: HOUR / 2 },
  ]);
});
