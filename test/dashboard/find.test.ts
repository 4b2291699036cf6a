import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rows, STEP_EQUAL } from '../../src/dashboard/gantt/data/row-places.ts';
import { barAt, type Direction, neighbor, visibleBars } from '../../src/dashboard/gantt/scene/find.ts';
import type { Scene } from '../../src/dashboard/gantt/scene/scene.ts';
import { type MadeBar, sceneOf } from './chart.ts';

/** Sorted as bars are; a GPR is its place in this list. */
const BARS: readonly MadeBar[] = [
  { row: 0, lane: 1, from: 5, to: 60 },
  { row: 0, lane: 0, from: 10, to: 20 },
  { row: 0, lane: 0, from: 40, to: null },
  { row: 2, lanes: 2, from: 30, to: 35 },
  { row: 2, lanes: 2, from: 70, to: 75 },
];
const scene = sceneOf(BARS, 3, { height: 90 });

const gprAt = (x: number, y: number, of: Scene = scene) => barAt(of, x, y)?.gpr;
const next = (gpr: number, direction: Direction) =>
  neighbor(scene, scene.bars.ofRow.flat().find((bar) => bar.gpr === gpr)!, direction).gpr;

test('the bar under the pointer has the lane and the instant of the pointer', () => {
  assert.equal(gprAt(15, 5), 1);
  assert.equal(gprAt(15, 20), 0);
  assert.equal(gprAt(33, 65), 3);
});

test('a running bar is found until now', () => {
  assert.equal(gprAt(79, 5), 2);
  assert.equal(gprAt(85, 5), undefined);
});

test('two pixels beside a bar still find it; the nearest of two is found', () => {
  assert.equal(gprAt(22, 5), 1);
  assert.equal(gprAt(23, 5), undefined);
  assert.equal(gprAt(38.5, 5), 2);
});

test('there is no bar in an empty row, between rows, and below the rows', () => {
  assert.equal(gprAt(33, 35), undefined);
  assert.equal(gprAt(15, 29), undefined);
  assert.equal(gprAt(33, 95), undefined);
});

test('keys move within a row by start, and stop at its edges', () => {
  assert.equal(next(0, 'right'), 1);
  assert.equal(next(2, 'right'), 2);
  assert.equal(next(1, 'left'), 0);
  assert.equal(next(0, 'left'), 0);
});

test('keys move to the nearest start of the next row that has bars', () => {
  assert.equal(next(2, 'down'), 3);
  assert.equal(next(4, 'up'), 2);
  assert.equal(next(4, 'down'), 4);
  assert.equal(next(1, 'up'), 1);
});

test('a list of visible bars has no bar that ended before the window', () => {
  const later = sceneOf(BARS, 3, { window: { fromMs: 32, toMs: 100 }, height: 90 });
  assert.deepEqual(
    visibleBars(later, 0, 3).map(({ gpr }) => gpr),
    [0, 2, 3, 4],
  );
});

test('above and below the known rows is no bar', () => {
  const rows = new Rows([2], 40, { offset: 1, total: 3 });
  const known = sceneOf([{ from: 0, to: 60, lanes: 2 }], 1, { rows, height: 3 * STEP_EQUAL });
  assert.equal(gprAt(15, STEP_EQUAL - 2, known), undefined);
  assert.equal(gprAt(15, STEP_EQUAL + 2, known), 0);
  assert.equal(gprAt(15, 2 * STEP_EQUAL + 2, known), undefined);
});
