// The scale of the values of a plot.

import type { SeriesAnswer } from '../../api/sim/answers.ts';
import { numberStep, timeStep } from '../../looks/round-steps.ts';
import type { TimeWindow } from '../axis/time-window.ts';
import { type Plot, valuesIn } from './plots.ts';

const MINUTE = 60_000;

export interface Scale {
  /** The value at the upper end. */
  readonly top: number;
  /** The values of the lines, from 0. */
  readonly lines: readonly number[];
}

/** @param lines how many lines there may be above 0 */
export function scaleOf(plot: Plot, answer: SeriesAnswer, window: TimeWindow, lines: number): Scale {
  if (plot.unit === 'share') return scaled(1, lines > 3 ? 0.25 : 0.5);
  const values = plot.columns(answer).flatMap((column) => valuesIn(column, answer, window));
  const most = Math.max(plot.least, ...values);
  const least = most / Math.max(1, lines);
  const step = plot.unit === 'duration' ? timeStep(Math.max(MINUTE, least)) : Math.max(1, numberStep(least));
  // At least one line is above 0.
  return scaled(Math.max(most * 1.05, step), step);
}

function scaled(top: number, step: number): Scale {
  const lines: number[] = [];
  for (let value = 0; value <= top; value += step) lines.push(value);
  return { top, lines };
}
