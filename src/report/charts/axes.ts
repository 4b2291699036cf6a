// Axes of pictures: their scales, and their ticks at round values.

import { DAY_MS, HOUR_MS, MINUTE_MS, NEVER, SECOND_MS } from '../../../sim/index.ts';
import { numberStep, timeStep } from '../../looks/round-steps.ts';
import { span } from '../../looks/span.ts';
import type { Timeline } from '../../wire/time/timestamps.ts';
import { coordinate, textAt } from '../page/html.ts';

/** All pictures with a time axis have the same left edge, so that they can be read one below the other. */
export const WIDTH = 1080;
export const LEFT = 176;
export const PLOT_WIDTH = 886;
export const RIGHT_EDGE = LEFT + PLOT_WIDTH;
/** Room for the two lines of labels below a time axis. */
export const TIME_AXIS_HEIGHT = 36;

export interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface TimeAxis {
  /** ms since the scenario's start. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeline: Timeline;
}

const TIME_TICKS_MAX = 10;
/** About half of the width of a label with a day. */
const HALF_OF_DAY = 30;

export function xOfTime({ fromMs, toMs }: TimeAxis, atMs: number): number {
  return LEFT + (PLOT_WIDTH * (atMs - fromMs)) / Math.max(1, toMs - fromMs);
}

/** Lines at round instants, with the time below them, and the day where it changes. */
export function timeAxis(axis: TimeAxis, top: number, bottom: number): string {
  const { fromMs, toMs, timeline } = axis;
  const stepMs = timeStep((toMs - fromMs) / TIME_TICKS_MAX);
  const startMs = timeline.epochMs(fromMs);
  const firstMs = fromMs + Math.ceil(startMs / stepMs) * stepMs - startMs;
  const parts: string[] = [];
  let day = '';
  for (let atMs = firstMs; atMs <= toMs; atMs += stepMs) {
    const x = coordinate(xOfTime(axis, atMs));
    const [date, time] = timeline.iso(atMs).split('T');
    parts.push(`<path class="grid" d="M${x} ${top}V${coordinate(bottom)}"/>`);
    const letters = stepMs < MINUTE_MS ? 8 : 5;
    const isLast = Number(x) > RIGHT_EDGE - HALF_OF_DAY;
    const label = (text: string, y: number) =>
      textAt(isLast ? RIGHT_EDGE : Number(x), y, text, isLast ? 'tick end' : 'tick middle');
    if (stepMs < DAY_MS) parts.push(label(time.slice(0, letters), bottom + 14));
    if (date !== day) parts.push(label(date, bottom + (stepMs < DAY_MS ? 28 : 14)));
    day = date;
  }
  return `<g class="time">${parts.join('')}</g>`;
}

/** Ticks from 0 to at least `max`, at multiples of 1, 2 or 5 times a power of ten. */
export function countTicks(max: number, ticksMax: number): Tick[] {
  const step = Math.max(1, numberStep(Math.max(1, max) / ticksMax));
  const ticks: Tick[] = [];
  for (let at = 0; at - step < Math.max(1, max) - 1e-9; at += step) ticks.push({ at, label: `${at}` });
  return ticks;
}

export function shareTicks(parts: number): Tick[] {
  return Array.from({ length: parts + 1 }, (_, i) => ({ at: i / parts, label: `${(100 * i) / parts} %` }));
}

/** A logarithmic axis of waits that can begin with 0: the place of a wait is the logarithm of 1 s + wait. */
export interface WaitAxis {
  readonly minMs: number;
  readonly maxMs: number;
}

const WAIT_TICKS: readonly number[] = [
  0,
  SECOND_MS,
  10 * SECOND_MS,
  MINUTE_MS,
  3 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  10 * DAY_MS,
  100 * DAY_MS,
  1000 * DAY_MS,
];

/** The axis of some waits; it begins at a tick. */
export function waitAxisOf(waitsMs: readonly number[]): WaitAxis {
  const least = waitsMs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const minMs = WAIT_TICKS.findLast((at) => at <= least && least < NEVER) ?? 0;
  return { minMs, maxMs: waitsMs.reduce((a, b) => Math.max(a, b), minMs + SECOND_MS) };
}

export function xOfWait({ minMs, maxMs }: WaitAxis, waitMs: number): number {
  const place = (ms: number) => Math.log(1 + ms / SECOND_MS);
  return LEFT + (PLOT_WIDTH * (place(waitMs) - place(minMs))) / (place(maxMs) - place(minMs));
}

export function waitAxis(axis: WaitAxis, top: number, bottom: number): string {
  const shown = WAIT_TICKS.filter((at) => at >= axis.minMs && at <= axis.maxMs);
  return ticksBelow(
    shown.map((at) => ({ at, label: span(at) })),
    (at) => xOfWait(axis, at),
    top,
    bottom,
  );
}

/** About half of the width of a long label. */
const HALF_OF_LABEL = 24;

/** Vertical lines at ticks, with labels below. @param xOf value → x */
export function ticksBelow(
  ticks: readonly Tick[],
  xOf: (value: number) => number,
  top: number,
  bottom: number,
): string {
  return ticks
    .map(({ at, label }) => {
      const x = xOf(at);
      const side = x > RIGHT_EDGE - HALF_OF_LABEL ? 'tick end' : 'tick middle';
      return `<path class="grid" d="M${coordinate(x)} ${top}V${coordinate(bottom)}"/>${textAt(x, bottom + 14, label, side)}`;
    })
    .join('');
}

/** Horizontal lines at ticks, with labels at the left. @param yOf value → y */
export function valueAxis(ticks: readonly Tick[], yOf: (value: number) => number): string {
  return ticks
    .map(({ at, label }) => {
      const y = yOf(at);
      const line = `<path class="grid" d="M${LEFT} ${coordinate(y)}H${RIGHT_EDGE}"/>`;
      return line + textAt(LEFT - 6, y + 4, label, 'tick end');
    })
    .join('');
}
