// The waits in view as rectangles of device pixels, and the one at a point.

import type { WaitSpan } from '../data/waits.ts';
import { lanesToPixels, type Scene, visibleRows } from './scene.ts';

/** Lanes that are at least this high have thicker waits with a line of the page above, CSS pixels. */
const LANE_ROOMY = 6;
const THICK = 3;
const THIN = 2;
/** How far below a wait the pointer may be, CSS pixels. */
const REACH = 2;

/** Height of the waits on a row: of their color, and with the line above, device pixels. */
export function heightsOf({ rows, ratio }: Scene, row: number): readonly [colored: number, whole: number] {
  const isRoomy = rows.heightOf(row) / rows.lanes[row] >= LANE_ROOMY;
  const colored = Math.round((isRoomy ? THICK : THIN) * ratio);
  return [colored, isRoomy ? colored + Math.round(ratio) : colored];
}

type PaintWait = (left: number, top: number, right: number, reason: number, row: number) => void;

/** Calls `paint` for the waits in view, ends excluded; those of one reason within the same pixels become one. */
export function eachWait(scene: Scene, paint: PaintWait): void {
  const { waits, window, width, ratio, height } = scene;
  if (waits === undefined) return;
  const { pieces, firstOfRow } = waits;
  const [firstRow, lastRow] = visibleRows(scene);
  const perMs = (width * ratio) / (window.toMs - window.fromMs);
  const rightMost = Math.round(width * ratio);
  const lowest = Math.round(height * ratio);
  for (let row = firstRow; row < lastRow; row++) {
    let [lane, top, left, right, reason] = [-1, 0, 0, 0, -1];
    const flush = () => {
      if (reason >= 0 && right > left && top < lowest) paint(left, top, right, reason, row);
      reason = -1;
    };
    for (let i = firstOfRow[row]; i < firstOfRow[row + 1]; i++) {
      const piece = pieces[i];
      if (piece.toMs <= window.fromMs || piece.fromMs >= window.toMs) continue;
      if (piece.lane !== lane) {
        flush();
        lane = piece.lane;
        right = 0;
        [top] = lanesToPixels(scene, row, lane, 1);
      }
      const begin = Math.max(0, right, Math.floor((piece.fromMs - window.fromMs) * perMs));
      const end = Math.min(rightMost, Math.max(begin + 1, Math.floor((piece.toMs - window.fromMs) * perMs)));
      if (reason === piece.reason && begin === right) {
        right = end;
        continue;
      }
      flush();
      [left, right, reason] = [begin, end, piece.reason];
    }
    flush();
  }
}

/** The wait at a point of the area, CSS pixels. */
export function waitAt(scene: Scene, x: number, y: number): WaitSpan | undefined {
  const { waits, rows, window, width, scrolled, ratio } = scene;
  const row = rows.at(y + scrolled);
  if (waits === undefined || row < 0 || y + scrolled < rows.top[row]) return undefined;
  const lane = rows.laneAt(row, y + scrolled);
  const [top] = lanesToPixels(scene, row, lane, 1);
  if (y * ratio > top + heightsOf(scene, row)[1] + REACH * ratio) return undefined;
  const msPerPixel = (window.toMs - window.fromMs) / width;
  const atMs = window.fromMs + x * msPerPixel;
  for (let i = waits.firstOfRow[row]; i < waits.firstOfRow[row + 1]; i++) {
    const piece = waits.pieces[i];
    if (piece.lane === lane && piece.fromMs <= atMs && atMs < piece.toMs) return piece;
  }
  return undefined;
}
