// The data of the plots, over the window of the Gantt chart.

import { computed } from '@preact/signals';
import type { SeriesAnswer } from '../../api/sim/answers.ts';
import { timeStep } from '../../looks/round-steps.ts';
import { choiceInAddress } from '../address/state.ts';
import { oneAtATime } from '../axis/reading/one-at-a-time.ts';
import { areaWidth, isMoving, shown } from '../axis/shown-time.ts';
import { spanOf, suffices, type TimeWindow, widened } from '../axis/time-window.ts';
import { cluster } from '../gantt/data/chart-data.ts';
import { OfBranch } from '../live/of-branch.ts';
import { read } from '../session/server-call.ts';
import { PLOTS } from './plots.ts';

/** Bins of the shown time. */
const BINS_MAX = 450;
const PIXELS_PER_BIN = 4;

const known = new OfBranch<{
  readonly answer: SeriesAnswer;
  readonly of: TimeWindow;
  readonly binMs: number;
}>();
export const series = known.shown;

/** The plot that is shown where there is no room for all. */
export const chosenPlot = choiceInAddress(
  'plot',
  PLOTS.map(({ id }) => id),
  '',
);

/** Length of a bin. It depends on nothing but what is shown: a link shows the same bins, however the page came to it. */
const binMs = computed(() => {
  const bins = Math.min(BINS_MAX, areaWidth.value / PIXELS_PER_BIN);
  return timeStep(spanOf(shown.value) / Math.max(1, bins));
});

/** Reads the series of the shown window, in bins between multiples of their length. */
export const readSeries = oneAtATime(async () => {
  const bin = binMs.peek();
  const { fromMs, toMs } = widened(shown.peek(), isMoving.peek());
  const of = { fromMs: Math.floor(fromMs / bin) * bin, toMs: Math.ceil(toMs / bin) * bin };
  const points = Math.max(1, Math.round(spanOf(of) / bin));
  const answer = await read<SeriesAnswer>('sim/series', {
    from: of.fromMs,
    to: of.toMs,
    points,
    cluster: cluster.peek(),
  });
  known.take(answer.branch, { answer, of, binMs: bin });
});

export const needsReading = computed(
  () =>
    series.value !== undefined &&
    (series.value.binMs !== binMs.value || !suffices(series.value.of, shown.value)),
);
