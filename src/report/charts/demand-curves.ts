// A share of the GPUs against the demand that has arrived, in percent of all GPUs.

import { colorClass } from '../page/color-classes.ts';
import { coordinate, svgOf } from '../page/html.ts';
import { countTicks, LEFT, PLOT_WIDTH, ticksBelow, valueAxis, WIDTH } from './axes.ts';

interface DemandChart {
  readonly label: string;
  readonly arrivedPercent: readonly number[];
  /** By curve and column, in percent; null = unknown. Several curves have the colors of their variants. */
  readonly curves: readonly (readonly (number | null)[])[];
}

const HEIGHT = 240;
const TOP = 26;
const AXIS_HEIGHT = 24;
const TICK_STEP = 10;

export function demandChart({ label, arrivedPercent, curves }: DemandChart): string {
  const bottom = TOP + HEIGHT;
  const last = arrivedPercent.at(-1)!;
  const xOf = (percent: number) => LEFT + (PLOT_WIDTH * percent) / last;
  const highest = curves.flat().reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const ticks = countTicks(highest, 5).map(({ at }) => ({ at, label: `${at} %` }));
  const yOf = (percent: number) => bottom - (HEIGHT * percent) / ticks.at(-1)!.at;
  const drawn = curves.map((values, i) => {
    const kind = curves.length === 1 ? 'curve line' : `curve line ${colorClass(i)} d${i % 4}`;
    return `<path class="${kind}" d="${lineOf(values, (column) => xOf(arrivedPercent[column]), yOf)}"/>`;
  });
  const columns = arrivedPercent.filter((percent) => percent % TICK_STEP === 0);
  const axis = columns.map((at) => ({ at, label: `${at} %` }));
  const axes = ticksBelow(axis, xOf, TOP, bottom) + valueAxis(ticks, yOf);
  return svgOf(label, WIDTH, bottom + AXIS_HEIGHT, `${axes}${drawn.join('')}`);
}

/** A line that is interrupted where a value is unknown. */
function lineOf(
  values: readonly (number | null)[],
  xOf: (column: number) => number,
  yOf: (value: number) => number,
): string {
  return values
    .map((value, column) => {
      if (value === null) return '';
      const isFirst = (values[column - 1] ?? null) === null;
      return `${isFirst ? 'M' : 'L'}${coordinate(xOf(column))} ${coordinate(yOf(value))}`;
    })
    .join('');
}
