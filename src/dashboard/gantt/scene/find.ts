// Finds bars: under the pointer, and from one bar to the next with the keys.

import type { Bar } from '../data/bars.ts';
import { barsOf, endOfBar, type Scene } from './scene.ts';

/** How far from a bar the pointer may be, CSS pixels. */
const REACH = 2;

/** The bar at a point of the area, CSS pixels; the nearest within reach if none is exactly there. */
export function barAt(scene: Scene, x: number, y: number): Bar | undefined {
  const { bars, rows, window, width, scrolled } = scene;
  const row = rows.at(y + scrolled);
  if (row < 0 || y + scrolled < rows.top[row] || y + scrolled > rows.top[row] + rows.heightOf(row))
    return undefined;
  const lane = rows.laneAt(row, y + scrolled);
  const msPerPixel = (window.toMs - window.fromMs) / width;
  const atMs = window.fromMs + x * msPerPixel;
  const reachMs = REACH * msPerPixel;
  let nearest: Bar | undefined;
  let nearestMs = reachMs;
  for (const bar of bars.between(row, atMs - reachMs, atMs + reachMs)) {
    if (lane < bar.lane || lane >= bar.lane + bar.lanes) continue;
    const awayMs = Math.max(bar.fromMs - atMs, atMs - endOfBar(scene, bar), 0);
    if (awayMs <= nearestMs) {
      nearest = bar;
      nearestMs = awayMs;
    }
  }
  return nearest;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The next bar of the row by start, or the bar of the next row with bars that starts nearest; the same bar at the edge. */
export function neighbor({ bars }: Scene, bar: Bar, direction: Direction): Bar {
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  const row = bars.ofRow[bar.row];
  if (direction === 'left' || direction === 'right') return row[row.indexOf(bar) + step] ?? bar;
  for (let next = bar.row + step; bars.ofRow[next] !== undefined; next += step) {
    const found = nearestStart(bars.ofRow[next], bar.fromMs);
    if (found !== undefined) return found;
  }
  return bar;
}

/** The bar whose start is nearest to an instant, of two equally near ones the earlier. */
export function nearestStart(bars: readonly Bar[], atMs: number): Bar | undefined {
  let nearest: Bar | undefined;
  let nearestMs = Number.POSITIVE_INFINITY;
  for (const bar of bars) {
    const awayMs = Math.abs(bar.fromMs - atMs);
    if (awayMs > nearestMs || (awayMs === nearestMs && bar.fromMs >= atMs)) continue;
    nearest = bar;
    nearestMs = awayMs;
  }
  return nearest;
}

/** The visible bars of rows, row by row. */
export function visibleBars(scene: Scene, from: number, to: number): readonly Bar[] {
  return scene.bars.ofRow
    .slice(from, to)
    .flatMap((_, i) => barsOf(scene, from + i).filter((bar) => endOfBar(scene, bar) > scene.window.fromMs));
}
