// A small picture of a figure against the numeric values of a varied member: a line for each other combination, with the
// interval of each mean.

import { colorClass } from '../page/color-classes.ts';
import { coordinate, escaped, textAt } from '../page/html.ts';
import { valueAxisOf } from './value-axis.ts';

/** A point of a line, in the unit of the picture. */
interface ValuePoint {
  readonly x: number;
  readonly mean: number;
  readonly halfWidth: number | null;
  /** Whether it has a ring. */
  readonly isMarked: boolean;
  /** Whether it is hollow. */
  readonly isHollow: boolean;
}

export interface ValueChart {
  /** The figure with its unit. */
  readonly title: string;
  /** By combination, in the order of `x`; the means of a combination may lack some. */
  readonly lines: readonly (readonly ValuePoint[])[];
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  /** The bound of a target, drawn across. */
  readonly bound?: { readonly at: number; readonly label: string };
}

const WIDTH = 352;
const HEIGHT = 232;
const LEFT = 50;
const TOP = 14;
const BOTTOM = HEIGHT - 26;
/** Room right of the plot, also for the label of a bound. */
const MARGIN = 14;
/** About the width of a bold letter. */
const LETTER = 8;
/** About the width of a label of the axis. */
const LABEL_WIDTH = 44;
/** Lines are set apart by this, so that their intervals do not cover each other. */
const APART = 3;

export function valueChart({ title, lines, ticks, bound }: ValueChart): string {
  const points = lines.flat();
  const high = points.reduce((most, { mean, halfWidth }) => Math.max(most, mean + (halfWidth ?? 0)), 0);
  const axis = valueAxisOf(high, bound?.at);
  const yOf = (value: number) => BOTTOM - (BOTTOM - TOP) * axis.place(value);
  // The label of the bound is beside the plot, where no point can cover it.
  const right =
    WIDTH - Math.max(MARGIN, bound === undefined ? 0 : Math.min(WIDTH / 3, 12 + LETTER * bound.label.length));
  const [least, most] = [ticks[0].x, ticks[ticks.length - 1].x];
  const inset = Math.min(16, APART * lines.length);
  const xOf = (x: number) => LEFT + inset + ((right - LEFT - 2 * inset) * (x - least)) / (most - least);
  const grid = axis.ticks.map(
    (at) =>
      `<path class="grid" d="M${LEFT} ${coordinate(yOf(at))}H${right}"/>${textAt(LEFT - 6, yOf(at) + 4, `${at}`, 'tick end')}`,
  );
  const labels = spaced(ticks.map(({ x, label }) => ({ at: xOf(x), label }))).map(({ at, label }) =>
    textAt(at, BOTTOM + 16, label, 'tick middle'),
  );
  const drawn = lines.map((line, i) => {
    const shift = (i - (lines.length - 1) / 2) * Math.min(APART, (2 * inset) / lines.length);
    const places = line.map((point) => ({ ...point, at: coordinate(xOf(point.x) + shift) }));
    const kind = `line ${colorClass(i)}`;
    const ranges = places.flatMap(({ at, mean, halfWidth }) =>
      halfWidth === null
        ? []
        : [`M${at} ${coordinate(yOf(mean - halfWidth))}V${coordinate(yOf(mean + halfWidth))}`],
    );
    const path = places.map(({ at, mean }, p) => `${p === 0 ? 'M' : 'L'}${at} ${coordinate(yOf(mean))}`);
    const dots = places.map(
      ({ at, mean, isMarked, isHollow }) =>
        `<circle cx="${at}" cy="${coordinate(yOf(mean))}" ${isHollow ? `r="3.5" class="line hole ${colorClass(i)}"` : `r="2.5" class="${colorClass(i)}"`}/>${isMarked ? `<circle cx="${at}" cy="${coordinate(yOf(mean))}" r="7" class="ring"/>` : ''}`,
    );
    return `<path class="${kind} thin" d="${ranges.join('')}"/><path class="${kind} d${i % 4}" d="${path.join('')}"/>${dots.join('')}`;
  });
  const across = bound === undefined ? '' : boundAt(yOf(bound.at), right, bound.label);
  const kind = axis.isLogarithmic ? ' (logarithmic)' : '';
  return `<figure><figcaption>${escaped(title + kind)}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">${grid.join('')}${labels.join('')}${across}${drawn.join('')}</svg></figure>`;
}

function boundAt(y: number, right: number, label: string): string {
  const text = textAt(right + 8, y + 4, label, 'tick strong');
  return `<path class="bound" d="M${LEFT} ${coordinate(y)}H${right}"/>${text}`;
}

/** Leaves out labels that would cover the one before. */
function spaced(labels: readonly { readonly at: number; readonly label: string }[]) {
  let free = Number.NEGATIVE_INFINITY;
  return labels.filter(({ at, label }) => {
    const half = Math.min(LABEL_WIDTH, 4 + label.length * 3.2);
    if (at - half < free) return false;
    free = at + half;
    return true;
  });
}
