import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coversView, rowsToRead } from '../../src/dashboard/gantt/data/part.ts';
import { STEP_EQUAL } from '../../src/dashboard/gantt/data/row-places.ts';

/** Nine rows and a part of the tenth. */
const height = 9.5 * STEP_EQUAL;
const viewFrom = (row: number) => ({ scrolled: row * STEP_EQUAL, height });

test('a chart with few rows, or an unknown number, is read as a whole', () => {
  assert.deepEqual(rowsToRead(viewFrom(0), 0), { offset: 0, limit: 200 });
  assert.deepEqual(rowsToRead(viewFrom(100), 200), { offset: 0, limit: 200 });
});

test('of many rows, those in view are read, and twice as many above and below', () => {
  assert.deepEqual(rowsToRead(viewFrom(5), 201), { offset: 0, limit: 55 });
  assert.deepEqual(rowsToRead(viewFrom(4000), 10_000), { offset: 3978, limit: 55 });
});

test('scrolling by less than the height of the view needs no reading', () => {
  const part = { offset: 3978, total: 10_000 };
  for (const [row, isCovered] of [
    [4000, true],
    [4011, true],
    [4012, false],
    [3989, true],
    [3988, false],
    [9000, false],
  ] as const)
    assert.equal(coversView(part, 55, viewFrom(row)), isCovered, `${row}`);
});

test('there is nothing to read above the first row and below the last', () => {
  assert.ok(coversView({ offset: 0, total: 10_000 }, 55, viewFrom(0)));
  assert.ok(coversView({ offset: 9975, total: 10_000 }, 25, viewFrom(9990.5)));
});
