// The waits in view as rectangles of device pixels, and the one at a point.

import type { WaitSpan } from '../data/wait-lanes.ts';
import { lanesToPixels, placesIn, type Scene, visibleRows } from './scene.ts';

/** Lanes that are at least this high have thicker waits with a line of the page above, CSS pixels. */
const LANE_ROOMY = 6;
const THICK = 3;
const THIN = 2;
/** How far below a wait the pointer may be, CSS pixels. */
const REACH = 2;

/** Height of the waits on a row: of their color, and with the line above, device pixels. */
function heightsOf({ rows, ratio }: Scene, row: number): readonly [colored: number, whole: number] {
  const isRoomy = rows.heightOf(row) / rows.lanes[row] >= LANE_ROOMY;
  const colored = Math.round((isRoomy ? THICK : THIN) * ratio);
  return [colored, isRoomy ? colored + Math.round(ratio) : colored];
}

/** Rectangles of device pixels: left, top, width, height, one after the other. */
interface WaitRectangles {
  /** By reason. */
  readonly colored: readonly number[][];
  /** The lines above them. */
  readonly lines: number[];
}

/** The waits in view. Those of one reason within the same pixels become one rectangle. Device pixels. */
export function waitRectangles(scene: Scene, reasons: number): WaitRectangles {
  const colored: number[][] = Array.from({ length: reasons }, () => []);
  const lines: number[] = [];
  const { waits, window, width, ratio, height } = scene;
  if (waits === undefined) return { colored, lines };
  const [firstRow, lastRow] = visibleRows(scene);
  const x = placesIn(scene);
  const rightMost = Math.round(width * ratio);
  const lowest = Math.round(height * ratio);
  for (let row = firstRow; row < lastRow; row++) {
    const [thick, whole] = heightsOf(scene, row);
    const above = whole - thick;
    let onLane = -1;
    let top = 0;
    let right = 0;
    let last = -1;
    let line = -1;
    for (const { span, fromMs } of waits.ofRow[row]) {
      const { lane, toMs, reason } = span;
      if (toMs <= window.fromMs || fromMs >= window.toMs) continue;
      if (lane !== onLane) {
        onLane = lane;
        right = 0;
        last = -1;
        line = -1;
        [top] = lanesToPixels(scene, span);
      }
      if (top >= lowest) continue;
      const begin = Math.max(0, right, Math.floor(x(fromMs)));
      const end = Math.min(rightMost, Math.max(begin + 1, Math.floor(x(toMs))));
      if (end <= begin) continue;
      const list = colored[reason];
      const touches = begin === right;
      if (touches && last === reason) list[list.length - 2] += end - begin;
      else list.push(begin, top + above, end - begin, thick);
      if (above > 0) {
        if (touches && line >= 0) lines[line] += end - begin;
        else line = lines.push(begin, top, end - begin, above) - 2;
      }
      right = end;
      last = reason;
    }
  }
  return { colored, lines };
}

/** The wait at a point of the area, CSS pixels. */
export function waitAt(scene: Scene, x: number, y: number): WaitSpan | undefined {
  const { waits, rows, window, width, scrolled, ratio } = scene;
  const row = rows.at(y + scrolled);
  if (waits === undefined || row < 0 || y + scrolled < rows.top[row]) return undefined;
  const lane = rows.laneAt(row, y + scrolled);
  const [top] = lanesToPixels(scene, { row, lane });
  if (y * ratio > top + heightsOf(scene, row)[1] + REACH * ratio) return undefined;
  const atMs = window.fromMs + (x * (window.toMs - window.fromMs)) / width;
  return waits.ofRow[row].find(({ span, fromMs }) => span.lane === lane && fromMs <= atMs && atMs < span.toMs)
    ?.span;
}
