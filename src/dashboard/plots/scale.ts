// The scale of the values of a plot.

import type { SeriesAnswer } from '../../api/sim/answers.ts';
import { numberStep, timeStep } from '../../looks/round-steps.ts';
import type { TimeWindow } from '../axis/time-window.ts';
import type { Plot } from './plots.ts';

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
  const most = Math.max(plot.least, mostOf(plot, answer, window));
  const least = most / Math.max(1, lines);
  const step = plot.unit === 'duration' ? timeStep(Math.max(MINUTE, least)) : Math.max(1, numberStep(least));
  // At least one line is above 0.
  return scaled(Math.max(most * 1.05, step), step);
}

/** The largest value of the bins in a window; 0 without values. */
function mostOf(plot: Plot, { atMs, binMs, ...answer }: SeriesAnswer, { fromMs, toMs }: TimeWindow): number {
  let most = 0;
  for (const column of plot.columns({ atMs, binMs, ...answer }))
    for (let i = 0; i < atMs.length; i++)
      if (atMs[i] + binMs > fromMs && atMs[i] < toMs) most = Math.max(most, column[i] ?? 0);
  return most;
}

function scaled(top: number, step: number): Scale {
  const lines: number[] = [];
  for (let value = 0; value <= top; value += step) lines.push(value);
  return { top, lines };
}
