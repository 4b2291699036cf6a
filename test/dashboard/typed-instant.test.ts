import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedInstant } from '../../src/dashboard/text/typed-instant.ts';

test('an instant may be typed as a time of day, as the page shows it, or as a time from now', () => {
  const now = '2026-01-06T14:00:00.000Z';
  for (const [typed, expected] of [
    ['22:00', '2026-01-06T22:00:00.000Z'],
    ['9:30', '2026-01-07T09:30:00.000Z'],
    ['14:00', '2026-01-07T14:00:00.000Z'],
    ['14:00:01', '2026-01-06T14:00:01.000Z'],
    ['2026-01-08 07:15', '2026-01-08T07:15:00.000Z'],
    ['Tue 2026-01-06 22:00:30', '2026-01-06T22:00:30.000Z'],
    ['in 2h 30m', '2026-01-06T16:30:00.000Z'],
    ['+9h', '+9h'],
    ['2026-01-06T22:00:00Z', '2026-01-06T22:00:00Z'],
    ['Tue 22:00', '2026-01-06T22:00:00.000Z'],
    ['Tue 9:30', '2026-01-13T09:30:00.000Z'],
    ['Mon 08:00:00', '2026-01-12T08:00:00.000Z'],
    ['tue 9:30', '2026-01-13T09:30:00.000Z'],
    ['Abc 08:00', 'Abc 08:00'],
    ['2026-02-30 08:00', '2026-02-30 08:00'],
    ['2026-13-01 08:00', '2026-13-01 08:00'],
    ['Mon 25:00', 'Mon 25:00'],
    ['25:00', '25:00'],
    ['in a while', 'in a while'],
    ['soon', 'soon'],
  ])
    assert.equal(typedInstant(typed!, now), expected);
});

test('a time of day is the first one after another instant, and other texts are as ever', () => {
  const now = '2026-01-06T14:00:00.000Z';
  const after = '2026-01-04T10:00:00.000Z';
  for (const [typed, expected] of [
    ['22:00', '2026-01-04T22:00:00.000Z'],
    ['9:30', '2026-01-05T09:30:00.000Z'],
    ['in 2h', '2026-01-06T16:00:00.000Z'],
    ['2026-01-08 07:15', '2026-01-08T07:15:00.000Z'],
  ])
    assert.equal(typedInstant(typed!, now, after), expected);
  // An entry that is no instant leads to none.
  assert.equal(typedInstant('22:00', now, 'soon'), '22:00');
});
