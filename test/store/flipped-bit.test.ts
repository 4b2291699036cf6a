import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from '../../src/store/crc32.ts';
import { unflipped } from '../../src/store/flipped-bit.ts';

test('any flipped bit is found by the checksum', () => {
  const bytes = Buffer.from('{"kind": "gpr.create", "name": "größer"}');
  const checksum = crc32(bytes);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] ^= 1 << (bit & 7);
    assert.deepEqual(unflipped(flipped, checksum), bytes, `bit ${bit}`);
  }
});

test('two flipped bits are not taken for one', () => {
  const bytes = Buffer.from('seq 12');
  const flipped = Buffer.from('seq 12');
  flipped[0] ^= 1;
  flipped[4] ^= 16;
  assert.equal(unflipped(flipped, crc32(bytes)), undefined);
});
