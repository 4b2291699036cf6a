// Counter-based randomness: a draw is a hash of (seed, stream, entity, attempt), never the next of a sequence. One more
// GPR, node or fault therefore changes no other draw.

/** One stream per purpose. Append only: recorded runs depend on the numbers. */
export const Stream = {
  arrivalGap: 1,
  arrivalShape: 2,
  provisioning: 3,
  nodeFailure: 4,
  placement: 5,
  /** Of sampled futures. */
  future: 6,
} as const;

/** Multiplying an integer by this moves its upper bits down by 32: exact, and cheaper than a division. */
export const HIGH_WORD = 2 ** -32;

/** Finalizer of MurmurHash3 (Austin Appleby, public domain): every input bit reaches every output bit. */
export function mix32(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

export class Dice {
  readonly #key: number;

  /** @param seed integer, 0 … 2^53 − 1 */
  constructor(seed: number, stream: number) {
    const high = mix32((seed / 2 ** 32) ^ 0x9e3779b9);
    this.#key = mix32(mix32((seed | 0) ^ high) + Math.imul(stream, 0x27d4eb2f));
  }

  /** Returns a uniform integer, 0 … 2^32 − 1. @param entity integer below 2^53 */
  draw(entity: number, attempt: number): number {
    return drawOf(this.of(entity), attempt);
  }

  /** Returns the part of the hash that all draws of an entity share, for `drawOf`. */
  of(entity: number): number {
    return (mix32((entity | 0) ^ this.#key) + Math.imul((entity * HIGH_WORD) | 0, 0x165667b1)) | 0;
  }
}

/** Returns what `Dice.draw` returns. @param common `Dice.of` of the entity */
export function drawOf(common: number, attempt: number): number {
  return mix32(common + Math.imul(attempt, 0x9e3779b9)) >>> 0;
}

/** Scales a draw to an integer from `from` to `to`, both included. */
export function scale(draw: number, from: number, to: number): number {
  return from + Math.floor(draw * HIGH_WORD * (to - from + 1));
}

const INTERVALS = 1024;
const NEGATIVE_LOG = negativeLogTable();

/**
 * Turns a draw into an exponentially distributed number of mean 1: −ln v for v uniform in (0, 1]. The logarithm of the language
 * may differ between JavaScript engines in the last bits. So v = m × 2^−k with m in [½, 1), and −ln m comes from a table that is
 * made and read with exact IEEE operations only. The error is below 10^−6.
 */
export function exponential(draw: number): number {
  const v = draw + 1;
  // clz32 takes 32 bits, and v = 2^32 has 33.
  const halvings = v === 2 ** 32 ? -1 : Math.clz32(v);
  const mantissa = halvings < 0 ? 0.5 : ((v << halvings) >>> 0) * HIGH_WORD;
  const position = (mantissa - 0.5) * 2 * INTERVALS;
  const interval = Math.floor(position);
  const low = NEGATIVE_LOG[interval];
  // For the largest draw, rounding may give a number just below 0; a gap must not be negative.
  return Math.max(0, halvings * Math.LN2 + low + (NEGATIVE_LOG[interval + 1] - low) * (position - interval));
}

/** Returns −ln(½ + i / 2048) for i = 0 … 1024, by ln x = 2 artanh((x − 1) / (x + 1)). */
function negativeLogTable(): Float64Array {
  const table = new Float64Array(INTERVALS + 1);
  for (let i = 0; i <= INTERVALS; i++) {
    const x = 0.5 + i / (2 * INTERVALS);
    const y = (1 - x) / (1 + x);
    let power = y;
    let sum = 0;
    for (let n = 1; ; n += 2) {
      const more = sum + power / n;
      if (more === sum) break;
      sum = more;
      power *= y * y;
    }
    table[i] = 2 * sum;
  }
  return table;
}
