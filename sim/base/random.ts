// Counter-based randomness: a draw is a hash of (seed, stream, entity, attempt), never the next of a sequence.
// One more GPR, node or fault therefore shifts no other draw.

/** One stream a purpose. Append only: the numbers are part of every recorded run. */
export const Stream = {
  arrivalGap: 1,
  arrivalShape: 2,
  provisioning: 3,
  nodeFailure: 4,
  id: 5,
} as const;

/** Multiplying by this leaves what is above the low 32 bits of an integer: exact, and cheaper than dividing. */
export const HIGH_WORD = 2 ** -32;

/** Finalizer of MurmurHash3 (Austin Appleby, public domain): every input bit reaches every output bit. */
export function mix32(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The draws of one stream of one seed. */
export class Dice {
  readonly #key: number;

  /** @param seed integer, 0 … 2^53 − 1 */
  constructor(seed: number, stream: number) {
    const high = mix32((seed / 2 ** 32) ^ 0x9e3779b9);
    this.#key = mix32(mix32((seed | 0) ^ high) + Math.imul(stream, 0x27d4eb2f));
  }

  /** A uniform integer, 0 … 2^32 − 1. `entity` is an integer below 2^53. */
  draw(entity: number, attempt: number): number {
    return drawOf(this.of(entity), attempt);
  }

  /** What all draws of an entity have in common, for `drawOf`. */
  of(entity: number): number {
    return (mix32((entity | 0) ^ this.#key) + Math.imul((entity * HIGH_WORD) | 0, 0x165667b1)) | 0;
  }
}

/** As `Dice.draw` of the entity that `common` stands for. */
export function drawOf(common: number, attempt: number): number {
  return mix32(common + Math.imul(attempt, 0x9e3779b9)) >>> 0;
}

/** A draw scaled to an integer from `from` to `to`, both included. */
export function scale(draw: number, from: number, to: number): number {
  return from + Math.floor(draw * HIGH_WORD * (to - from + 1));
}

const CELLS = 1024;
const NEGATIVE_LOG = negativeLogTable();

/**
 * A draw turned into an exponentially distributed number of mean 1: −ln v for v uniform in (0, 1].
 * The language leaves the last bits of its own logarithm to the engine, so the logarithm comes from v = m × 2^−k with m in [½, 1) and
 * a table of −ln m, made and read with exact IEEE operations only. Its error is below 10^−6.
 */
export function exponential(draw: number): number {
  const v = draw + 1;
  // v = 2^32 has one bit more than clz32 can see.
  const halvings = v === 2 ** 32 ? -1 : Math.clz32(v);
  const mantissa = halvings < 0 ? 0.5 : ((v << halvings) >>> 0) * HIGH_WORD;
  const place = (mantissa - 0.5) * 2 * CELLS;
  const cell = Math.floor(place);
  const low = NEGATIVE_LOG[cell];
  // At v = 1 rounding may leave it a hair below 0, and a gap must never be negative.
  return Math.max(0, halvings * Math.LN2 + low + (NEGATIVE_LOG[cell + 1] - low) * (place - cell));
}

/** −ln(½ + i / 2048) for i = 0 … 1024, by ln x = 2 artanh((x − 1) / (x + 1)). */
function negativeLogTable(): Float64Array {
  const table = new Float64Array(CELLS + 1);
  for (let i = 0; i <= CELLS; i++) {
    const x = 0.5 + i / (2 * CELLS);
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
