import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fillPixels, pixelOf } from '../../src/dashboard/gantt/raster.ts';
import { eachRectangle, MERGED, type Scene, visibleBars } from '../../src/dashboard/gantt/scene.ts';
import { type MadeBar, sceneOf } from './chart.ts';

function rectanglesOf(scene: Scene): number[][] {
  const found: number[][] = [];
  eachRectangle(scene, (...rectangle) => found.push(rectangle));
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

test('bars that share a pixel are merged; a short bar alone has a pixel', () => {
  const bars: readonly MadeBar[] = [
    { from: 10.1, to: 10.3 },
    { from: 10.4, to: 10.9 },
    { from: 12.2, to: 12.3 },
    { from: 10.2, to: 10.4, lane: 1 },
  ];
  assert.deepEqual(rectanglesOf(sceneOf(bars)), [
    [10, 0, 11, 13, MERGED],
    [10, 14, 11, 27, 1],
    [12, 0, 13, 13, 3],
  ]);
});

test('there are at most as many rectangles as pixels of lanes, however many bars there are', () => {
  const bars = Array.from({ length: 5000 }, (_, i) => ({ from: i / 50, to: (i + 0.7) / 50 }));
  const scene = sceneOf(bars);
  assert.equal(visibleBars(scene), 5000);
  assert.equal(rectanglesOf(scene).length, 100);
});

test('scrolled rows are above the area', () => {
  const bars: readonly MadeBar[] = [
    { from: 10, to: 30 },
    { from: 10, to: 30, row: 1, lane: 1 },
  ];
  assert.deepEqual(rectanglesOf(sceneOf(bars, 2, { scrolled: 30 })), [[10, 14, 30, 27, 1]]);
});

test('pixels have the colors of the bars, stripes where planned, and are kept elsewhere', () => {
  const scene = sceneOf([
    { from: 10, to: 40, gpr: 1 },
    { from: 90, to: 96, gpr: 0, planned: true },
    { from: 60.1, to: 60.2, gpr: 0 },
    { from: 60.3, to: 60.4, gpr: 1 },
  ]);
  const data = new Uint32Array(100 * 40).fill(7);
  const colors = Uint32Array.of(pixelOf('#010203'), pixelOf('#aabbcc'));
  fillPixels({ width: 100, height: 40, data }, scene, colors, 5);
  assert.equal(colors[1], 0xffccbbaa);
  assert.deepEqual([...data.slice(9, 11)], [7, colors[1]]);
  assert.deepEqual([...data.slice(39, 41)], [colors[1], 7]);
  assert.deepEqual([...data.slice(60, 62)], [5, 7]);
  assert.deepEqual([...data.slice(90, 97)], [...Array(3).fill(colors[0]), ...Array(4).fill(7)]);
  assert.equal(data[13 * 100 + 20], 7);
});

test('every covered pixel belongs to a bar that is there', () => {
  const bar = fc.record({ from: fc.nat(100), length: fc.nat(30), lane: fc.nat(1) });
  fc.assert(
    fc.property(fc.array(bar), (made) => {
      const bars = made.map(({ length, ...at }, gpr) => ({ ...at, gpr, to: at.from + length }));
      const scene = sceneOf(bars);
      eachRectangle(scene, (left, top, right, _bottom, index) => {
        if (index === MERGED) return;
        const { from, to, lane } = bars[scene.bars.gpr[index]];
        assert.deepEqual([left, right, top], [from, Math.min(100, Math.max(from + 1, to)), 14 * lane]);
      });
    }),
  );
});
