// A stable radix sort of numbered items by real values: a comparison of two of some hundred thousand rows would read their tables in
// no order, about twenty times for each.

const BYTES = Float64Array.BYTES_PER_ELEMENT;
const DIGITS = 256;

/**
 * Sorts items by a value, which is not NaN; items with equal values keep their order. Returns `items`, or a new array.
 * Time and memory are linear. It relies on little-endian numbers, which all processors have that Node runs on.
 */
export function radixSorted(items: Int32Array, numberOf: (item: number) => number): Int32Array {
  const { length } = items;
  const values = new Float64Array(length);
  let isSorted = true;
  for (let i = 0; i < length; i++) {
    // −0 and 0 are equal, and so must be their bits.
    values[i] = numberOf(items[i]) + 0;
    if (i > 0 && values[i] < values[i - 1]) isSorted = false;
  }
  if (isSorted) return items;
  const digits = comparable(values);
  const counts = new Uint32Array(BYTES * DIGITS);
  for (let i = 0, at = 0; i < length; i++)
    for (let place = 0; place < BYTES; place++, at++) counts[place * DIGITS + digits[at]]++;

  let order = new Int32Array(length).map((_, i) => i);
  let next = new Int32Array(length);
  for (let place = 0; place < BYTES; place++) {
    const starts = counts.subarray(place * DIGITS, (place + 1) * DIGITS);
    if (starts[digits[place]] === length) continue;
    let start = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const count = starts[digit];
      starts[digit] = start;
      start += count;
    }
    for (const i of order) next[starts[digits[i * BYTES + place]]++] = i;
    [order, next] = [next, order];
  }
  return order.map((i) => items[i]);
}

/** Changes numbers so that they compare as their bytes do, the last byte first. Returns these bytes. */
function comparable(values: Float64Array): Uint8Array {
  const words = new Uint32Array(values.buffer);
  for (let high = 1; high < words.length; high += 2) {
    const isNegative = words[high] >>> 31 === 1;
    words[high] ^= isNegative ? 0xffffffff : 0x80000000;
    if (isNegative) words[high - 1] ^= 0xffffffff;
  }
  return new Uint8Array(values.buffer);
}
