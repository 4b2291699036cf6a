// A Gantt chart of a window of time: the attempts of a history as bars in rows of nodes or workspaces, with few enough bars to
// be drawn. Bars narrower than a pixel are merged (gantt-bars.ts).

import type { PendingAnswer } from '../../base/pending.ts';
import type { History } from '../../followers/history/history.ts';
import { type BarColumns, GanttBars } from './gantt-bars.ts';
import { ChartedGprs, type GanttGpr } from './gantt-gprs.ts';
import { type GanttRow, type GanttRows, NodeRows, type RowRange, WorkspaceRows } from './gantt-rows.ts';
import {
  type GanttWaits,
  type NewWait,
  newGanttWaits,
  type QueuedGpr,
  type WaitColumns,
} from './gantt-waits.ts';

export interface GanttQuery {
  readonly fromMs: number;
  /** If it is after the present instant, the chart has the forecast up to there. */
  readonly toMs: number;
  /** Width of the chart: bars narrower than a pixel are merged. */
  readonly pixels: number;
  readonly rows: 'nodes' | 'workspaces';
  /** −1 = all clusters. */
  readonly cluster: number;
  /** The only node or workspace of the chart; undefined = all. */
  readonly only?: number | undefined;
  /** The rows of the chart. Default: the first 2,000. */
  readonly range?: RowRange | undefined;
  /** Whether the chart has the waits; the history must have them. */
  readonly waits?: boolean | undefined;
}

export interface Gantt {
  /** Number of the last fact in the chart, and its present instant. */
  readonly seq: number;
  readonly nowMs: number;
  readonly rows: readonly GanttRow[];
  /** Number of rows that the chart has without a range. */
  readonly rowsTotal: number;
  readonly bars: BarColumns;
  readonly gprs: readonly GanttGpr[];
  /** Absent unless the query has `waits`. */
  readonly waits?: WaitColumns;
}

/** If a chart has more bars or more waits, its pixels are widened until it has fewer, or until a pixel is as wide as the window. */
const BARS_MAX = 20_000;
const FIRST_ROWS: RowRange = { offset: 0, limit: 2_000 };
/** Attempts read for each instant of a step. */
const ATTEMPTS = 64;

type Wait = Omit<NewWait, 'row' | 'lane'>;

/**
 * The chart at the present instant.
 * @param planned the forecast up to the end of the window, undefined without one
 * @param queued the GPRs that wait now; read only for waits
 */
export function ganttOf(
  history: History,
  nowMs: number,
  query: GanttQuery,
  planned: PendingAnswer<History> | undefined,
  barsMax: number = BARS_MAX,
  queued: readonly QueuedGpr[] = [],
): PendingAnswer<Gantt> {
  let forecast: History | undefined;
  /** Those of the first `nextWaiting` of the queued GPRs whose waits are not charted yet, by uid. */
  let waiting: Map<number, QueuedGpr> = new Map();
  let next = 0;
  let nextPlanned = 0;
  let nextQueued = 0;
  let nextWaiting = 0;
  /** Number of attempts of the forecast that run now: they are its first ones. */
  let running = 0;
  const seq: number = history.seq;
  /** The forecast, until it is complete. */
  let pending: PendingAnswer<History> | undefined = planned;
  /** Attempts of the history that the chart can have: those that start up to now and, without waits, before the end of the window. */
  const count: number = query.waits ? history.attempts.size : history.attempts.firstFrom(query.toMs);
  /** The GPRs that wait now. */
  const queuedGprs: readonly QueuedGpr[] = query.waits ? queued : [];
  let pixelMs: number = (query.toMs - query.fromMs) / query.pixels;
  let rows: GanttRows = newRows();
  let allBars: GanttBars = new GanttBars(pixelMs);
  let allWaits: GanttWaits | undefined = newWaits();

  /** Adds the bars of the next attempt. Returns false after the last. */
  function addNext(): boolean {
    if (nextWaiting < queuedGprs.length) {
      const gpr = queuedGprs[nextWaiting++];
      waiting.set(gpr.uid, gpr);
      return true;
    }
    if (next < count) {
      const attempt = next++;
      const { attempts } = history;
      const endMs = attempts.endMs[attempt];
      // An attempt that ended after the query was made ran then.
      const isRunning = attempts.isRunning(attempt) || endMs > nowMs;
      add(history, attempt, attempts.startMs[attempt], isRunning ? null : endMs, false);
      return true;
    }
    if (forecast === undefined || nextPlanned === forecast.attempts.size) return addWaiting();
    const attempt = nextPlanned++;
    const { attempts } = forecast;
    const fromMs = Math.max(nowMs, attempts.startMs[attempt]);
    const toMs = attempts.isRunning(attempt) ? query.toMs : attempts.endMs[attempt];
    add(forecast, attempt, fromMs, toMs, true, attempt < running);
    return true;
  }

  function add(
    history: History,
    attempt: number,
    fromMs: number,
    toMs: number | null,
    planned: boolean,
    goesOn = false,
  ): void {
    const { fromMs: windowFrom, toMs: windowTo } = query;
    const endMs = toMs ?? nowMs;
    const isShown = fromMs < windowTo && endMs >= windowFrom && (endMs > fromMs || toMs === null);
    const wait = allWaits && !goesOn ? waitBefore(history, attempt, planned) : undefined;
    if (!isShown && wait === undefined) return;
    rows.place({ history, attempt, fromMs, toMs, goesOn }, (row, lane, lanes, isFirst) => {
      if (isShown) allBars.add({ history, attempt, row, lane, lanes, fromMs, toMs, endMs, planned });
      if (wait !== undefined && isFirst) allWaits!.add({ ...wait, row, lane });
    });
  }

  /** The wait before an attempt, if it overlaps the window. A GPR that runs now, and waits later, has none. */
  function waitBefore({ attempts }: History, attempt: number, planned: boolean): Wait | undefined {
    const toMs = attempts.startMs[attempt];
    if (!planned) {
      const fromMs = attempts.waitedSinceMs[attempt];
      if (toMs > nowMs || !overlaps(fromMs, toMs)) return undefined;
      const span = attempts.span[attempt];
      return { ...attempts.gpr(attempt), span, fromMs, toMs, presentReason: -1 };
    }
    const queued = waiting.get(attempts.uid[attempt]);
    if (queued === undefined) return undefined;
    waiting.delete(queued.uid);
    return overlaps(queued.sinceMs, toMs) ? { ...queued, fromMs: queued.sinceMs, toMs } : undefined;
  }

  /** Adds the wait of the next GPR that waits now if it has no planned start. Returns false after the last. */
  function addWaiting(): boolean {
    if (nextQueued === queuedGprs.length) return false;
    const gpr = queuedGprs[nextQueued++];
    if (!waiting.has(gpr.uid) || !overlaps(gpr.sinceMs, nowMs)) return true;
    const row = rows.waiting(gpr.workspace, gpr.cluster);
    if (row >= 0) allWaits!.add({ ...gpr, row, lane: 0, fromMs: gpr.sinceMs, toMs: nowMs });
    return true;
  }

  function overlaps(fromMs: number, toMs: number): boolean {
    return fromMs < toMs && fromMs < query.toMs && toMs > query.fromMs;
  }

  /** Begins again with wider pixels. */
  function widen(): void {
    pixelMs *= 2;
    next = 0;
    nextPlanned = 0;
    rows = newRows();
    allBars = new GanttBars(pixelMs);
    allWaits = newWaits();
    nextQueued = 0;
    nextWaiting = 0;
    waiting = new Map();
  }

  function newWaits(): GanttWaits | undefined {
    const { waits } = history;
    if (!query.waits || waits === undefined) return undefined;
    return newGanttWaits(waits, query, nowMs, pixelMs);
  }

  function newRows(): GanttRows {
    const { rows, cluster, only = -1, range = FIRST_ROWS } = query;
    return rows === 'nodes'
      ? new NodeRows(history, cluster, only, range)
      : new WorkspaceRows(cluster, only, range);
  }

  return {
    run(instants: number): boolean {
      if (pending !== undefined) {
        if (!pending.run(instants)) return false;
        forecast = pending.answer();
        pending = undefined;
        const { startMs, size } = forecast.attempts;
        while (running < size && startMs[running] <= nowMs) running++;
      }
      const { fromMs, toMs } = query;
      for (let left = instants * ATTEMPTS; left > 0; left--) {
        if (!addNext()) return true;
        const most = Math.max(allBars.size, allWaits?.size ?? 0);
        if (most > barsMax && pixelMs < toMs - fromMs) widen();
      }
      return false;
    },
    answer(): Gantt {
      const { fromMs, toMs } = query;
      const downTimes = (forecast ?? history).downTimes;
      const gprs = new ChartedGprs();
      const bars = allBars.columns(({ attempts }, attempt) => gprs.indexOf(attempts.gpr(attempt)));
      const waits = allWaits?.columns((gpr) => gprs.indexOf(gpr));
      return {
        seq,
        nowMs,
        rows: rows.list((node) => downTimes.between(node, fromMs, toMs)),
        rowsTotal: rows.total,
        bars,
        gprs: gprs.list,
        ...(waits && { waits }),
      };
    },
  };
}
