// From the wait of a GPR to what it waits for: points of device pixels.

import { endOfBar, lanesToPixels, placesIn, type Scene, visibleRows } from './scene.ts';

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
  const [top] = lanesToPixels(scene, span);
  return inView(scene, scene.nowMs, top + scene.ratio);
}

/** The middle of the bar that a GPR has now, or of its first planned one. */
function barOf(scene: Scene, gpr: number): Point | undefined {
  const { bars, window } = scene;
  const [bar] = bars.ofRow
    .flat()
    .filter((one) => one.gpr === gpr && one.kind !== 'past')
    .sort((a, b) => a.fromMs - b.fromMs);
  if (gpr < 0 || bar === undefined) return undefined;
  const [top, bottom] = lanesToPixels(scene, bar);
  const from = Math.max(bar.fromMs, window.fromMs);
  const to = Math.min(endOfBar(scene, bar), window.toMs);
  return to < from ? undefined : inView(scene, (from + to) / 2, Math.round((top + bottom) / 2));
}

/** The middle of a row, at the instant of the chart. */
function middleOf(scene: Scene, row: number): Point | undefined {
  const { rows, scrolled, ratio, nowMs } = scene;
  if (row < 0) return undefined;
  return inView(scene, nowMs, Math.round((rows.top[row] + rows.heightOf(row) / 2 - scrolled) * ratio));
}

function inView(scene: Scene, ms: number, y: number): Point | undefined {
  const [first, last] = visibleRows(scene);
  const x = Math.round(placesIn(scene)(ms));
  const isInside = x >= 0 && x <= scene.width * scene.ratio;
  const isBetween = y >= 0 && y <= scene.height * scene.ratio;
  return first < last && isInside && isBetween ? { x, y } : undefined;
}
