import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IdCipher, numberOf, Origin, uidOf } from '../../../sim/base/numbers/ids.ts';
import { property } from '../../support/property.ts';

const seed = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const uid = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  fc.integer({ min: 0, max: 100 }),
  fc.constantFrom(2 ** 24 - 1, 2 ** 24, 2 ** 32 - 1, 2 ** 32, 2 ** 48 - 1),
);

property(
  'a uid is its origin and number',
  500,
  fc.tuple(fc.nat(2 ** 16 - 1), fc.nat(2 ** 32 - 1)),
  ([origin, number]) => {
    const made = uidOf(origin, number);
    assert.equal(made, origin * 2 ** 32 + numberOf(made));
    assert.equal(numberOf(made), number);
  },
);

property('an id has its form and can be decoded to its uid', 2000, fc.tuple(seed, uid), ([key, value]) => {
  const cipher = new IdCipher(key);
  const id = cipher.gprId(value);
  assert.match(id, /^gpr-[0-9a-f]{8}-[0-9a-f]{4}$/);
  assert.equal(cipher.uid(id), value);
});

const hexId = fc.nat(2 ** 48 - 1).map((n) => {
  const digits = n.toString(16).padStart(12, '0');
  return `gpr-${digits.slice(0, 8)}-${digits.slice(8)}`;
});

property('every id of the form belongs to exactly one uid', 2000, fc.tuple(seed, hexId), ([key, id]) => {
  const cipher = new IdCipher(key);
  assert.equal(cipher.gprId(cipher.uid(id)), id);
});

test('ids of commands and of several workload entries do not collide', () => {
  const cipher = new IdCipher(42);
  const ids = new Set<string>();
  for (const origin of [Origin.command, Origin.workload, Origin.workload + 1, 2 ** 16 - 1]) {
    for (let number = 0; number < 20_000; number++) ids.add(cipher.gprId(uidOf(origin, number)));
  }
  assert.equal(ids.size, 80_000);
});

test('ids of neighboring uids differ widely, and so do those of another seed', () => {
  const cipher = new IdCipher(42);
  const parts = (id: string) => id.slice(4).split('-');
  const [head, tail] = parts(cipher.gprId(0));
  for (const other of [cipher.gprId(1), new IdCipher(43).gprId(0), new IdCipher(42 + 2 ** 32).gprId(0)]) {
    assert.notEqual(parts(other)[0], head);
    assert.notEqual(parts(other)[1], tail);
  }
});

test('a text that is not an id has no uid', () => {
  const cipher = new IdCipher(42);
  const id = cipher.gprId(5);
  for (const text of [
    '',
    'gpr',
    id.toUpperCase(),
    ` ${id}`,
    `${id} `,
    `${id}0`,
    id.slice(0, -1),
    id.replace('gpr', 'ws'),
  ]) {
    assert.equal(cipher.uid(text), -1, text);
  }
});
