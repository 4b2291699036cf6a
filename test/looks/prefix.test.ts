import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonPrefix, prefixes } from '../../src/looks/prefix.ts';

for (const [names, prefix, about] of [
  [[], '', 'no name'],
  [['node-1'], '', 'one name'],
  [['node-1', 'node-1'], '', 'equal names'],
  [['worker-1-a2-highgpu-8g-0', 'worker-1-a2-highgpu-8g-3'], 'worker-1-a2-highgpu-8g-', 'names of one pool'],
  [['node-10', 'node-12'], 'node-', 'numbers stay whole'],
  [['node-1', 'node-10'], 'node-', 'a name that begins another one'],
  [['node', 'node-1'], '', 'a name that is the beginning of the other'],
  [['node-', 'node-1'], '', 'something of each name is left'],
  [['a-b', 'a-b-c', 'a-b-d'], 'a-', 'the shortest name decides'],
  [['worker-1-a', 'worker-2-a'], 'worker-', 'a common end is no prefix'],
  [['a/b.c:1', 'a/b.c:2'], 'a/b.c:', 'other separators'],
  [['request1', 'request2'], '', 'without a separator'],
  [['日本-1', '日本-2'], '日本-', 'other scripts'],
  [['x-1', 'x-1', 'x-2'], 'x-', 'a name that occurs twice'],
] as const)
  test(`the common prefix of names: ${about}`, () => assert.equal(commonPrefix(names), prefix));

test('a name loses what it shares with a neighbor', () => {
  assert.deepEqual(prefixes(['w-1-a2-8', 'w-1-a2-12', 'w-1-t4-0', 'w-1-t4-1', 'w-2-t4-0', 'spare']), [
    'w-1-a2-',
    'w-1-a2-',
    'w-1-t4-',
    'w-1-t4-',
    'w-',
    '',
  ]);
  assert.deepEqual(prefixes([]), []);
  assert.deepEqual(prefixes(['node-1']), ['']);
});
