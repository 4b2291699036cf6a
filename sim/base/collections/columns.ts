// Typed arrays as columns of tables.

export type Column = Float64Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Uint8Array;

/** Returns a copy of a column with room for `length` elements; the new ones are 0. */
export function grown<T extends Column>(column: T, length: number): T {
  const copy = new (column.constructor as new (length: number) => T)(length);
  copy.set(column as never);
  return copy;
}

/** Returns the index of the first of `size` ascending numbers that is at least `value`; `size` if none is. */
export function firstFrom(numbers: ArrayLike<number>, size: number, value: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
