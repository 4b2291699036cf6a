// The fact hash: four 32-bit lanes over every word of every fact, in order.
// A word is an integer (−1 … 2^53 − 1); its low and high 32 bits enter two lanes in turn, each by the round of
// xxHash32 (Yann Collet): lane ← rotate(lane + part × P2, 13) × P1.

import { HIGH_WORD, mix32 } from './random.ts';

const P1 = 0x9e3779b1 | 0;
const P2 = 0x85ebca77 | 0;

export class FactHash {
  a = 0x243f6a88;
  b = 0x85a308d3 | 0;
  c = 0x13198a2e;
  d = 0x03707344;

  /** Mixes `words[from … to)`. */
  mix(words: Float64Array, from: number, to: number): void {
    let { a, b, c, d } = this;
    for (let i = from; i < to; i++) {
      const word = words[i];
      const swap = a + Math.imul(word | 0, P2);
      a = c;
      c = Math.imul((swap << 13) | (swap >>> 19), P1);
      const high = b + Math.imul((word * HIGH_WORD) | 0, P2);
      b = d;
      d = Math.imul((high << 13) | (high >>> 19), P1);
    }
    this.a = a | 0;
    this.b = b | 0;
    this.c = c | 0;
    this.d = d | 0;
  }

  /** 32 hex digits. */
  digest(): string {
    const { a, b, c, d } = this;
    const sum = a ^ Math.imul(b, P1) ^ Math.imul(c, P2) ^ d;
    return [a, b, c, d]
      .map((lane, i) => (mix32(lane + Math.imul(sum, i + 1)) >>> 0).toString(16).padStart(8, '0'))
      .join('');
  }
}

/** 53-bit hash of a text, by which names and bodies enter facts (two FNV-1a hashes over UTF-16 units). */
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
