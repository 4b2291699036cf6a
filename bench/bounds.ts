// Ratios held to their bounds. Beside each bound stand the median and the spread that were measured when it was set.

import bounds from './bounds.json' with { type: 'json' };
import type { Row } from './row.ts';

interface Bound {
  readonly side: string;
  readonly bound: number;
  readonly median: number;
  readonly spread: number;
}

/** One line for each row that is beyond its bound. Rows without a bound are for reading only. */
export function failuresOf(rows: readonly Row[]): string[] {
  const boundOf: Readonly<Record<string, Bound>> = bounds;
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
