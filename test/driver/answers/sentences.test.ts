import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ordinal } from '../../../src/driver/reads/gpr-fact-sentences.ts';

test('ordinals have English suffixes', () => {
  const spelled = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 101, 111, 113].map(ordinal).join(' ');
  assert.equal(spelled, '1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 101st 111th 113th');
});
