// What the pictures of a report show: plain data of one run, which threads can send to each other.

import {
  type Curves,
  type FactRun,
  type GanttView,
  type History,
  type MeasureWindow,
  type PendingAnswer,
  percentile,
  type SeriesColumns,
  type Simulation,
  type SlowdownSpread,
} from '../../sim/index.ts';
import type { PartFigures } from './figure-catalogue.ts';
import { partsOf } from './figures.ts';

/** Bins of the curves over time, and of the bars of evictions. */
const CURVE_POINTS = 500;
const BAR_POINTS = 60;
/** Width of the Gantt chart in pixels; twice that of the picture, so that there is more to see after a zoom. */
const GANTT_PIXELS = 1_800;
/** Maximum number of steps of the curve of waits. */
const WAIT_STEPS = 400;
/** The percentiles of waits that have a mark. */
const MARKED = [50, 95];

/** The share of GPRs with at most a given wait. */
export interface WaitCurve {
  readonly count: number;
  /** Its percentiles that have a name: `p50`. ms, null without waits. */
  readonly marks: readonly { readonly name: string; readonly ms: number | null }[];
  /** Ascending, with the share (0 … 1) of the GPRs that waited at most so long. */
  readonly waitMs: readonly number[];
  readonly share: readonly number[];
}

/** The share of GPRs with at most a given bounded slowdown. */
export interface SlowdownCurve {
  readonly count: number;
  readonly mean: number | null;
  readonly max: number | null;
  /** Ascending, with the share (0 … 1) of the GPRs that have at most this slowdown; the last one is `max`. */
  readonly slowdown: readonly number[];
  readonly share: readonly number[];
}

/** Shares of the GPUs by arrived demand, in percent of all GPUs; null = unknown. */
export interface DemandCurves {
  readonly arrivedPercent: readonly number[];
  readonly allocatedPercent: readonly (number | null)[];
  readonly fragmentationPercent: readonly (number | null)[];
}

export interface Pictures {
  /** The shown part of the run, ms since the scenario's start; it ends with the run at the latest. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly series: SeriesColumns;
  /** In fewer bins than `series`. */
  readonly bars: SeriesColumns;
  readonly gantt: GanttView;
  readonly waits: WaitCurve;
  readonly slowdowns: SlowdownCurve;
  /** null: no GPUs are shared. */
  readonly demand: DemandCurves | null;
  /** All of them, also if they are many. */
  readonly workspaces: readonly PartFigures[];
}

/** Reads the facts of a run for its pictures. */
export type PictureReader = ReturnType<typeof newPictureReader>;

/** @param window the one that the simulation measures */
export function newPictureReader(simulation: Simulation, window: MeasureWindow) {
  /** undefined: no GPUs are shared. */
  let curves: Curves | undefined;
  const history: History = simulation.history();
  const hasShares = simulation.scenario.clusters.some(({ capacity }) => capacity === 'shares');
  if (hasShares) curves = simulation.curves();
  simulation.measures.countParts(true);

  return {
    /** Reads the next facts; the first ones must be those of the start. */
    follow(run: FactRun): void {
      history.follow(run);
      curves?.follow(run);
    },
    /** The pictures of the run up to now. */
    pictures(): Pictures {
      const { nowMs, measures } = simulation;
      const fromMs = Math.min(window.fromMs, nowMs);
      const toMs = Math.min(window.toMs, nowMs);
      const seriesOf = (points: number) => simulation.series(history, -1, { fromMs, toMs, points });
      const query = { fromMs, toMs, pixels: GANTT_PIXELS, rows: 'nodes', cluster: -1 } as const;
      return {
        fromMs,
        toMs,
        series: seriesOf(CURVE_POINTS),
        bars: seriesOf(BAR_POINTS),
        gantt: answerOf(simulation.gantt(history, query)),
        waits: curveOf(measures.waits()),
        slowdowns: slowdownCurveOf(measures.slowdowns()),
        demand: curves === undefined ? null : demandCurvesOf(curves),
        workspaces: partsOf(simulation).workspaces,
      };
    },
  };
}

/** @param waits shortest first */
export function curveOf(waits: Float64Array): WaitCurve {
  const count = waits.length;
  const waitMs: number[] = [];
  const share: number[] = [];
  const steps = Math.min(count, WAIT_STEPS);
  for (let step = 1; step <= steps; step++) {
    const rank = Math.ceil((step * count) / steps);
    const wait = waits[rank - 1];
    // Equal waits are one step, up to the last of them.
    if (waitMs.at(-1) === wait) share[share.length - 1] = rank / count;
    else {
      waitMs.push(wait);
      share.push(rank / count);
    }
  }
  const marks = MARKED.map((which) => ({ name: `p${which}`, ms: percentile(waits, which) }));
  return { count, marks, waitMs, share };
}

export function slowdownCurveOf({ count, mean, max, buckets }: SlowdownSpread): SlowdownCurve {
  let below = 0;
  const share = buckets.map((bucket) => {
    below += bucket.count;
    return below / count;
  });
  // No slowdown is above the maximum, so the curve ends there instead of at the edge.
  const slowdown = buckets.map(({ edge }) => Math.min(edge, max ?? edge));
  return { count, mean, max, slowdown, share };
}

function demandCurvesOf(curves: Curves): DemandCurves {
  const rows = curves.rows();
  return {
    arrivedPercent: rows.map(({ arrivedPercent }) => arrivedPercent),
    allocatedPercent: rows.map(({ allocatedPercent }) => allocatedPercent),
    fragmentationPercent: rows.map(({ fragmentationPercent }) => fragmentationPercent),
  };
}

function answerOf<T>(pending: PendingAnswer<T>): T {
  while (!pending.run(Number.MAX_SAFE_INTEGER));
  return pending.answer();
}
