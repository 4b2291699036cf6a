// Ratios held to their bounds. Beside each bound stand the median and the spread that were measured when it was set.

import bounds from './bounds.json' with { type: 'json' };
import type { Row } from './row.ts';

interface Bound {
  readonly side: string;
  readonly bound: number;
  readonly median: number;
  readonly spread: number;
  /** What the ratio should come to one day, where it does not yet. */
  readonly goal?: number;
}

const boundOf: Readonly<Record<string, Bound>> = bounds;

/** One line for each row that is beyond its bound. Rows without a bound are for reading only. */
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

/** One line for each row that is within its bound but short of its goal. */
export function shortfallsOf(rows: readonly Row[]): string[] {
  return rows.flatMap(({ name, ratio, ratioOf }) => {
    const { goal, side } = boundOf[name] ?? {};
    if (goal === undefined || (side === 'at least' ? ratio >= goal : ratio <= goal)) return [];
    return [`${name}: ${ratioOf} is ${ratio.toFixed(3)}; the goal is ${goal}`];
  });
}
