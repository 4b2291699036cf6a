// The charts of a what-if have the same rows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alike } from '../../../src/api/sim/what-if/alike.ts';

/** A chart of nodes, each with a bar of one GPR up to an instant. */
function chartOf(nodes: readonly (readonly [cluster: string, name: string, toMs: number])[]): never {
  const all = <T>(value: T) => nodes.map(() => value);
  return {
    rows: nodes.map(([cluster, name]) => ({ name, cluster, lanes: 8, down: [] })),
    rowsTotal: nodes.length,
    gprs: nodes.map(([cluster, name]) => ({ gprId: `${cluster}/${name}` })),
    bars: {
      row: nodes.map((_, i) => i),
      gpr: nodes.map((_, i) => i),
      toMs: nodes.map(([, , toMs]) => toMs),
      lane: all(0),
      lanes: all(1),
      fromMs: all(0),
      end: all(null),
      planned: all(false),
      count: all(1),
    },
  } as never;
}

test('nodes of different clusters that have one name are different rows', () => {
  const without = chartOf([
    ['east', 'n-0', 5],
    ['west', 'n-0', 5],
    ['west', 'n-1', 5],
  ]);
  const changed = chartOf([
    ['west', 'n-0', 9],
    ['east', 'n-0', 5],
  ]);
  const all = alike({ without, with: changed }, 3);
  assert.deepEqual(all.differing, ['west/n-0', 'west/n-1']);
  for (const chart of [all.without, all.with])
    assert.deepEqual(
      chart.rows.map(({ cluster, name }) => `${cluster}/${name}`),
      ['east/n-0', 'west/n-0', 'west/n-1'],
    );
  assert.deepEqual(all.with.bars.row, [1, 0]);
  const first = alike({ without, with: changed }, 1);
  assert.deepEqual(first.without.rows, [{ name: 'n-0', cluster: 'west', lanes: 8, down: [] }]);
  assert.deepEqual(first.with.bars.toMs, [9]);
  assert.equal(first.with.rowsTotal, 3);
});
