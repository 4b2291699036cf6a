// The words that Go's `math/rand` combines with each state that it fills from a seed: the state of the same generator, filled
// from seed 1, after 7.8 × 10^12 draws. With y[k] = y[k − 607] + y[k − 273], x^N modulo x^607 − x^334 − 1 expresses the word N
// places later by the first 607 words, so a few squarings replace the draws.

import { fillFrom, LENGTH, TAP } from './filled-state.ts';
import { addWord64, halves64, product64, set64, type Words64, zeros64 } from './words-64.ts';

const DRAWS = 7_800_000_000_000;
const LIMBS = [0, 1, 2];

interface Halves {
  /** By place in the state: the upper and the lower 32 bits. */
  readonly high: Int32Array;
  readonly low: Int32Array;
}

let known: Halves | undefined;

/** Computed at the first call, in about a fifth of a second. */
export function scrambler(): Halves {
  known ??= stateAfter(DRAWS);
  return known;
}

function stateAfter(draws: number): Halves {
  const power = powerOfX(draws);
  const words = sequence();
  // Word `draws + j` is the sum of power[i] × words[i + j]: with the power reversed, a coefficient of a product.
  const reversed = zeros64(LENGTH);
  for (const limb of LIMBS) reversed.limbs[limb].set(power.limbs[limb].toReversed());
  const sums = product64(words, reversed);
  const state: Halves = { high: new Int32Array(LENGTH), low: new Int32Array(LENGTH) };
  for (let j = 0; j < LENGTH; j++) {
    const { high, low } = halves64(sums, LENGTH - 1 + j);
    const place = placeOf(draws - LENGTH + 1 + j);
    state.high[place] = high;
    state.low[place] = low;
  }
  return state;
}

/** The first 2 × 607 − 1 words from the first of the filled state on, in the order of draws. */
function sequence(): Words64 {
  const words = zeros64(2 * LENGTH - 1);
  fillFrom(1, (place, x, y, z) => {
    const high = (x >>> 12) ^ (y >>> 22);
    const low = (x << 20) ^ (y << 10) ^ z;
    // Draw k + 1 adds to this word.
    set64(words, (2 * LENGTH - TAP - place - 1) % LENGTH, high, low);
  });
  for (let k = LENGTH; k < words.length; k++) {
    addWord64(words, k, k - LENGTH);
    addWord64(words, k, k - TAP);
  }
  return words;
}

/** The place in the state of draw `number`; the first is number 1. */
function placeOf(number: number): number {
  return (((LENGTH - TAP - number) % LENGTH) + LENGTH) % LENGTH;
}

/** x^exponent modulo x^607 − x^334 − 1. */
function powerOfX(exponent: number): Words64 {
  let power = zeros64(LENGTH);
  set64(power, 0, 0, 1);
  for (const bit of exponent.toString(2)) {
    const square = product64(power, power);
    // A set bit multiplies by x: each coefficient moves up.
    const raised = zeros64(square.length + 1);
    for (const limb of LIMBS) raised.limbs[limb].set(square.limbs[limb], Number(bit));
    for (let k = raised.length - 1; k >= LENGTH; k--) {
      addWord64(raised, k - LENGTH, k);
      addWord64(raised, k - TAP, k);
    }
    power = zeros64(LENGTH);
    for (const limb of LIMBS) power.limbs[limb].set(raised.limbs[limb].subarray(0, LENGTH));
  }
  return power;
}
