// Compares ratios with their bounds. Each bound has the median and the spread that were measured when it was set.

import bounds from './bounds.json' with { type: 'json' };
import type { Row } from './measuring/row.ts';

interface Bound {
  readonly side: string;
  readonly bound: number;
  readonly median: number;
  readonly spread: number;
  /** The ratio to reach in the future, if the bound is weaker. */
  readonly goal?: number;
}

const boundOf: Readonly<Record<string, Bound>> = bounds;

/** Returns one line for each row that is beyond its bound. Rows without a bound are never reported. */
export function failuresOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, ratio, ratioOf }) => {
    const held = boundOf[name];
    if (held === undefined) return [];
    const { side, bound, median } = held;
    if (side === 'at least' ? ratio >= bound : ratio <= bound) return [];
    return [
      `${name}: ${ratioOf} is ${ratio.toFixed(3)}; it must be ${side} ${bound} (it was ${median} when the bound was set)`,
    ];
  });
}

export function shortfallsOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, ratio, ratioOf }) => {
    const { goal, side } = boundOf[name] ?? {};
    if (goal === undefined || (side === 'at least' ? ratio >= goal : ratio <= goal)) return [];
    return [`${name}: ${ratioOf} is ${ratio.toFixed(3)}; the goal is ${goal}`];
  });
}
