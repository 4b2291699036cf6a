import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { UidMap } from '../../../sim/base/collections/uid-map.ts';
import { property } from '../../support/property.ts';

// Few uids of several origins, so that they recur, but more than the initial capacity of the table.
const uid = fc.tuple(fc.nat(3), fc.nat(60)).map(([origin, number]) => origin * 2 ** 32 + number);
const step = fc.record({ kind: fc.constantFrom('set', 'set', 'delete', 'get'), uid, row: fc.nat(1000) });

property('a table of uids behaves as a Map', 300, fc.array(step, { maxLength: 600 }), (steps) => {
  const table = new UidMap();
  const model = new Map<number, number>();
  for (const { kind, uid: key, row } of steps) {
    if (kind === 'set' && !model.has(key)) {
      table.set(key, row);
      model.set(key, row);
    } else if (kind === 'delete') {
      table.delete(key);
      model.delete(key);
    }
    assert.equal(table.get(key), model.get(key) ?? -1);
    assert.equal(table.size, model.size);
  }
  for (const [key, row] of model) assert.equal(table.get(key), row);
});

test('the table stays small if many uids are added and removed', () => {
  const table = new UidMap();
  for (let i = 0; i < 50_000; i++) {
    table.set(2 ** 32 + i, i);
    if (i >= 1000) table.delete(2 ** 32 + i - 1000);
  }
  assert.equal(table.size, 1000);
  for (let i = 0; i < 50_000; i++) assert.equal(table.get(2 ** 32 + i), i >= 49_000 ? i : -1);
  assert.ok(table.keys.length <= 4096, 'removed uids must not use space');
});
