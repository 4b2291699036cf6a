// Curves and bars over time: one strip for each run, one below the other on the same axes.

import { coordinate, svgOf, textAt } from '../page/html.ts';
import { TIME_AXIS_HEIGHT, type Tick, type TimeAxis, timeAxis, valueAxis, WIDTH, xOfTime } from './axes.ts';

export interface Strip {
  /** '' in a report of one run. */
  readonly name: string;
  /** Beginnings of the bins of equal length, and where the last one ends. */
  readonly atMs: readonly number[];
  readonly binMs: number;
  readonly endMs: number;
  /** By bin; null = no value. */
  readonly values: readonly (number | null)[];
  /** Further values by bin, drawn as an area behind the curve. */
  readonly behind?: readonly number[];
}

interface Strips {
  readonly label: string;
  readonly axis: TimeAxis;
  readonly strips: readonly Strip[];
  /** Evenly spaced, the highest one last. */
  readonly ticks: readonly Tick[];
  readonly as: 'curve' | 'area' | 'bars';
}

const ALONE_HEIGHT = 190;
const HEIGHT = 84;
const GAP = 22;
const TOP = 10;

export function stripsOf({ label, axis, strips, ticks, as }: Strips): string {
  const isMany = strips.length > 1;
  const height = isMany ? HEIGHT : ALONE_HEIGHT;
  const max = ticks[ticks.length - 1].at;
  const shownTicks = isMany ? [ticks[0], ticks[ticks.length - 1]] : ticks;
  const bottom = TOP + strips.length * (height + GAP) - GAP;
  const parts = strips.map((strip, i) => {
    const base = TOP + i * (height + GAP) + height;
    const yOf = (value: number) => base - (height * value) / max;
    const name = textAt(6, base - height / 2 + 4, strip.name, 'name');
    return `${valueAxis(shownTicks, yOf)}${isMany ? name : ''}${drawn(strip, axis, yOf, as)}`;
  });
  const time = timeAxis(axis, TOP, bottom);
  return svgOf(label, WIDTH, bottom + TIME_AXIS_HEIGHT, `${time}${parts.join('\n')}`);
}

function drawn(strip: Strip, axis: TimeAxis, yOf: (value: number) => number, as: Strips['as']): string {
  if (as === 'bars') return `<path class="bar" d="${barsPath(strip, axis, yOf)}"/>`;
  if (as === 'area') return `<path class="curve area" d="${stepsPath(strip, axis, yOf, true)}"/>`;
  const { behind } = strip;
  const area =
    behind === undefined
      ? ''
      : `<path class="area" d="${stepsPath({ ...strip, values: behind }, axis, yOf, true)}"/>`;
  return `${area}<path class="curve" d="${stepsPath(strip, axis, yOf, false)}"/>`;
}

/** A step for each bin; the path has gaps at bins without a value. */
function stepsPath(strip: Strip, axis: TimeAxis, yOf: (value: number) => number, isArea: boolean): string {
  const base = tenths(yOf(0));
  const parts: string[] = [];
  // In tenths, where the path is; a step goes on from there, because small numbers take less room.
  let x = 0;
  let y = 0;
  let isOpen = false;
  const close = () => {
    if (isOpen && isArea) parts.push(`V${base / 10}Z`);
    isOpen = false;
  };
  for (const [bin, value] of strip.values.entries()) {
    if (value === null) {
      close();
      continue;
    }
    const to = tenths(yOf(value));
    if (!isOpen) {
      x = tenths(xOfTime(axis, strip.atMs[bin]));
      y = isArea ? base : to;
      parts.push(`M${x / 10} ${y / 10}`);
    }
    isOpen = true;
    const end = tenths(xOfTime(axis, endOf(strip, bin)));
    if (to !== y) parts.push(`v${(to - y) / 10}`);
    parts.push(`h${(end - x) / 10}`);
    x = end;
    y = to;
  }
  close();
  return parts.join('');
}

const tenths = (coordinate: number) => Math.round(coordinate * 10);

function barsPath(strip: Strip, axis: TimeAxis, yOf: (value: number) => number): string {
  const base = coordinate(yOf(0));
  return strip.values
    .map((value, bin) => {
      if (value === null || value === 0) return '';
      const from = coordinate(xOfTime(axis, strip.atMs[bin]) + 0.5);
      const to = coordinate(xOfTime(axis, endOf(strip, bin)) - 0.5);
      return `M${from} ${base}V${coordinate(yOf(value))}H${to}V${base}Z`;
    })
    .join('');
}

function endOf({ atMs, binMs, endMs }: Strip, bin: number): number {
  return Math.min(atMs[bin] + binMs, endMs);
}
