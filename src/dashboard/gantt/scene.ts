// The visible part of a Gantt chart, and its bars as rectangles of device pixels. Bars that would share a pixel are merged.

import type { TimeWindow } from '../axis/window.ts';
import { type Bars, Kind } from './bars.ts';
import type { Rows } from './rows.ts';

export interface Scene {
  readonly bars: Bars;
  readonly rows: Rows;
  readonly window: TimeWindow;
  /** The present, and the present of the answer that the bars come from, ms since the start. */
  readonly nowMs: number;
  readonly readMs: number;
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

/** Where a bar begins: a planned bar that continues a running one begins now, also if now is later than the answer. */
export function startOf({ bars, nowMs, readMs }: Scene, bar: number): number {
  const fromMs = bars.fromMs[bar];
  return bars.kind[bar] === Kind.planned && fromMs <= readMs ? Math.max(fromMs, nowMs) : fromMs;
}

/** Where a bar ends: a running one ends now. */
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

/** Calls `paint` for the visible bars, row by row, by start. Rectangles are cut at the edges of the area. */
export function eachRectangle(scene: Scene, paint: PaintBar): void {
  const { bars, rows, window, width, height, ratio } = scene;
  const perMs = (width * ratio) / (window.toMs - window.fromMs);
  const rightMost = Math.round(width * ratio);
  const lowest = Math.round(height * ratio);
  const [firstRow, lastRow] = visibleRows(scene);
  for (let row = firstRow; row < lastRow; row++) {
    const laneCount = rows.lanes[row];
    const tops = new Int32Array(laneCount);
    const bottoms = new Int32Array(laneCount);
    for (let lane = 0; lane < laneCount; lane++) {
      const [top, bottom] = lanesToPixels(scene, row, lane, 1);
      tops[lane] = Math.min(lowest, Math.max(0, top));
      bottoms[lane] = Math.min(lowest, Math.max(0, bottom));
    }
    // By first lane: where its last rectangle ends, how many lanes that had, and whether it is merged.
    const ends = new Int32Array(laneCount).fill(-1);
    const widths = new Int32Array(laneCount);
    const merged = new Uint8Array(laneCount);
    const [first, last] = barsOf(scene, row);
    for (let bar = first; bar < last; bar++) {
      const startMs = startOf(scene, bar);
      const endMs = endOfBar(scene, bar);
      if (endMs <= window.fromMs || endMs < startMs) continue;
      const left = Math.max(0, Math.floor((startMs - window.fromMs) * perMs));
      const right = Math.min(rightMost, Math.max(left + 1, Math.floor((endMs - window.fromMs) * perMs)));
      const lane = Math.min(bars.lane[bar], laneCount - 1);
      const lowestLane = Math.min(lane + bars.lanes[bar], laneCount) - 1;
      if (right <= ends[lane] && bars.lanes[bar] <= widths[lane]) {
        if (merged[lane] === 1) continue;
        merged[lane] = 1;
        paint(right - 1, tops[lane], right, bottoms[lowestLane], MERGED);
        continue;
      }
      ends[lane] = right;
      widths[lane] = bars.lanes[bar];
      merged[lane] = 0;
      const bottom = bottoms[lowestLane];
      if (right > left && bottom > tops[lane]) paint(left, tops[lane], right, bottom, bar);
    }
  }
}
