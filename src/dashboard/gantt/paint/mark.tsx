// The mark at the end of a bar: in the chart, and as an element.

import type { Mark } from './ends.ts';

/** @param x, y the center. @param size of the square that the mark fills; all in the units of the context */
export function drawMark(
  context: CanvasRenderingContext2D,
  { path, isLine }: Mark,
  x: number,
  y: number,
  size: number,
  colors: { readonly panel: string; readonly text: string },
): void {
  context.fillStyle = colors.panel;
  context.fillRect(x - size / 2, y - size / 2, size, size);
  const half = size * 0.34;
  context.save();
  context.translate(x, y);
  context.scale(half, half);
  context.fillStyle = colors.text;
  context.strokeStyle = colors.text;
  context.lineWidth = Math.max(1, size * 0.16) / half;
  if (isLine) context.stroke(new Path2D(path));
  else context.fill(new Path2D(path));
  context.restore();
}

/** The mark as in the chart. */
export function MarkIcon({ mark: { path, isLine } }: { readonly mark: Mark }) {
  return (
    <svg class="mark" viewBox="-1.5 -1.5 3 3" width="12" height="12" aria-hidden="true">
      <path class={isLine ? 'stroked' : ''} d={path} />
    </svg>
  );
}
