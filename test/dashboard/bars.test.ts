import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Bars } from '../../src/dashboard/gantt/data/bars.ts';
import { columnsOf } from './chart.ts';

test('bars are sorted by row and start; each knows the latest end up to it', () => {
  const bars = new Bars(
    columnsOf([
      { row: 1, from: 5, to: 6, gpr: 0 },
      { row: 0, from: 7, to: 8, gpr: 1 },
      { row: 0, lane: 1, from: 1, to: 9, gpr: 2 },
    ]),
    3,
  );
  assert.deepEqual(
    bars.ofRow.map((row) => row.map(({ gpr, reachMs }) => [gpr, reachMs])),
    [
      [
        [2, 9],
        [1, 9],
      ],
      [[0, 6]],
      [],
    ],
  );
});

test('past, running and planned bars differ; a running bar has no end', () => {
  const bars = new Bars(
    columnsOf([
      { from: 1, to: 2 },
      { from: 3, to: null },
      { from: 4, to: 5, planned: true },
    ]),
    1,
  );
  const [row] = bars.ofRow;
  assert.deepEqual(
    row.map(({ kind }) => kind),
    ['past', 'running', 'planned'],
  );
  assert.equal(row[1].toMs, Number.POSITIVE_INFINITY);
});

test('the binary search finds the bars of a window, as a search of all bars does', () => {
  const bar = fc.record({ row: fc.nat(3), from: fc.nat(100), length: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(bar), fc.nat(3), fc.nat(150), fc.nat(50), (made, row, from, length) => {
      const bars = new Bars(columnsOf(made.map(({ length, ...at }) => ({ ...at, to: at.from + length }))), 4);
      const found = bars.between(row, from, from + length);
      for (const bar of bars.ofRow[row])
        if (bar.toMs > from && bar.fromMs < from + length) assert.ok(found.includes(bar));
      if (found.length > 0) assert.ok(found[0].toMs > from);
    }),
  );
});

test('there can be no bars and no rows', () => {
  assert.equal(new Bars(columnsOf([]), 0).size, 0);
  assert.equal(new Bars(columnsOf([]), 2).between(1, 0, 9).length, 0);
});
