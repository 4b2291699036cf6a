// The distribution of bounded slowdowns.

import type { SlowdownCurve } from '../../studies/pictures.ts';
import { LEFT, PLOT_WIDTH, type Tick, ticksBelow } from './axes.ts';
import { shareChart } from './share-curves.ts';

/** Up to this maximum, an axis has ticks at 1, 2 and 5 times powers of ten; a longer one has them at powers of ten. */
const FINE_MAX = 1000;
/** The axis of equal slowdowns of 1 also has a length. */
const LEAST_MAX = 2;

export function slowdownCurves(curves: readonly SlowdownCurve[]): string {
  const max = curves.reduce((most, curve) => Math.max(most, curve.max ?? 1), LEAST_MAX);
  const xOf = (slowdown: number) => LEFT + (PLOT_WIDTH * Math.log(slowdown)) / Math.log(max);
  return shareChart({
    label: 'Cumulative distribution of bounded slowdowns',
    curves: curves.map(({ slowdown, share }) => ({ x: slowdown.map(xOf), share })),
    axis: (top, bottom) => ticksBelow(ticksUpTo(max), xOf, top, bottom),
  });
}

function ticksUpTo(max: number): Tick[] {
  const multiples = max > FINE_MAX ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = 1; power <= max; power *= 10) ticks.push(...multiples.map((times) => times * power));
  return ticks.filter((at) => at <= max).map((at) => ({ at, label: `${at}` }));
}
