// Tables whose columns lie interleaved in a few arrays: the fields of a row side by side, so that a visit to a row touches
// a few cache lines instead of one a column, and a copy of the table is a copy of those arrays.
//
// Each column is a view of its array which begins at the column's place in the first row. A row is named by where it
// begins, a multiple of the table's stride, and `table.column[row]` is its field, as in a table of separate columns.

type Records = Float64Array | Int32Array;

export interface Interleaved {
  /** Names of the arrays that hold the rows, one after the other. */
  tables(): readonly string[];
  /** Where the first row begins that has never been used, if that is known: from there on there is nothing to be copied. */
  readonly used?: number;
  /** Makes every column a view of its array. */
  attach(): void;
}

/** Makes `records[place]`, `records[place + stride]` … a column of a table, for each of its names and places. */
export function attachColumns(
  table: object,
  records: Records,
  columns: Readonly<Record<string, number>> | readonly string[],
): void {
  const fields = table as { [column: string]: Records };
  const placed = Array.isArray(columns)
    ? columns.map((name, place) => [name, place])
    : Object.entries(columns);
  for (const [name, place] of placed) fields[name] = records.subarray(place);
}

export function isInterleaved(part: object): part is Interleaved {
  return 'attach' in part;
}

/** Whether a field is a column, a view of one of the table's arrays. */
export function isView(part: object, field: string, value: { readonly buffer: ArrayBufferLike }): boolean {
  if (!isInterleaved(part) || part.tables().includes(field)) return false;
  return part
    .tables()
    .some((table) => (part as unknown as { [name: string]: Records })[table].buffer === value.buffer);
}
