// The vertical axis of a picture of values: linear from 0, or logarithmic if values are far above the bound of a target.

import { countTicks } from './axes.ts';

/** Beyond this multiple of the bound, a linear axis hides which values are below it. */
const LINEAR_MAX = 4;
/** Values further below the bound than this are at the lower edge. */
const BELOW = 10;
const TICKS = 4;

interface ValueAxis {
  /** Values with a label, ascending; the first and the last are the edges of a linear axis. */
  readonly ticks: readonly number[];
  readonly isLogarithmic: boolean;
  /** The place of a value, 0 (lower edge) … 1 (upper edge). */
  place(value: number): number;
}

/** @param high the highest value to draw */
export function valueAxisOf(high: number, bound: number | undefined): ValueAxis {
  if (bound !== undefined && bound > 0 && high > LINEAR_MAX * bound) return logarithmic(bound / BELOW, high);
  const fine = finenessOf(Math.max(high, bound ?? 0));
  const ticks = countTicks(Math.max(high, bound ?? 0) * fine, TICKS).map(({ at }) => at / fine);
  const top = ticks[ticks.length - 1];
  return { ticks, isLogarithmic: false, place: (value) => Math.max(0, value) / top };
}

function logarithmic(low: number, high: number): ValueAxis {
  const decades = Math.log10(high / low);
  const steps = decades > 3 ? [1] : decades > 2 ? [1, 3] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
    for (const step of steps) {
      // A division keeps 0.3 what it is.
      const at = power < 0 ? step / 10 ** -power : step * 10 ** power;
      if (at >= low && at <= high) ticks.push(at);
    }
  }
  return {
    ticks,
    isLogarithmic: true,
    place: (value) => Math.log(Math.max(value, low) / low) / Math.log(high / low),
  };
}

/** A power of ten that makes the highest value at least 4: ticks are at whole multiples of its inverse. */
function finenessOf(high: number): number {
  let fine = 1;
  while (high > 0 && high * fine < 4 && fine < 1e9) fine *= 10;
  return fine;
}
