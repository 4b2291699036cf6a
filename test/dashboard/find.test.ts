import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rows, STEP_EQUAL } from '../../src/dashboard/gantt/data/row-places.ts';
import { barAt, NONE, neighbor, someVisible } from '../../src/dashboard/gantt/scene/find.ts';
import { type MadeBar, sceneOf } from './chart.ts';

/** Sorted as bars are, so that places in this list are indexes. */
const BARS: readonly MadeBar[] = [
  { row: 0, lane: 1, from: 5, to: 60 },
  { row: 0, lane: 0, from: 10, to: 20 },
  { row: 0, lane: 0, from: 40, to: null },
  { row: 2, lanes: 2, from: 30, to: 35 },
  { row: 2, lanes: 2, from: 70, to: 75 },
];
const scene = sceneOf(BARS, 3, { height: 90 });

test('the bar under the pointer has the lane and the instant of the pointer', () => {
  assert.equal(barAt(scene, 15, 5), 1);
  assert.equal(barAt(scene, 15, 20), 0);
  assert.equal(barAt(scene, 33, 65), 3);
});

test('a running bar is found until now', () => {
  assert.equal(barAt(scene, 79, 5), 2);
  assert.equal(barAt(scene, 85, 5), NONE);
});

test('two pixels beside a bar still find it; the nearest of two is found', () => {
  assert.equal(barAt(scene, 22, 5), 1);
  assert.equal(barAt(scene, 23, 5), NONE);
  assert.equal(barAt(scene, 38.5, 5), 2);
});

test('there is no bar in an empty row, between rows, and below the rows', () => {
  assert.equal(barAt(scene, 33, 35), NONE);
  assert.equal(barAt(scene, 15, 29), NONE);
  assert.equal(barAt(scene, 33, 95), NONE);
});

test('keys move within a row by start, and stop at its edges', () => {
  assert.equal(neighbor(scene, 0, 'right'), 1);
  assert.equal(neighbor(scene, 2, 'right'), 2);
  assert.equal(neighbor(scene, 1, 'left'), 0);
  assert.equal(neighbor(scene, 0, 'left'), 0);
});

test('keys move to the nearest start of the next row that has bars', () => {
  assert.equal(neighbor(scene, 2, 'down'), 3);
  assert.equal(neighbor(scene, 4, 'up'), 2);
  assert.equal(neighbor(scene, 4, 'down'), 4);
  assert.equal(neighbor(scene, 1, 'up'), 1);
});

test('a list of visible bars has a limit, and no bar that ended before the window', () => {
  const later = sceneOf(BARS, 3, { window: { fromMs: 32, toMs: 100 }, height: 90 });
  assert.deepEqual(someVisible(later, 0, 3, 50), [0, 2, 3, 4]);
  assert.deepEqual(someVisible(later, 0, 3, 2), [0, 2]);
});

test('above and below the known rows is no bar', () => {
  const rows = new Rows([2], 40, { offset: 1, total: 3 });
  const known = sceneOf([{ from: 0, to: 60, lanes: 2 }], 1, { rows, height: 3 * STEP_EQUAL });
  assert.equal(barAt(known, 15, STEP_EQUAL - 2), NONE);
  assert.equal(barAt(known, 15, STEP_EQUAL + 2), 0);
  assert.equal(barAt(known, 15, 2 * STEP_EQUAL + 2), NONE);
});
