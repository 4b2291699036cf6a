// Draws the marks at the ends of bars. They differ in form, not only in color.

import type { Mark } from './ends.ts';

/** @param x, y the center. @param size of the square that the mark fills; all in the units of the context */
export function drawMark(
  context: CanvasRenderingContext2D,
  mark: Mark,
  x: number,
  y: number,
  size: number,
  colors: { readonly panel: string; readonly text: string },
): void {
  context.fillStyle = colors.panel;
  context.fillRect(x - size / 2, y - size / 2, size, size);
  const half = size * 0.34;
  context.fillStyle = colors.text;
  context.strokeStyle = colors.text;
  context.lineWidth = Math.max(1, size * 0.16);
  context.beginPath();
  switch (mark) {
    case 'evicted':
      context.moveTo(x, y - half);
      context.lineTo(x + half, y + half);
      context.lineTo(x - half, y + half);
      context.fill();
      break;
    case 'node':
      context.moveTo(x - half, y - half);
      context.lineTo(x + half, y + half);
      context.moveTo(x + half, y - half);
      context.lineTo(x - half, y + half);
      context.stroke();
      break;
    case 'time':
      context.arc(x, y, half, 0, 2 * Math.PI);
      context.stroke();
      break;
    case 'failed':
      context.rect(x - half, y - half, 2 * half, 2 * half);
      context.fill();
      break;
    case 'none':
  }
}
