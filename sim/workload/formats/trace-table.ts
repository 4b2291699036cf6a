// Reads tables of traces (RFC 4180) and describes errors in their rows.

import { counted } from '../../base/counted.ts';

/** A row of a table: its cells in the order of the columns, and its line number in the file (from 1). */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** An invalid row, which is left out of the trace. */
interface BrokenRow {
  readonly table: string;
  readonly line: number;
  readonly why: string;
}

/** Number of invalid rows that are listed; the others are only counted. */
const BROKEN_SHOWN_MAX = 20;

/** A count of a report, what is counted in the singular, and what follows it. */
type ReportCount = readonly [count: number, what: string, rest: string];

/** The lines of counts above 0: `2 pods without GPU left out`. */
export function countLines(counts: readonly ReportCount[]): string[] {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what, rest]) => `${counted(count, what)} ${rest}`);
}

/** Invalid rows: their number, and the first of them. */
export class BrokenRows {
  count: number = 0;
  readonly listed: BrokenRow[] = [];

  add(row: BrokenRow): void {
    this.count += 1;
    if (this.listed.length < BROKEN_SHOWN_MAX) this.listed.push(row);
  }
}

/** The lines of a report about rows: their number, and the first of them. By default, invalid rows. */
export function brokenLines(
  broken: readonly BrokenRows[],
  what = 'invalid row',
  rest = 'left out',
): string[] {
  const count = broken.reduce((sum, rows) => sum + rows.count, 0);
  if (count === 0) return [];
  const shown = broken
    .flatMap(({ listed }) => listed)
    .slice(0, BROKEN_SHOWN_MAX)
    .map(({ table, line, why }) => `  ${table}, line ${line}: ${why}`);
  const more = count - shown.length;
  return [...countLines([[count, what, rest]]), ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}

/** Columns of a table. The rest of a longer row is not read. */
export const COLUMNS_MAX = 1000;
/** Code units of a cell in quotation marks; the rest is not read. */
const QUOTED_MAX = 1 << 16;
/** Rows of a table that is read as a whole. */
const ROWS_MAX = 1_000_000;

const SHOWN_MAX = 40;
const HEADER_SHOWN_MAX = 120;

type ReadTable =
  | { readonly ok: true; readonly rows: readonly TableRow[] }
  /** `why` completes an error message that begins with the file's name. */
  | { readonly ok: false; readonly why: string };

/**
 * The rows of a table, one after the other, as many as there are. Empty lines are skipped; cells are trimmed. A row has at most
 * one cell more than COLUMNS_MAX. The line of a row is its first one: a cell in quotation marks may have several.
 */
export function* rowsOf(text: string, separator: string): Generator<TableRow> {
  let line = 1;
  for (let from = 0; from < text.length; ) {
    const { cells, to, lineBreaks } = cellsAt(text, from, separator);
    if (text.slice(from, to).trim() !== '') yield { line, cells };
    line += lineBreaks + 1;
    from = afterBreak(text, to);
  }
}

const LF = 10;
const CR = 13;

/** Where the line ends in which `at` is. */
function endOfLine(text: string, at: number): number {
  let to = at;
  while (to < text.length && text.charCodeAt(to) !== LF && text.charCodeAt(to) !== CR) to += 1;
  return to;
}

/** @param at of a line break */
function afterBreak(text: string, at: number): number {
  return at + (text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? 2 : 1);
}

/** The cells of a row, where it ends, and its line breaks: those in a cell between quotation marks do not end it. */
function cellsAt(
  text: string,
  from: number,
  separator: string,
): { cells: string[]; to: number; lineBreaks: number } {
  let to = endOfLine(text, from);
  const first = text.slice(from, to);
  if (!first.includes('"')) {
    const cells = first.split(separator, COLUMNS_MAX + 1).map((cell) => cell.trim());
    return { cells, to, lineBreaks: 0 };
  }
  const cells: string[] = [];
  let lineBreaks = 0;
  for (let at = from; at <= to; ) {
    const open = afterBlanks(text, at);
    const close = text[open] === '"' ? closingMark(text, open) : -1;
    const after = close < 0 ? -1 : afterBlanks(text, close + 1);
    if (after === text.length || /^[\r\n]$/.test(text[after] ?? '') || text[after] === separator) {
      cells.push(text.slice(open + 1, Math.min(close, open + QUOTED_MAX)).replaceAll('""', '"'));
      for (; to < after; to = endOfLine(text, afterBreak(text, to))) lineBreaks += 1;
      at = after + 1;
    } else {
      const end = text.slice(at, to).indexOf(separator);
      const next = end < 0 ? to : at + end;
      cells.push(text.slice(at, next).trim());
      at = next + 1;
    }
    if (cells.length > COLUMNS_MAX) break;
  }
  return { cells, to, lineBreaks };
}

/** A tab is no blank, because it may separate cells. */
const BLANKS = /[^\S\t\r\n]*/y;

function afterBlanks(text: string, from: number): number {
  BLANKS.lastIndex = from;
  BLANKS.test(text);
  return BLANKS.lastIndex;
}

/** Where the next single quotation mark after the one at `open` is; -1: there is none. */
function closingMark(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** Reads a table. Its first line must have exactly these columns. */
export function readTable(text: string, columns: readonly string[]): ReadTable {
  const all = rowsOf(text, ',');
  const header = all.next().value?.cells.join();
  if (header === columns.join()) {
    const rows: TableRow[] = [];
    for (const row of all) {
      if (rows.length === ROWS_MAX)
        return { ok: false, why: `must have at most ${ROWS_MAX} rows, but has more` };
      rows.push(row);
    }
    return { ok: true, rows };
  }
  const found = header === undefined ? 'is empty' : `begins with ${quoted(header, HEADER_SHOWN_MAX)}`;
  return {
    ok: false,
    why: `must begin with the line ${quoted(columns.join(), HEADER_SHOWN_MAX)}, but ${found}`,
  };
}

/** The whole numbers of the `wanted` columns, in that order. For another cell, the number is NaN, and `wrong` gets the reason. */
export function wholeCells(
  cells: readonly string[],
  columns: readonly string[],
  wanted: readonly string[],
  wrong: string[],
): number[] {
  return wanted.map((column) => {
    const cell = cells[columns.indexOf(column)]!;
    // Ten digits of seconds are three centuries, and remain exact as milliseconds.
    if (/^[0-9]{1,10}$/.test(cell)) return Number(cell);
    wrong.push(`${column} must be a whole number of at most ten digits, but is ${quoted(cell)}`);
    return Number.NaN;
  });
}

/** The error of a row whose number of cells is not the number of columns; undefined if they are equal. */
export function wrongWidth(cells: readonly string[], columns: readonly string[]): string | undefined {
  if (cells.length === columns.length) return undefined;
  return `must have ${columns.length} cells (${columns.join()}), but has ${widthOf(cells)}`;
}

/** The number of cells in a text. */
export function widthOf({ length }: readonly string[]): string {
  return length > COLUMNS_MAX ? `more than ${COLUMNS_MAX}` : `${length}`;
}

/** The text in quotation marks. A long one is cut between two characters. */
export function quoted(text: string, shownMax = SHOWN_MAX): string {
  // A character has one or two code units.
  const characters = [...text.slice(0, 2 * (shownMax + 1))];
  return JSON.stringify(characters.length > shownMax ? `${characters.slice(0, shownMax).join('')}…` : text);
}
