// The distribution of bounded slowdowns.

import type { SlowdownCurve } from '../../studies/pictures.ts';
import { coordinate, textAt } from '../page/html.ts';
import { LEFT, PLOT_WIDTH, RIGHT_EDGE } from './axes.ts';
import { shareChart } from './share-curves.ts';

/** Up to this maximum, an axis has ticks at 1, 2 and 5 times powers of ten; a longer one has them at powers of ten. */
const FINE_MAX = 1000;
/** The axis of equal slowdowns of 1 also has a length. */
const LEAST_MAX = 2;
/** About half of the width of a long label. */
const HALF_OF_LABEL = 24;

export function slowdownCurves(curves: readonly SlowdownCurve[]): string {
  const max = curves.reduce((most, curve) => Math.max(most, curve.max ?? 1), LEAST_MAX);
  const xOf = (slowdown: number) => LEFT + (PLOT_WIDTH * Math.log(slowdown)) / Math.log(max);
  return shareChart({
    label: 'Cumulative distribution of bounded slowdowns',
    curves: curves.map(({ slowdown, share }) => ({ x: slowdown.map(xOf), share })),
    axis: (top, bottom) =>
      ticksUpTo(max)
        .map((at) => {
          const x = xOf(at);
          const side = x > RIGHT_EDGE - HALF_OF_LABEL ? 'tick end' : 'tick middle';
          return `<path class="grid" d="M${coordinate(x)} ${top}V${bottom}"/>${textAt(x, bottom + 14, `${at}`, side)}`;
        })
        .join(''),
  });
}

function ticksUpTo(max: number): number[] {
  const multiples = max > FINE_MAX ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = 1; power <= max; power *= 10) ticks.push(...multiples.map((times) => times * power));
  return ticks.filter((at) => at <= max);
}
