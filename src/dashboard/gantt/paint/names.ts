// Draws names in little room: what tells a name from the others stays longest.

import type { Palette } from '../../axis/palette.ts';
import type { RowName } from '../data/chart.ts';

/** A shortened text has at least this many characters. */
const KEPT_MIN = 6;
/** A prefix that has fewer characters is left out. */
const PREFIX_MIN = 3;

/** A text that is at most this wide, or ''. Its middle is left out, since names often differ at their ends. */
export function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  const width = context.measureText(text).width;
  if (width <= room) return text;
  for (let kept = Math.floor((text.length * room) / width); kept >= KEPT_MIN; kept--) {
    const head = Math.floor(kept / 3);
    const short = `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`;
    if (context.measureText(short).width <= room) return short;
  }
  return '';
}

/** Draws the name of a row; its prefix is quiet, and gets the room that the rest leaves. */
export function drawName(
  context: CanvasRenderingContext2D,
  { prefix, rest }: RowName,
  { x, y, room }: { readonly x: number; readonly y: number; readonly room: number },
  { text, quiet }: Pick<Palette, 'text' | 'quiet'>,
): void {
  const end = shortened(context, rest, room);
  const before = endOf(context, prefix, room - context.measureText(end).width);
  context.fillStyle = quiet;
  context.fillText(before, x, y);
  context.fillStyle = text;
  context.fillText(end, x + context.measureText(before).width, y);
}

/** The end of a text that is at most this wide, behind an ellipsis, or ''. */
function endOf(context: CanvasRenderingContext2D, text: string, room: number): string {
  const width = context.measureText(text).width;
  if (width <= room) return text;
  for (let kept = Math.floor((text.length * room) / width); kept >= PREFIX_MIN; kept--) {
    const short = `…${text.slice(text.length - kept)}`;
    if (context.measureText(short).width <= room) return short;
  }
  return '';
}
