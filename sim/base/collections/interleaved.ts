// Tables that store the fields of a row side by side, in a few arrays: a visit to a row touches few cache lines, and copying
// the table means copying those arrays. A row number is the offset of the row, a multiple of the stride. A column is a view
// of its array from the field of the first row on, so `table.column[row]` is the field.

type Records = Float64Array | Int32Array;

export interface Interleaved {
  /** Returns the names of the members that are the arrays. */
  tables(): readonly string[];
  /** Offset of the first row that was never used, if known. Copies end there. */
  readonly used?: number;
  /** Makes each column a view of its array; called when an array was replaced. */
  attach(): void;
}

/** Makes columns views of `records`. @param columns name → offset of the field in a row; in a list, the index is the offset */
export function attachColumns(
  table: object,
  records: Records,
  columns: Readonly<Record<string, number>> | readonly string[],
): void {
  const fields = table as { [column: string]: Records };
  const offsets = Array.isArray(columns)
    ? columns.map((name, offset) => [name, offset])
    : Object.entries(columns);
  for (const [name, offset] of offsets) fields[name] = records.subarray(offset);
}

export function isInterleaved(part: object): part is Interleaved {
  return 'attach' in part;
}

/** Reports whether a field is a column: a view of one of the table's arrays. */
export function isView(part: object, field: string, value: { readonly buffer: ArrayBufferLike }): boolean {
  if (!isInterleaved(part) || part.tables().includes(field)) return false;
  return part
    .tables()
    .some((table) => (part as unknown as { [name: string]: Records })[table].buffer === value.buffer);
}
