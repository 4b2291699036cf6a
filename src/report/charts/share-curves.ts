// Cumulative curves: the share of the GPRs with at most a value.

import { colorClass } from '../page/color-classes.ts';
import { coordinate, svgOf } from '../page/html.ts';
import { LEFT, RIGHT_EDGE, shareTicks, valueAxis, WIDTH } from './axes.ts';

/** By step, from left to right. */
interface ShareCurve {
  readonly x: readonly number[];
  /** 0 … 1. */
  readonly share: readonly number[];
}

interface ShareChart {
  readonly label: string;
  /** Several curves have the colors of their variants. */
  readonly curves: readonly ShareCurve[];
  /** What is drawn between the upper and the lower edge of the plot, below or above the curves. */
  readonly axis: (top: number, bottom: number) => string;
  readonly marks?: (top: number, bottom: number) => string;
}

const HEIGHT = 240;
const TOP = 26;
/** Room for the labels below an axis of values. */
export const AXIS_HEIGHT = 24;

export function shareChart({ label, curves, axis, marks }: ShareChart): string {
  const bottom = TOP + HEIGHT;
  const yOf = (share: number) => bottom - HEIGHT * share;
  const drawn = curves.map(({ x, share }, i) => {
    const kind = curves.length === 1 ? 'curve' : `curve line ${colorClass(i)} d${i % 4}`;
    const steps = x.map((at, step) => `H${coordinate(at)}V${coordinate(yOf(share[step]))}`);
    return `<path class="${kind}" d="M${LEFT} ${coordinate(yOf(0))}${steps.join('')}H${RIGHT_EDGE}"/>`;
  });
  const axes = axis(TOP, bottom) + valueAxis(shareTicks(4), yOf);
  const above = marks?.(TOP, bottom) ?? '';
  return svgOf(label, WIDTH, bottom + AXIS_HEIGHT, `${axes}${drawn.join('')}${above}`);
}
