// Draws the range that the user chose over a chart.

import { span } from '../../../looks/span.ts';
import type { Palette } from '../paint/palette.ts';
import type { TimeWindow } from '../time-window.ts';

/** How much of the color of the band covers what is below. */
const COVER = 0.16;

interface Place {
  /** Of the instants, in the units of the context. */
  readonly x: (ms: number) => number;
  readonly height: number;
  /** Of a CSS pixel. */
  readonly unit: number;
}

export function paintRange(
  context: CanvasRenderingContext2D,
  { fromMs, toMs }: TimeWindow,
  { accent }: Pick<Palette, 'accent'>,
  { x, height, unit }: Place,
): void {
  const [left, right] = [Math.round(x(fromMs)), Math.round(x(toMs))];
  context.fillStyle = accent;
  context.globalAlpha = COVER;
  context.fillRect(left, 0, right - left, height);
  context.globalAlpha = 1;
  for (const edge of [left, right]) context.fillRect(edge - unit / 2, 0, unit, height);
}

/** Writes the length of the range into its middle, where there is room. @param y the middle of the line */
export function writeLength(
  context: CanvasRenderingContext2D,
  { fromMs, toMs }: TimeWindow,
  { accent, panel }: Pick<Palette, 'accent' | 'panel'>,
  { x, y, unit }: Pick<Place, 'x' | 'unit'> & { readonly y: number },
): void {
  const text = span(toMs - fromMs);
  const wide = context.measureText(text).width + 8 * unit;
  if (x(toMs) - x(fromMs) < wide) return;
  const middle = (x(fromMs) + x(toMs)) / 2;
  context.fillStyle = accent;
  context.fillRect(middle - wide / 2, y - 8 * unit, wide, 16 * unit);
  context.fillStyle = panel;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, middle, y);
  context.textAlign = 'left';
}
