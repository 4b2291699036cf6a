// The arithmetic of the tables of the FGD study, which its artifact computes with NumPy: the same roundings and the same order of
// additions give the same last bits.

/** The most values that are added in eight running sums. */
const BLOCK = 128;
const SUMS = 8;

/** Rounds to two decimals as a correct decimal conversion does: to the nearest, and an exact half to the even hundredth. */
export function toHundredths(x: number): number {
  // Of a binary fraction, only odd eighths lie exactly between two hundredths.
  const eighths = x * 8;
  if (!Number.isInteger(eighths) || eighths % 2 === 0) return Number(x.toFixed(2));
  const lower = Math.floor(x * 100);
  return (lower % 2 === 0 ? lower : lower + 1) / 100;
}

/** Rounds to a whole number; a half to the even one. */
export function halfToEven(x: number): number {
  const lower = Math.floor(x);
  const rest = x - lower;
  if (rest !== 0.5) return rest < 0.5 ? lower : lower + 1;
  return lower % 2 === 0 ? lower : lower + 1;
}

/** Rounds to two decimals by way of 100 x, as NumPy does. */
export function toHundredthsOfProduct(x: number): number {
  return halfToEven(x * 100) / 100;
}

/** The mean of at least one value. */
export function meanOf(values: readonly number[]): number {
  return sumOf(values, 0, values.length) / values.length;
}

/** The sum of `values[from … from + count)` by NumPy's pairwise summation. */
function sumOf(values: readonly number[], from: number, count: number): number {
  if (count > BLOCK) {
    const half = Math.floor(count / 2);
    const first = half - (half % SUMS);
    return sumOf(values, from, first) + sumOf(values, from + first, count - first);
  }
  let sum = 0;
  let next = from;
  const end = from + count;
  if (count >= SUMS) {
    const s = values.slice(from, from + SUMS);
    for (next = from + SUMS; next + SUMS <= end; next += SUMS) {
      for (let i = 0; i < SUMS; i++) s[i] += values[next + i];
    }
    sum = s[0] + s[1] + (s[2] + s[3]) + (s[4] + s[5] + (s[6] + s[7]));
  }
  for (; next < end; next++) sum += values[next];
  return sum;
}
