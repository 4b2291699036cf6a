// The fact hash: four 32-bit lanes over every word of every fact, in order. A word is an integer (−1 … 2^53 − 1). Its low
// and high 32 bits enter lanes a and b, those of the next word lanes c and d, and so on in turn. Each enters by the round
// of xxHash32 (Yann Collet): lane ← rotate(lane + part × P2, 13) × P1.

import { hexOf } from '../base/numbers/hex.ts';
import { HIGH_WORD, mix32 } from '../base/numbers/random.ts';

const P1 = 0x9e3779b1 | 0;
const P2 = 0x85ebca77 | 0;

export class FactHash {
  a = 0x243f6a88;
  b = 0x85a308d3 | 0;
  c = 0x13198a2e;
  d = 0x03707344;

  /** Hashes `words[from … to)`. */
  mix(words: Float64Array, from: number, to: number): void {
    let { a, b, c, d } = this;
    let i = from;
    // Two words per step: they use different lanes, so the processor can overlap their multiplications.
    for (; i + 1 < to; i += 2) {
      const word = words[i];
      const next = words[i + 1];
      a = entered(a, word | 0);
      b = entered(b, (word * HIGH_WORD) | 0);
      c = entered(c, next | 0);
      d = entered(d, (next * HIGH_WORD) | 0);
    }
    if (i < to) {
      // After an odd number of words, swap the pairs of lanes: the next word, in a later call, enters the other pair.
      const [lowLane, highLane] = [entered(a, words[i] | 0), entered(b, (words[i] * HIGH_WORD) | 0)];
      a = c;
      b = d;
      c = lowLane;
      d = highLane;
    }
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
  }

  /** Returns 32 hex digits. */
  digest(): string {
    const { a, b, c, d } = this;
    const sum = a ^ Math.imul(b, P1) ^ Math.imul(c, P2) ^ d;
    const part = (lane: number, times: number) => hexOf(mix32(lane + Math.imul(sum, times)));
    return part(a, 1) + part(b, 2) + part(c, 3) + part(d, 4);
  }
}

function entered(lane: number, part: number): number {
  const sum = (lane + Math.imul(part, P2)) | 0;
  return Math.imul((sum << 13) | (sum >>> 19), P1);
}

/** Returns a 53-bit hash of a text: two FNV-1a hashes over its UTF-16 units. Facts carry it instead of the text. */
export function textHash(text: string): number {
  let low = 0x811c9dc5 | 0;
  let high = 0x01000193 | 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + i), 0x01000193);
  }
  return (mix32(high) >>> 11) * 2 ** 32 + (mix32(low) >>> 0);
}
