// Draws names in little room: what distinguishes a name from the others stays longest, and its beginning.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import { commonPrefix, prefixes } from '../../../looks/prefix.ts';
import { visible } from '../../../looks/visible.ts';
import type { Palette } from '../../axis/paint/palette.ts';

type Row = GanttAnswer['rows'][number];

/** Letters that are written from right to left: only the whole name has them in order. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** A name: what it has in common with a neighbor, and its rest. */
interface RowName {
  readonly prefix: string;
  readonly rest: string;
  /** How much of its prefix all names have in common: it goes first. */
  readonly ofAll?: number;
}

/** The name of a row; that of a workspace that the caller may not see is not known. */
export function nameOfRow({ name }: Row): string {
  return name === null ? 'another workspace' : visible(name);
}

export function rowNames(rows: readonly Row[]): readonly RowName[] {
  const names = rows.map(nameOfRow);
  const ofAll = commonPrefix(names).length;
  return prefixes(names).map((shared, i) => {
    const prefix = FROM_RIGHT.test(names[i]) ? '' : shared;
    return { prefix, rest: names[i].slice(prefix.length), ofAll };
  });
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

/** A text that is at most this wide: its beginning, and an ellipsis; '' without room. */
function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  const width = context.measureText(text).width;
  if (width <= room) return text;
  for (let kept = Math.floor((text.length * room) / width); kept >= 0; kept--) {
    const short = `${text.slice(0, kept)}…`;
    if (context.measureText(short).width <= room) return short;
  }
  return '';
}

/** Draws the name of a row; its prefix is quiet, and gets the room that the rest leaves. */
export function drawName(
  context: CanvasRenderingContext2D,
  { prefix, rest, ofAll = 0 }: RowName,
  { x, y, room }: { readonly x: number; readonly y: number; readonly room: number },
  { text, quiet }: Pick<Palette, 'text' | 'quiet'>,
): void {
  const end = shortened(context, rest, room);
  const left = room - context.measureText(end).width;
  const before = shortened(
    context,
    context.measureText(prefix).width > left ? prefix.slice(ofAll) : prefix,
    left,
  );
  context.fillStyle = quiet;
  context.fillText(before, x, y);
  context.fillStyle = text;
  context.fillText(end, x + context.measureText(before).width, y);
}
