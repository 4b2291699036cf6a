// The visible part of a Gantt chart, and its bars as rectangles of device pixels.

import type { Reading } from '../../axis/time-window.ts';
import { type Bars, Kind } from '../data/bars.ts';
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
  readonly bar: (bar: number) => boolean;
  readonly reason: (reason: number) => boolean;
}

/** Paints a rectangle of whole device pixels, ends excluded. @param bar its index */
type PaintBar = (left: number, top: number, right: number, bottom: number, bar: number) => void;

/** The first visible row and the one after the last. */
export function visibleRows({ rows, scrolled, height }: Scene): readonly [from: number, to: number] {
  if (rows.size === 0) return [0, 0];
  return [rows.at(scrolled), rows.at(scrolled + height) + 1];
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
  const { bars, window, width, ratio } = scene;
  const [firstRow, lastRow] = visibleRows(scene);
  const perMs = (width * ratio) / (window.toMs - window.fromMs);
  const rightMost = Math.round(width * ratio);
  const lowest = Math.round(scene.height * ratio);
  for (let row = firstRow; row < lastRow; row++) {
    const [first, last] = barsOf(scene, row);
    for (let bar = first; bar < last; bar++) {
      const endMs = endOfBar(scene, bar);
      if (endMs <= window.fromMs) continue;
      const left = Math.max(0, Math.floor((bars.fromMs[bar] - window.fromMs) * perMs));
      const right = Math.min(rightMost, Math.max(left + 1, Math.floor((endMs - window.fromMs) * perMs)));
      const [top, bottom] = lanesToPixels(scene, row, bars.lane[bar], bars.lanes[bar]);
      if (right > left && bottom > 0 && top < lowest)
        paint(left, Math.max(0, top), right, Math.min(lowest, bottom), bar);
    }
  }
}
