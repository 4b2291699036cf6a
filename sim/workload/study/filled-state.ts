// How the state of the generator (lagged-generator.ts) is filled from a seed: with numbers of a multiplicative generator.

export const LENGTH = 607;
export const TAP = 273;

/** 2^31 − 1, the modulus of the multiplicative generator. */
export const PRIME = 2 ** 31 - 1;
const MULTIPLIER = 48271;
/** Replaces the seed 0, which the multiplicative generator never leaves. */
const FOR_ZERO = 89482311;
const THROWN_AWAY = 20;

/** Calls `fill(place, x, y, z)` with three successive numbers, 1 … 2^31 − 2, for each place of a state. @param seed integer */
export function fillFrom(seed: number, fill: (place: number, x: number, y: number, z: number) => void): void {
  let x = seed % PRIME;
  if (x < 0) x += PRIME;
  if (x === 0) x = FOR_ZERO;
  const next = () => {
    x = (x * MULTIPLIER) % PRIME;
    return x;
  };
  for (let i = 0; i < THROWN_AWAY; i++) next();
  for (let place = 0; place < LENGTH; place++) fill(place, next(), next(), next());
}
