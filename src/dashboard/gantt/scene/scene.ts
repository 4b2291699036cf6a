// The visible part of a Gantt chart, and its bars as rectangles of device pixels.

import type { Reading } from '../../axis/time-window.ts';
import type { Bar, Bars } from '../data/bars.ts';
import type { Rows } from '../data/row-places.ts';
import type { Waits } from '../data/wait-lanes.ts';

export interface Scene extends Reading {
  readonly bars: Bars;
  /** undefined: they are not shown. */
  readonly waits?: Waits | undefined;
  readonly rows: Rows;
  /** Size of the area of the bars, and how far its rows are scrolled up, CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly scrolled: number;
  /** Device pixels of a CSS pixel. */
  readonly ratio: number;
}

/** What has its full color; everything else is pale. */
export interface Lit {
  readonly bar: (bar: Bar) => boolean;
  readonly reason: (reason: number) => boolean;
}

/** Paints a rectangle of whole device pixels, ends excluded. */
type PaintBar = (left: number, top: number, right: number, bottom: number, bar: Bar) => void;

/** The first visible row and the one after the last. */
export function visibleRows({ rows, scrolled, height }: Scene): readonly [from: number, to: number] {
  if (rows.size === 0) return [0, 0];
  return [rows.at(scrolled), rows.at(scrolled + height) + 1];
}

/** The bars of a row among which all visible ones are. */
export function barsOf({ bars, window }: Scene, row: number): readonly Bar[] {
  return bars.between(row, window.fromMs, window.toMs);
}

/** Where a bar ends: a running one ends at the instant of the answer, since no later one is known. */
export function endOfBar({ nowMs }: Scene, { kind, fromMs, toMs }: Bar): number {
  return kind === 'running' ? Math.max(nowMs, fromMs) : toMs;
}

/** Instant → device pixels from the left edge of the area. */
export function placesIn({ window, width, ratio }: Scene): (ms: number) => number {
  const { fromMs } = window;
  const perMs = (width * ratio) / (window.toMs - fromMs);
  return (ms) => (ms - fromMs) * perMs;
}

/** Device pixels of the upper and the lower end of lanes of a row. Lanes of 4 pixels and more have a gap. */
export function lanesToPixels(
  { rows, scrolled, ratio }: Scene,
  { row, lane, lanes = 1 }: { readonly row: number; readonly lane: number; readonly lanes?: number },
): readonly [top: number, bottom: number] {
  const each = (rows.heightOf(row) / rows.lanes[row]) * ratio;
  const above = (rows.top[row] - scrolled) * ratio;
  const top = Math.round(above + lane * each);
  const bottom = Math.round(above + (lane + lanes) * each);
  return [top, Math.max(top + 1, each >= 4 ? bottom - 1 : bottom)];
}

/** Calls `paint` for the visible bars, row by row. Rectangles are cut at the edges of the area. */
export function eachRectangle(scene: Scene, paint: PaintBar): void {
  const [firstRow, lastRow] = visibleRows(scene);
  const x = placesIn(scene);
  const rightMost = Math.round(scene.width * scene.ratio);
  const lowest = Math.round(scene.height * scene.ratio);
  for (let row = firstRow; row < lastRow; row++)
    for (const bar of barsOf(scene, row)) {
      const endMs = endOfBar(scene, bar);
      if (endMs <= scene.window.fromMs) continue;
      const left = Math.max(0, Math.floor(x(bar.fromMs)));
      const right = Math.min(rightMost, Math.max(left + 1, Math.floor(x(endMs))));
      const [top, bottom] = lanesToPixels(scene, bar);
      if (right > left && bottom > 0 && top < lowest)
        paint(left, Math.max(0, top), right, Math.min(lowest, bottom), bar);
    }
}
