// A stable radix sort: a comparison of two of some hundred thousand rows would read their tables in no order, about twenty times for
// each.

const BYTES = Float64Array.BYTES_PER_ELEMENT;
const DIGITS = 256;

/**
 * Returns the indices of numbers, which are not NaN, in the order of the numbers; equal ones keep their order. Time and memory are
 * linear. It relies on little-endian numbers, which all processors have that Node runs on.
 */
export function radixOrder(numbers: Float64Array): Int32Array {
  const { length } = numbers;
  let order = new Int32Array(length);
  for (let i = 0; i < length; i++) order[i] = i;
  if (isAscending(numbers)) return order;
  const digits = comparableBytes(numbers);
  const counts = new Uint32Array(BYTES * DIGITS);
  for (let i = 0, at = 0; i < length; i++)
    for (let place = 0; place < BYTES; place++, at++) counts[place * DIGITS + digits[at]]++;

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
  return order;
}

function isAscending(numbers: Float64Array): boolean {
  for (let i = 1; i < numbers.length; i++) if (numbers[i] < numbers[i - 1]) return false;
  return true;
}

/** Returns bytes that compare as the numbers do, the last byte of each first. */
function comparableBytes(numbers: Float64Array): Uint8Array {
  const equals = new Float64Array(numbers.length);
  // −0 and 0 are equal, and so must be their bits.
  for (let i = 0; i < equals.length; i++) equals[i] = numbers[i] + 0;
  const words = new Uint32Array(equals.buffer);
  for (let high = 1; high < words.length; high += 2) {
    const isNegative = words[high] >>> 31 === 1;
    words[high] ^= isNegative ? 0xffffffff : 0x80000000;
    if (isNegative) words[high - 1] ^= 0xffffffff;
  }
  return new Uint8Array(words.buffer);
}
