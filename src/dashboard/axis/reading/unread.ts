// Draws the parts of a chart for which no answer is there yet. They look different from time in which nothing happened.

import type { Palette } from '../paint/palette.ts';

const WORDS = 'not read yet';

/** Covers what is below. All lengths are pixels of the canvas. */
export function paintUnread(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  { line, quiet }: Pick<Palette, 'line' | 'quiet'>,
): void {
  context.fillStyle = line;
  context.fillRect(left, top, width, height);
  const room = context.measureText(WORDS).width;
  if (width < room * 1.2) return;
  context.textAlign = 'left';
  context.fillStyle = quiet;
  context.fillText(WORDS, left + (width - room) / 2, top + height / 2);
}
