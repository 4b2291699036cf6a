// Tables of traces: lines of cells with commas between them, digits to numbers, and words for what is wrong with a row.

/** One row of a table: its cells in the order of the table's columns, and the line it stands on. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row that is left out. */
export interface BrokenRow {
  readonly table: string;
  readonly line: number;
  readonly why: string;
}

const SHOWN_MAX = 40;
const HEADER_SHOWN_MAX = 120;

export type ReadTable =
  | { readonly ok: true; readonly rows: readonly TableRow[] }
  /** `why` is the rest of a sentence that begins with the file's name. */
  | { readonly ok: false; readonly why: string };

/** Reads a table without quotes whose first line must name exactly these columns. Empty lines are left out. */
export function readTable(text: string, columns: readonly string[]): ReadTable {
  const rows: TableRow[] = [];
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    if (line.trim() !== '') rows.push({ line: index + 1, cells: line.split(',').map((cell) => cell.trim()) });
  });
  const header = rows.shift()?.cells.join();
  if (header === columns.join()) return { ok: true, rows };
  const found = header === undefined ? 'no line' : quoted(header, HEADER_SHOWN_MAX);
  return {
    ok: false,
    why: `must begin with the line ${quoted(columns.join(), HEADER_SHOWN_MAX)}, but begins with ${found}`,
  };
}

/** Whole numbers of some columns in the order asked for, or why the row is broken. */
export function wholeCells(
  cells: readonly string[],
  columns: readonly string[],
  wanted: readonly string[],
): number[] | string {
  const numbers: number[] = [];
  for (const column of wanted) {
    const cell = cells[columns.indexOf(column)]!;
    // Ten digits stay exact on the way from seconds to milliseconds, and are three centuries.
    if (!/^[0-9]{1,10}$/.test(cell)) return `${column} must be a whole number, but is ${quoted(cell)}`;
    numbers.push(Number(cell));
  }
  return numbers;
}

/** Why the row does not have the table's columns, if so. */
export function wrongWidth(cells: readonly string[], columns: readonly string[]): string | undefined {
  if (cells.length === columns.length) return undefined;
  return `there must be ${columns.length} cells, but there are ${cells.length}`;
}

export function quoted(cell: string, shownMax = SHOWN_MAX): string {
  return JSON.stringify(cell.length > shownMax ? `${cell.slice(0, shownMax)}…` : cell);
}
