// The visible part of a Gantt chart, and its bars as rectangles of device pixels. Bars that would share a pixel are merged.

import type { Reading } from '../axis/window.ts';
import { type Bars, Kind } from './bars.ts';
import type { Rows } from './rows.ts';

export interface Scene extends Reading {
  readonly bars: Bars;
  readonly rows: Rows;
  /** Size of the area of the bars, and how far its rows are scrolled up, CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly scrolled: number;
  /** Device pixels of a CSS pixel. */
  readonly ratio: number;
}

/** Of a rectangle that several bars share. */
export const MERGED = -1;

/** Paints a rectangle of whole device pixels, ends excluded. @param bar its index, or MERGED */
export type PaintBar = (left: number, top: number, right: number, bottom: number, bar: number) => void;

/** The first visible row and the one after the last. */
export function visibleRows({ rows, scrolled, height }: Scene): readonly [from: number, to: number] {
  if (rows.size === 0) return [0, 0];
  return [rows.at(scrolled), rows.at(scrolled + height) + 1];
}

/** How many bars are visible at most. */
export function visibleBars(scene: Scene): number {
  const [from, to] = visibleRows(scene);
  let count = 0;
  for (let row = from; row < to; row++) {
    const [first, last] = barsOf(scene, row);
    count += last - first;
  }
  return count;
}

/** The bars of a row among which all visible ones are. */
export function barsOf({ bars, window }: Scene, row: number): readonly [first: number, last: number] {
  const first = bars.firstEndingAfter(row, window.fromMs);
  return [first, Math.max(first, bars.firstStartingFrom(row, window.toMs))];
}

/** Where a bar ends: a running one ends at the instant of the answer, since no later one is known. */
export function endOfBar({ bars, nowMs }: Scene, bar: number): number {
  return bars.kind[bar] === Kind.running ? Math.max(nowMs, bars.fromMs[bar]) : bars.toMs[bar];
}

/** Device pixels of the upper and the lower end of lanes of a row. Lanes of 4 pixels and more have a gap. */
export function lanesToPixels(
  { rows, scrolled, ratio }: Scene,
  row: number,
  lane: number,
  lanes: number,
): readonly [top: number, bottom: number] {
  const each = (rows.heightOf(row) / rows.lanes[row]) * ratio;
  const above = (rows.top[row] - scrolled) * ratio;
  const top = Math.round(above + lane * each);
  const bottom = Math.round(above + (lane + lanes) * each);
  return [top, Math.max(top + 1, each >= 4 ? bottom - 1 : bottom)];
}

/** Calls `paint` for the visible bars, row by row. Rectangles are cut at the edges of the area. */
export function eachRectangle(scene: Scene, paint: PaintBar): void {
  const { window, width, ratio } = scene;
  const [firstRow, lastRow] = visibleRows(scene);
  const perMs = (width * ratio) / (window.toMs - window.fromMs);
  for (let row = firstRow; row < lastRow; row++) eachOfRow(scene, row, perMs, paint);
}

/**
 * By first lane, the last rectangle waits until the next one begins: what would share its only pixel is merged into it. Without
 * this, a million bars are two million rectangles.
 */
function eachOfRow(scene: Scene, row: number, perMs: number, paint: PaintBar): void {
  const { bars, rows, window, nowMs } = scene;
  const { fromMs, toMs, kind, lane: lanes, lanes: laneCounts } = bars;
  const { fromMs: windowMs } = window;
  const rightMost = Math.round(scene.width * scene.ratio);
  const lowest = Math.round(scene.height * scene.ratio);
  const laneCount = rows.lanes[row];
  const [tops, bottoms] = edgesOf(scene, row, lowest);
  const lefts = new Int32Array(laneCount);
  const rights = new Int32Array(laneCount).fill(-1);
  const waiting = new Int32Array(laneCount);
  const heights = new Int32Array(laneCount);
  const flush = (lane: number) => {
    const bottom = bottoms[lane + heights[lane] - 1];
    if (rights[lane] > lefts[lane] && bottom > tops[lane])
      paint(lefts[lane], tops[lane], rights[lane], bottom, waiting[lane]);
  };
  const [first, last] = barsOf(scene, row);
  for (let bar = first; bar < last; bar++) {
    const startMs = fromMs[bar];
    // As in `endOfBar`, which would take most of the time here.
    const endMs = kind[bar] === Kind.running ? nowMs : toMs[bar];
    if (endMs <= windowMs || endMs < startMs) continue;
    const left = startMs <= windowMs ? 0 : Math.floor((startMs - windowMs) * perMs);
    let right = Math.floor((endMs - windowMs) * perMs);
    if (right <= left) right = left + 1;
    if (right > rightMost) right = rightMost;
    const lane = Math.min(lanes[bar], laneCount - 1);
    const height = Math.min(laneCounts[bar], laneCount - lane);
    if (right <= rights[lane] && height <= heights[lane]) {
      if (rights[lane] - lefts[lane] === 1) waiting[lane] = MERGED;
      continue;
    }
    flush(lane);
    lefts[lane] = left;
    rights[lane] = right;
    waiting[lane] = bar;
    heights[lane] = height;
  }
  for (let lane = 0; lane < laneCount; lane++) flush(lane);
}

/** Lane → device pixels of its ends, within the area. */
function edgesOf(
  scene: Scene,
  row: number,
  lowest: number,
): readonly [tops: Int32Array, bottoms: Int32Array] {
  const { [row]: count } = scene.rows.lanes;
  const tops = new Int32Array(count);
  const bottoms = new Int32Array(count);
  for (let lane = 0; lane < count; lane++) {
    const [top, bottom] = lanesToPixels(scene, row, lane, 1);
    tops[lane] = Math.min(lowest, Math.max(0, top));
    bottoms[lane] = Math.min(lowest, Math.max(0, bottom));
  }
  return [tops, bottoms];
}
