import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Bars, Kind } from '../../src/dashboard/gantt/data/bars.ts';
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
  assert.deepEqual([...bars.gpr], [2, 1, 0]);
  assert.deepEqual([...bars.firstOfRow], [0, 2, 3, 3]);
  assert.deepEqual([...bars.reachMs], [9, 9, 6]);
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
  assert.deepEqual([...bars.kind], [Kind.past, Kind.running, Kind.planned]);
  assert.equal(bars.toMs[1], Number.POSITIVE_INFINITY);
});

test('the binary search finds the bars of a window, as a search of all bars does', () => {
  const bar = fc.record({ row: fc.nat(3), from: fc.nat(100), length: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(bar), fc.nat(3), fc.nat(150), fc.nat(50), (made, row, from, length) => {
      const bars = new Bars(columnsOf(made.map(({ length, ...at }) => ({ ...at, to: at.from + length }))), 4);
      const first = bars.firstEndingAfter(row, from);
      const last = bars.firstStartingFrom(row, from + length);
      const overlaps = (i: number) => bars.toMs[i] > from && bars.fromMs[i] < from + length;
      for (let i = bars.firstOfRow[row]; i < bars.firstOfRow[row + 1]; i++)
        if (overlaps(i)) assert.ok(i >= first && i < last);
      if (first < last) assert.ok(bars.toMs[first] > from);
    }),
  );
});

test('there can be no bars and no rows', () => {
  assert.equal(new Bars(columnsOf([]), 0).size, 0);
  assert.equal(new Bars(columnsOf([]), 2).firstEndingAfter(1, 0), 0);
});
