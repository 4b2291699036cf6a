import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodeLanes } from '../../../sim/followers/history/node-lanes.ts';

test('an attempt gets the lowest gap that is wide enough; without one, it gets the lowest free lanes', () => {
  const nodes = new NodeLanes();
  nodes.add(0, 0, 4);
  nodes.add(1, 0, 8);
  const take = (count: number) => {
    const runs: string[] = [];
    nodes.take(1, count, (lane, lanes) => runs.push(`${lane}+${lanes}`));
    return runs.join(' ');
  };
  assert.deepEqual([take(2), take(1), take(3)], ['0+2', '2+1', '3+3']);
  nodes.give(1, 0, 2, 1000);
  assert.deepEqual([take(1), take(2)], ['0+1', '6+2']);
  assert.equal(nodes.partialFreeMilli(1), 1000);
  nodes.give(1, 3, 3, 1000);
  nodes.give(1, 6, 1, 1000);
  // Free are the lanes 1, 3, 4, 5 and 6.
  assert.deepEqual([take(5), take(0)], ['1+1 3+4', '']);
  assert.deepEqual([nodes.partialFreeMilli(0), nodes.partialFreeMilli(1)], [0, 0]);
});
