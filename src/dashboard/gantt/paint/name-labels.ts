// Draws names in little room: what distinguishes a name from the others stays longest.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import { prefixes } from '../../../looks/prefix.ts';
import { visible } from '../../../looks/visible.ts';
import type { Palette } from '../../axis/paint/palette.ts';

type Row = GanttAnswer['rows'][number];

/** A name: what it has in common with a neighbor, and its rest. */
interface RowName {
  readonly prefix: string;
  readonly rest: string;
}

/** The name of a row; that of a workspace that the caller may not see is not known. */
export function nameOfRow({ name }: Row): string {
  return name === null ? 'another workspace' : visible(name);
}

export function rowNames(rows: readonly Row[]): readonly RowName[] {
  const names = rows.map(nameOfRow);
  return prefixes(names).map((prefix, i) => ({ prefix, rest: names[i].slice(prefix.length) }));
}

/** The width that the names of rows take, with a margin, CSS pixels. */
export function widthOfNames(
  context: CanvasRenderingContext2D,
  rows: readonly Row[],
  fontFamily: string,
): number {
  context.font = `11px ${fontFamily}`;
  return Math.max(0, ...rows.map((row) => context.measureText(nameOfRow(row)).width)) + 16;
}

/** The end of a text has at least this many characters. */
const KEPT_MIN = 3;

/** A text that is at most this wide: its end behind an ellipsis, since names often begin alike; '' without room. */
export function endOf(context: CanvasRenderingContext2D, text: string, room: number): string {
  const width = context.measureText(text).width;
  if (width <= room) return text;
  for (let kept = Math.floor((text.length * room) / width); kept >= KEPT_MIN; kept--) {
    const short = `…${text.slice(text.length - kept)}`;
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
  const end = endOf(context, rest, room);
  const before = endOf(context, prefix, room - context.measureText(end).width);
  context.fillStyle = quiet;
  context.fillText(before, x, y);
  context.fillStyle = text;
  context.fillText(end, x + context.measureText(before).width, y);
}
