// Sequences of 64-bit words as three limbs of 22, 22 and 20 bits, and their product as polynomials. With limbs this short, the
// sums of products are exact in doubles.

/** The bits of the two lower limbs, and of the highest. */
const LOW = 2 ** 22;
const HIGH = 2 ** 20;

/** Products that a sum can take before it must be carried. */
const CHUNK = 200;

export interface Words64 {
  /** By limb, the lowest first: one element for each word. */
  readonly limbs: readonly [Float64Array, Float64Array, Float64Array];
  readonly length: number;
}

export function zeros64(length: number): Words64 {
  return { limbs: [new Float64Array(length), new Float64Array(length), new Float64Array(length)], length };
}

/** Sets a word. @param high upper 32 bits @param low lower 32 bits; the signs do not matter */
export function set64({ limbs }: Words64, at: number, high: number, low: number): void {
  limbs[0][at] = low & (LOW - 1);
  limbs[1][at] = (low >>> 22) | ((high & 0xfff) << 10);
  limbs[2][at] = high >>> 12;
}

/** The upper and lower 32 bits of a word, as int32. */
export function halves64({ limbs }: Words64, at: number): { high: number; low: number } {
  const middle = limbs[1][at];
  return { high: (limbs[2][at] << 12) | (middle >>> 10), low: limbs[0][at] | (middle << 22) };
}

/** Adds word `from` of a sequence to word `to`, modulo 2^64. */
export function addWord64({ limbs }: Words64, to: number, from: number): void {
  for (const limb of limbs) limb[to] += limb[from];
  carry(limbs, to);
}

/** The product of two sequences as polynomials (word i is the coefficient of x^i), each coefficient modulo 2^64. */
export function product64(a: Words64, b: Words64): Words64 {
  const product = zeros64(a.length + b.length - 1);
  const [p0, p1, p2] = product.limbs;
  const [b0, b1, b2] = b.limbs;
  for (let from = 0; from < a.length; from += CHUNK) {
    const to = Math.min(a.length, from + CHUNK);
    for (let i = from; i < to; i++) {
      const a0 = a.limbs[0][i];
      const a1 = a.limbs[1][i];
      const a2 = a.limbs[2][i];
      for (let j = 0; j < b.length; j++) {
        p0[i + j] += a0 * b0[j];
        p1[i + j] += a0 * b1[j] + a1 * b0[j];
        p2[i + j] += a0 * b2[j] + a1 * b1[j] + a2 * b0[j];
      }
    }
    for (let i = 0; i < product.length; i++) carry(product.limbs, i);
  }
  return product;
}

/** Makes the limbs of a word as short as they must be. */
function carry([low, middle, high]: Words64['limbs'], at: number): void {
  const fromLow = Math.floor(low[at] / LOW);
  low[at] -= fromLow * LOW;
  const sum = middle[at] + fromLow;
  const fromMiddle = Math.floor(sum / LOW);
  middle[at] = sum - fromMiddle * LOW;
  high[at] = (high[at] + fromMiddle) % HIGH;
}
