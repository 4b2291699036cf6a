/** Below a value of 1, bits after the binary point that count. */
const FRACTION_BITS = 200;

/** The sum of some doubles, rounded once. Their bits must lie above 2 ** −200. */
export function exactSum(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + scaled(value), 0n);
  // Number rounds to the nearest double; both factors are powers of two.
  return Number(sum) / 2 ** FRACTION_BITS;
}

/** value × 2 ** FRACTION_BITS, without rounding. */
function scaled(value: number): bigint {
  const [word] = new BigInt64Array(Float64Array.of(value).buffer);
  const exponent = Number((word >> 52n) & 2047n);
  if (exponent === 0) return 0n;
  const mantissa = (word & (2n ** 52n - 1n)) | (2n ** 52n);
  const shift = BigInt(FRACTION_BITS + exponent - 1075);
  const magnitude = shift >= 0n ? mantissa << shift : mantissa >> -shift;
  return value < 0 ? -magnitude : magnitude;
}
