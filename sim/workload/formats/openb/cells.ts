// Rows and cells of a trace's tables: digits to numbers, and words for what is wrong with a row.

/** One row of a table: its cells in the order of the table's columns, and the line it stands on. */
export interface OpenbRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface OpenbBrokenRow {
  readonly table: 'nodes' | 'pods';
  readonly line: number;
  readonly why: string;
}

const SHOWN_MAX = 40;

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

export function quoted(cell: string): string {
  return JSON.stringify(cell.length > SHOWN_MAX ? `${cell.slice(0, SHOWN_MAX)}…` : cell);
}
