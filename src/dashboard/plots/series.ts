// The data of the plots, over the window of the Gantt chart.

import { computed, signal } from '@preact/signals';
import type { SeriesAnswer } from '../../control/answers.ts';
import { oneAtATime } from '../axis/one-at-a-time.ts';
import { areaWidth, shown } from '../axis/shown.ts';
import { suffices, type TimeWindow, widened } from '../axis/time-window.ts';
import { cluster } from '../gantt/data/chart.ts';
import { OfBranch } from '../live/of-branch.ts';
import { boundToAddress } from '../page/bound.ts';
import { read } from '../session/call.ts';
import { PLOTS } from './plots.ts';

/** Bins of the window that is read, which is twice as long as the shown one. */
const POINTS_MAX = 1000;
const PIXELS_PER_POINT = 3;

const known = new OfBranch<{ readonly answer: SeriesAnswer; readonly of: TimeWindow }>();
export const series = known.shown;

/** The plot that is shown where there is no room for all. */
export const chosenPlot = signal(PLOTS[0].id);

boundToAddress(chosenPlot, {
  names: ['plot'],
  place: '',
  from: ({ plot }) => PLOTS.find(({ id }) => id === plot)?.id ?? PLOTS[0].id,
  to: (plot) => ({ plot: plot === PLOTS[0].id ? undefined : plot }),
});

/** Reads the series of the shown window. */
export const readSeries = oneAtATime(async () => {
  const of = widened(shown.peek());
  const points = Math.min(POINTS_MAX, Math.max(60, Math.round((2 * areaWidth.peek()) / PIXELS_PER_POINT)));
  const asked = { from: of.fromMs, to: of.toMs, points, cluster: cluster.peek() };
  const answer = await read<SeriesAnswer>('sim/series', asked);
  known.take(answer.branch, { answer, of });
});

export const needsReading = computed(
  () => series.value !== undefined && !suffices(series.value.of, shown.value),
);
