import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eachRectangle, type Scene } from '../../src/dashboard/gantt/scene/scene.ts';
import { type MadeBar, sceneOf } from './chart.ts';

function rectanglesOf(scene: Scene): number[][] {
  const found: number[][] = [];
  eachRectangle(scene, (left, top, right, bottom, { gpr }) => found.push([left, top, right, bottom, gpr]));
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

test('a bar is a rectangle of its lanes and its time, with a gap to the next lane', () => {
  const scene = sceneOf([
    { from: 10, to: 30, lanes: 2 },
    { from: 40, to: 50, lane: 1 },
  ]);
  assert.deepEqual(rectanglesOf(scene), [
    [10, 0, 30, 27, 0],
    [40, 14, 50, 27, 1],
  ]);
});

test('rectangles are cut at the edges of the area', () => {
  const scene = sceneOf([{ from: 10, to: 90, row: 1 }], 2, { window: { fromMs: 20, toMs: 70 }, height: 35 });
  assert.deepEqual(rectanglesOf(scene), [[0, 30, 100, 35, 0]]);
});

test('a running bar ends at the instant of the answer, also if the page shows a later one', () => {
  const bars: readonly MadeBar[] = [
    { from: 60, to: null },
    { from: 80, to: 95, planned: true },
    { from: 82, to: 90, lane: 1, planned: true },
  ];
  assert.deepEqual(rectanglesOf(sceneOf(bars, 1, { shownMs: 99 })), [
    [60, 0, 80, 13, 0],
    [80, 0, 95, 13, 1],
    [82, 14, 90, 27, 2],
  ]);
});

test('a bar that is shorter than a pixel has a pixel', () => {
  const bars: readonly MadeBar[] = [
    { from: 10.1, to: 10.3 },
    { from: 12.2, to: 12.3 },
    { from: 10.2, to: 10.4, lane: 1 },
  ];
  assert.deepEqual(rectanglesOf(sceneOf(bars)), [
    [10, 0, 11, 13, 0],
    [10, 14, 11, 27, 2],
    [12, 0, 13, 13, 1],
  ]);
});

test('scrolled rows are above the area', () => {
  const bars: readonly MadeBar[] = [
    { from: 10, to: 30 },
    { from: 10, to: 30, row: 1, lane: 1 },
  ];
  assert.deepEqual(rectanglesOf(sceneOf(bars, 2, { scrolled: 30 })), [[10, 14, 30, 27, 1]]);
});

test('every bar has its pixels', () => {
  const bar = fc.record({ from: fc.nat(100), length: fc.nat(30), lane: fc.nat(1) });
  fc.assert(
    fc.property(fc.array(bar), (made) => {
      const bars = made.map(({ length, ...at }, gpr) => ({ ...at, gpr, to: at.from + length }));
      const expected = bars
        .filter(({ from, to }) => from < 100 && to > 0)
        .map(({ from, to, lane }) => [from, 14 * lane, Math.min(100, Math.max(from + 1, to))]);
      const found = rectanglesOf(sceneOf(bars)).map(([left, top, right]) => [left, top, right]);
      assert.deepEqual(found.sort(), expected.sort());
    }),
  );
});
