// Tables of text. On a terminal, cells that do not fit are shortened with an ellipsis; in a pipe or a file, tables are as
// wide as their cells.

import { visible } from '../../../looks/visible.ts';
import { cutAfter, cutBefore } from '../../../wire/text/characters.ts';

const COLUMNS = 80;
export const GAP = '  ';

/** Least widths of the columns that may be shortened, by position. */
type Least = Readonly<Record<number, number>>;

export interface TableOptions {
  readonly right?: readonly number[];
  readonly least?: Least;
  /** Blanks before each line; they count for the width. */
  readonly indent?: number;
}

/** Room for running text and for tables that can be split. */
export function outputWidth(): number {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? columns : COLUMNS;
}

/** Room for a table; without a terminal, it has no end. */
export function tableWidth(): number {
  return process.stdout.isTTY ? outputWidth() : Number.POSITIVE_INFINITY;
}

export function table(rows: readonly (readonly string[])[], options: TableOptions = {}): string[] {
  const shown = rows.map((row) => row.map(visible));
  const { least = {}, ...others } = options;
  const limited = { ...others, least: leastFor(least) };
  return linesOf(shown, widthsOf(shown, limited), limited);
}

/** No cell is shortened if there is room for all. */
export function leastFor(least: Least): Least {
  return tableWidth() === Number.POSITIVE_INFINITY ? {} : least;
}

/** The width of each column: its widest cell, or less if the table would not fit otherwise. */
export function widthsOf(
  rows: readonly (readonly string[])[],
  { least = {}, indent = 0 }: TableOptions = {},
): number[] {
  const widths = naturalWidths(rows);
  for (let over = widthOf(widths) + indent - tableWidth(); over > 0; over--) {
    const widest = Object.keys(least)
      .map(Number)
      .filter((i) => widths[i] > least[i])
      .sort((a, b) => widths[b] - widths[a])[0];
    if (widest === undefined) break;
    widths[widest]--;
  }
  return widths;
}

export function naturalWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return widths;
}

export function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
}

export function linesOf(
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  { right = [], least = {}, indent = 0 }: TableOptions = {},
): string[] {
  const margin = ' '.repeat(indent);
  const shown = (cell: string, i: number) => {
    const text = i in least ? shortened(cell, widths[i]) : cell;
    return right.includes(i) ? text.padStart(widths[i]) : text.padEnd(widths[i]);
  };
  return rows.map((row) => (margin + row.map(shown).join(GAP)).trimEnd());
}

/** Characters at the end of a shortened cell: names often differ there. */
const TAIL = 4;

function shortened(text: string, width: number): string {
  if (text.length <= width) return text;
  const tail = Math.min(TAIL, width >> 1);
  return `${cutAfter(text, width - 1 - tail)}…${cutBefore(text, tail)}`;
}

/** Wraps a text at the blanks that `at` matches. A longer word stays whole. */
export function wrapped(text: string, { indent = 0, at = / / } = {}): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(at)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && indent + longer.length > outputWidth()) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
