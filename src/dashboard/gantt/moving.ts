// Moves the shown part of simulated time.

import { followNow, followsNow, presentMs, show, shown } from '../axis/shown.ts';
import { panned, spanOf, wholeWindow, zoomed } from '../axis/window.ts';

/** Zooms around an instant. Without one: a window that follows the present continues to do so. */
export function zoomBy(factor: number, atMs?: number): void {
  const window = shown.peek();
  const next = zoomed(window, factor, atMs ?? (window.fromMs + window.toMs) / 2, presentMs.peek());
  if (atMs === undefined && followsNow.peek()) followNow(spanOf(next));
  else show(next);
}

/** @param share of the length of the window */
export function panBy(share: number): void {
  const window = shown.peek();
  show(panned(window, spanOf(window) * share, presentMs.peek()));
}

export function showAll(): void {
  show(wholeWindow(presentMs.peek()));
}
