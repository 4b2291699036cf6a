// Finds bars: under the pointer, and from one bar to the next with the keys.

import { barsOf, endOfBar, type Scene } from './scene.ts';

/** How far from a bar the pointer may be, CSS pixels. */
const REACH = 2;

export const NONE = -1;

/** The bar at a point of the area, CSS pixels; the nearest within reach if none is exactly there. NONE without one. */
export function barAt(scene: Scene, x: number, y: number): number {
  const { bars, rows, window, width, scrolled } = scene;
  const row = rows.at(y + scrolled);
  if (row < 0 || y + scrolled < rows.top[row] || y + scrolled > rows.top[row] + rows.heightOf(row))
    return NONE;
  const lane = rows.laneAt(row, y + scrolled);
  const msPerPixel = (window.toMs - window.fromMs) / width;
  const atMs = window.fromMs + x * msPerPixel;
  const reachMs = REACH * msPerPixel;
  let nearest = NONE;
  let nearestMs = reachMs;
  const last = bars.firstStartingFrom(row, atMs + reachMs);
  for (let bar = bars.firstEndingAfter(row, atMs - reachMs); bar < last; bar++) {
    if (lane < bars.lane[bar] || lane >= bars.lane[bar] + bars.lanes[bar]) continue;
    const awayMs = Math.max(bars.fromMs[bar] - atMs, atMs - endOfBar(scene, bar), 0);
    if (awayMs <= nearestMs) {
      nearest = bar;
      nearestMs = awayMs;
    }
  }
  return nearest;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The next bar of the row by start, or the bar of the next row with bars that starts nearest; the same bar at the edge. */
export function neighbor(scene: Scene, bar: number, direction: Direction): number {
  const { bars, rows } = scene;
  const row = bars.row[bar];
  if (direction === 'left') return bar > bars.firstOfRow[row] ? bar - 1 : bar;
  if (direction === 'right') return bar + 1 < bars.firstOfRow[row + 1] ? bar + 1 : bar;
  const step = direction === 'up' ? -1 : 1;
  for (let next = row + step; next >= 0 && next < rows.size; next += step) {
    const found = nearestStart(scene, next, bars.fromMs[bar]);
    if (found !== NONE) return found;
  }
  return bar;
}

/** The bar of a row whose start is nearest to an instant; NONE in an empty row. */
export function nearestStart({ bars }: Scene, row: number, atMs: number): number {
  const first = bars.firstOfRow[row];
  const end = bars.firstOfRow[row + 1];
  if (first === end) return NONE;
  const next = bars.firstStartingFrom(row, atMs);
  if (next === end) return end - 1;
  if (next === first) return first;
  return bars.fromMs[next] - atMs < atMs - bars.fromMs[next - 1] ? next : next - 1;
}

/** Up to `limit` visible bars, row by row. */
export function someVisible(scene: Scene, from: number, to: number, limit: number): number[] {
  const found: number[] = [];
  for (let row = from; row < to; row++) {
    const [first, last] = barsOf(scene, row);
    for (let bar = first; bar < last; bar++) {
      if (found.length === limit) return found;
      if (endOfBar(scene, bar) > scene.window.fromMs) found.push(bar);
    }
  }
  return found;
}
