// From the wait of a GPR to what it waits for: points of device pixels.

import { Kind } from '../data/bars.ts';
import { endOfBar, lanesToPixels, type Scene, visibleRows } from './scene.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Arrow {
  readonly from: Point;
  readonly to: Point;
}

/**
 * The arrow from the end of a wait that has not ended, or its instant now, to the bar of another GPR, or to a row.
 * @param gpr index of the GPR that waits @param target index of a GPR, or of a row; −1 = not in the chart
 */
export function arrowOf(
  scene: Scene,
  gpr: number,
  target: { readonly gpr: number } | { readonly row: number },
): Arrow | undefined {
  const from = startOf(scene, gpr);
  const to = 'gpr' in target ? barOf(scene, target.gpr) : middleOf(scene, target.row);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** In the wait of a GPR, at the instant of the chart. */
function startOf(scene: Scene, gpr: number): Point | undefined {
  const spans = scene.waits?.waitOf(gpr, scene.nowMs) ?? [];
  const span = spans.find(({ fromMs, toMs }) => fromMs < scene.nowMs && scene.nowMs <= toMs);
  if (span === undefined) return undefined;
  const [top] = lanesToPixels(scene, span.row, span.lane, 1);
  return inView(scene, { x: xOf(scene, scene.nowMs), y: top + scene.ratio });
}

/** The middle of the bar that a GPR has now, or of its first planned one. */
function barOf(scene: Scene, gpr: number): Point | undefined {
  if (gpr < 0) return undefined;
  const { bars, window } = scene;
  let found = -1;
  for (let bar = 0; bar < bars.size; bar++) {
    if (bars.gpr[bar] !== gpr || bars.kind[bar] === Kind.past) continue;
    if (found < 0 || bars.fromMs[bar] < bars.fromMs[found]) found = bar;
  }
  if (found < 0) return undefined;
  const [top, bottom] = lanesToPixels(scene, bars.row[found], bars.lane[found], bars.lanes[found]);
  const from = Math.max(bars.fromMs[found], window.fromMs);
  const to = Math.min(endOfBar(scene, found), window.toMs);
  if (to < from) return undefined;
  return inView(scene, { x: xOf(scene, (from + to) / 2), y: Math.round((top + bottom) / 2) });
}

/** The middle of a row, at the instant of the chart. */
function middleOf(scene: Scene, row: number): Point | undefined {
  const { rows, scrolled, ratio, nowMs } = scene;
  if (row < 0) return undefined;
  const y = Math.round((rows.top[row] + rows.heightOf(row) / 2 - scrolled) * ratio);
  return inView(scene, { x: xOf(scene, nowMs), y });
}

function xOf({ window, width, ratio }: Scene, ms: number): number {
  return Math.round(((ms - window.fromMs) * width * ratio) / (window.toMs - window.fromMs));
}

function inView(scene: Scene, point: Point): Point | undefined {
  const [first, last] = visibleRows(scene);
  const isInside = point.x >= 0 && point.x <= scene.width * scene.ratio;
  const isBetween = point.y >= 0 && point.y <= scene.height * scene.ratio;
  return first < last && isInside && isBetween ? point : undefined;
}
