import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthOf, shownAs, typedInstant } from '../../src/dashboard/text/typed-instant.ts';

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
    ['2026-01-06T22:00:00Z', '2026-01-06T22:00:00.000Z'],
    ['Mon 24:00', 'Mon 24:00'],
    ['24:00', '24:00'],
    ['12:60', '12:60'],
    ['2026-01-06 24:00', '2026-01-06 24:00'],
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
    ['Mon', 'Mon'],
  ])
    assert.equal(typedInstant(typed!, now), expected);
});

test('an instant of the past is the last one of its time, and other texts are as ever', () => {
  const now = '2026-01-06T14:00:00.000Z';
  for (const [typed, expected] of [
    ['22:00', '2026-01-05T22:00:00.000Z'],
    ['9:30', '2026-01-06T09:30:00.000Z'],
    ['14:00', '2026-01-06T14:00:00.000Z'],
    ['Tue 14:00:01', '2025-12-30T14:00:01.000Z'],
    ['Wed 9:00', '2025-12-31T09:00:00.000Z'],
    ['Mon 24:00', 'Mon 24:00'],
    ['in 2h', '2026-01-06T16:00:00.000Z'],
    ['2026-01-08 07:15', '2026-01-08T07:15:00.000Z'],
    // A day is its beginning.
    ['Mon', '2026-01-05T00:00:00.000Z'],
    ['tue', '2026-01-06T00:00:00.000Z'],
    ['Wed', '2025-12-31T00:00:00.000Z'],
    ['2026-01-04', '2026-01-04T00:00:00.000Z'],
    ['2026-02-30', '2026-02-30'],
    ['Abc', 'Abc'],
    ['30m', '30m'],
    ['tomorrow', 'tomorrow'],
  ])
    assert.equal(typedInstant(typed!, now, true), expected);
  // Beside what is no instant, there is no next one.
  assert.equal(typedInstant('22:00', 'soon'), '22:00');
});

test('a day and a second last, and another instant is a moment', () => {
  for (const [text, expected] of [
    ['Mon', 86_400_000],
    ['2026-01-05', 86_400_000],
    ['01-05', 86_400_000],
    ['13:19:46', 1000],
    ['Mon 2026-01-05 13:19:46', 1000],
    ['2026-01-05 13:19', 1],
    ['2026-01-05T13:19:46Z', 1],
    ['2026-01-05 13:19:46.848', 1],
    ['+9h30m', 1],
  ] as const)
    assert.equal(lengthOf(text), expected, text);
});

test('a whole instant is shown as people read it, and a part of one or a day that does not exist as it is', () => {
  for (const [text, expected] of [
    ['2026-01-06T22:00:30.000Z', 'Tue 2026-01-06 22:00:30'],
    ['2026-01-06T22:00Z', 'Tue 2026-01-06 22:00:00'],
    ['2026-02-30T10:00:00Z', '2026-02-30T10:00:00Z'],
    ['2026-02-30 10:00', '2026-02-30 10:00'],
    ['2026-01-06 22:00', '2026-01-06 22:00'],
    ['2026-01-06T25:00:00Z', '2026-01-06T25:00:00Z'],
    ['2026', '2026'],
    ['soon Z', 'soon Z'],
  ] as const)
    assert.equal(shownAs(text), expected);
});

test('the page shows days of this year without it, and takes them so', () => {
  const now = '2026-03-02T10:00:00.000Z';
  for (const isPast of [true, false])
    assert.equal(typedInstant('01-05 09:14:20', now, isPast), '2026-01-05T09:14:20.000Z');
  assert.equal(typedInstant('01-05', now, true), '2026-01-05T00:00:00.000Z');
  assert.equal(typedInstant('01-05', now), '01-05');
  assert.equal(typedInstant('02-30 09:00', now, true), '02-30 09:00');
});
