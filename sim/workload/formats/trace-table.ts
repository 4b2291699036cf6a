// Reads tables of traces (RFC 4180, but a cell ends in its line) and describes errors in their rows.

/** A row of a table: its cells in the order of the columns, and its line number in the file (from 1). */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** An invalid row, which is left out of the trace. */
export interface BrokenRow {
  readonly table: string;
  readonly line: number;
  readonly why: string;
}

/** Number of invalid rows that are listed; the others are only counted. */
const BROKEN_SHOWN_MAX = 20;

/** The lines of a report about invalid rows. @param what follows their number */
export function brokenLines(broken: readonly BrokenRow[], what = 'invalid rows left out'): string[] {
  if (broken.length === 0) return [];
  const shown = broken
    .slice(0, BROKEN_SHOWN_MAX)
    .map(({ table, line, why }) => `  ${table}, line ${line}: ${why}`);
  const more = broken.length - shown.length;
  return [`${broken.length} ${what}`, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}

const SHOWN_MAX = 40;
const HEADER_SHOWN_MAX = 120;

type ReadTable =
  | { readonly ok: true; readonly rows: readonly TableRow[] }
  /** `why` completes an error message that begins with the file's name. */
  | { readonly ok: false; readonly why: string };

/** The rows of a table, one after the other, as many as there are. Empty lines are skipped; cells are trimmed. */
export function* rowsOf(text: string, separator: string): Generator<TableRow> {
  let line = 0;
  for (let from = 0; from < text.length; ) {
    let to = from;
    while (to < text.length && text.charCodeAt(to) !== LF && text.charCodeAt(to) !== CR) to += 1;
    line += 1;
    const content = text.slice(from, to);
    if (content.trim() !== '') yield { line, cells: cellsOf(content, separator) };
    from = to + (text.charCodeAt(to) === CR && text.charCodeAt(to + 1) === LF ? 2 : 1);
  }
}

const LF = 10;
const CR = 13;

/** A cell that begins with a quotation mark ends at the next single one; a double one is part of it. */
function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  for (let from = 0; from <= line.length; ) {
    const quote = /^[^\S\t]*"((?:[^"]|"")*)"[^\S\t]*/.exec(line.slice(from));
    const after = quote === null ? from : from + quote[0].length;
    const end = line.indexOf(separator, after);
    const to = end < 0 ? line.length : end;
    cells.push(
      quote !== null && to === after ? quote[1]!.replaceAll('""', '"') : line.slice(from, to).trim(),
    );
    from = to + 1;
  }
  return cells;
}

/** Reads a table. Its first line must have exactly these columns. */
export function readTable(text: string, columns: readonly string[]): ReadTable {
  const rows = [...rowsOf(text, ',')];
  const header = rows.shift()?.cells.join();
  if (header === columns.join()) return { ok: true, rows };
  const found = header === undefined ? 'is empty' : `begins with ${quoted(header, HEADER_SHOWN_MAX)}`;
  return {
    ok: false,
    why: `must begin with the line ${quoted(columns.join(), HEADER_SHOWN_MAX)}, but ${found}`,
  };
}

/** The whole numbers of the `wanted` columns, in that order; or why the row is invalid. */
export function wholeCells(
  cells: readonly string[],
  columns: readonly string[],
  wanted: readonly string[],
): number[] | string {
  const numbers: number[] = [];
  for (const column of wanted) {
    const cell = cells[columns.indexOf(column)]!;
    // Ten digits of seconds are three centuries, and remain exact as milliseconds.
    if (!/^[0-9]{1,10}$/.test(cell))
      return `${column} must be a whole number of at most ten digits, but is ${quoted(cell)}`;
    numbers.push(Number(cell));
  }
  return numbers;
}

/** The error of a row whose number of cells is not the number of columns; undefined if they are equal. */
export function wrongWidth(cells: readonly string[], columns: readonly string[]): string | undefined {
  if (cells.length === columns.length) return undefined;
  return `must have ${columns.length} cells (${columns.join()}), but has ${cells.length}`;
}

/** The text in quotation marks. A long one is cut between two characters. */
export function quoted(text: string, shownMax = SHOWN_MAX): string {
  const characters = [...text];
  return JSON.stringify(characters.length > shownMax ? `${characters.slice(0, shownMax).join('')}…` : text);
}
