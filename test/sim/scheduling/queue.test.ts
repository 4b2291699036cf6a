import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GprTable, indexOf, NONE, rankOf, rowAt } from '../../../sim/tables/gprs/gpr-table.ts';
import { dequeue, enqueue } from '../../../sim/tables/gprs/workspace-queue.ts';
import { WorkspaceTable } from '../../../sim/tables/workspace-table.ts';
import { property } from '../../support/property.ts';

const ROWS = 30;

function tableOf(ranks: readonly number[]): GprTable {
  const gprs = new GprTable();
  for (const rank of ranks) {
    const row = gprs.add();
    gprs.rank[row] = rank;
  }
  return gprs;
}

const ranks = fc.uniqueArray(fc.nat(1000), { minLength: ROWS, maxLength: ROWS });
const step = fc.record({
  kind: fc.constantFrom('enqueue', 'enqueue', 'dequeue', 'pop'),
  row: fc.nat(ROWS - 1).map(rowAt),
});

property(
  'the root of the pairing heap has the lowest rank after any removals',
  500,
  fc.tuple(ranks, fc.array(step, { maxLength: 300 })),
  ([given, steps]) => {
    const gprs = tableOf(given);
    let root: number = NONE;
    let model: number[] = [];
    for (const { kind, row } of steps) {
      if (kind === 'enqueue') {
        if (model.includes(row)) continue;
        root = enqueue(root, row, gprs);
        model.push(row);
      } else {
        const leaving = kind === 'pop' ? root : row;
        if (!model.includes(leaving)) continue;
        root = dequeue(root, leaving, gprs);
        model = model.filter((other) => other !== leaving);
      }
      model.sort((a, b) => given[indexOf(a)] - given[indexOf(b)]);
      assert.equal(root, model[0] ?? NONE);
    }
    const drained: number[] = [];
    while (root !== NONE) {
      drained.push(root);
      root = dequeue(root, root, gprs);
    }
    assert.deepEqual(drained, model);
  },
);

test('a large queue drains in order of rank', () => {
  const count = 20_000;
  const given = Array.from({ length: count }, (_, i) => (Math.imul(i, 2654435761) >>> 0) * 2 ** 15 + i);
  const gprs = tableOf(given);
  let root: number = NONE;
  for (let index = 0; index < count; index++) root = enqueue(root, rowAt(index), gprs);
  let before = -1;
  for (let left = count; left > 0; left--) {
    assert.ok(gprs.rank[root] > before);
    before = gprs.rank[root];
    root = dequeue(root, root, gprs);
  }
  assert.equal(root, NONE);
});

test('a higher priority precedes an earlier creation', () => {
  const inOrder = [
    rankOf(300, 5),
    rankOf(200, 1),
    rankOf(200, 2),
    rankOf(199, 0),
    rankOf(1, 0),
    rankOf(1, 2 ** 39),
  ];
  assert.deepEqual(
    inOrder.toSorted((a, b) => a - b),
    inOrder,
  );
  for (const rank of inOrder) assert.ok(Number.isSafeInteger(rank));
});

test('a workspace is in the list of touched ones once, until the list is read', () => {
  const workspaces = new WorkspaceTable();
  for (let i = 0; i < 40; i++) workspaces.add();
  for (let i = 0; i < 40; i++) workspaces.touch(39 - i);
  workspaces.touch(7);
  assert.equal(workspaces.touched.count, 40);
  assert.deepEqual(
    [...workspaces.touched.list.subarray(0, 40)],
    Array.from({ length: 40 }, (_, i) => 39 - i),
  );
});
