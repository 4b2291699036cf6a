// Reads tables of traces (comma-separated values without quotes) and describes errors in their rows.

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

const SHOWN_MAX = 40;
const HEADER_SHOWN_MAX = 120;

type ReadTable =
  | { readonly ok: true; readonly rows: readonly TableRow[] }
  /** `why` completes an error message that begins with the file's name. */
  | { readonly ok: false; readonly why: string };

/** Reads a table. Its first line must have exactly these columns. Empty lines are skipped. */
export function readTable(text: string, columns: readonly string[]): ReadTable {
  const rows: TableRow[] = [];
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    if (line.trim() !== '') rows.push({ line: index + 1, cells: line.split(',').map((cell) => cell.trim()) });
  });
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
