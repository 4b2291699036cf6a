// What a forecast means at later instants.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Likely, rangeText } from '../../src/dashboard/estimated/likely-range.ts';

const at = (time: string) => `2026-01-05T${time}:00.000Z`;
const likely: Likely = {
  ...{ gprId: 'gpr-1', within: 1, samples: 50, now: at('08:00') },
  ...{ p10: at('09:00'), p50: at('10:00'), p90: at('12:00') },
};

test('an overtaken range names its end until the median is over, and then nothing', () => {
  const cases: readonly (readonly [now: string, changes: Partial<Likely>, text: string | undefined])[] = [
    ['08:00', {}, '09:00 to 12:00'],
    ['08:59', {}, '09:00 to 12:00'],
    ['09:00', {}, 'by 12:00'],
    ['09:59', {}, 'by 12:00'],
    ['10:00', {}, undefined],
    ['13:00', {}, undefined],
    ['08:30', { p90: '2026-01-06T12:00:00.000Z' }, '09:00 to 01-06 12:00'],
    ['08:30', { p90: null }, '09:00 or later'],
    ['09:30', { p90: null }, undefined],
    ['09:30', { p50: null, p90: null }, undefined],
    ['08:30', { p10: null, p50: null, p90: null }, 'later than in a week'],
  ];
  for (const [now, changes, text] of cases) assert.equal(rangeText({ ...likely, ...changes }, at(now)), text);
});
