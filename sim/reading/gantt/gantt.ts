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
  return new PendingGantt(history, nowMs, query, planned, barsMax, queued);
}

type Wait = Omit<NewWait, 'row' | 'lane'>;

class PendingGantt implements PendingAnswer<Gantt> {
  readonly #history: History;
  readonly #seq: number;
  readonly #nowMs: number;
  readonly #query: GanttQuery;
  readonly #barsMax: number;
  /** The forecast, until it is complete. */
  #pending: PendingAnswer<History> | undefined;
  #planned: History | undefined;
  /** Attempts of the history that the chart can have: those that start up to now and, without waits, before the end of the window. */
  readonly #count: number;
  /** The GPRs that wait now. */
  readonly #queued: readonly QueuedGpr[];
  /** Those of the first `#nextWaiting` of them whose waits are not charted yet, by uid. */
  #waiting: Map<number, QueuedGpr> = new Map();
  #pixelMs: number;
  #rows: GanttRows;
  #bars: GanttBars;
  #waits: GanttWaits | undefined;
  #next = 0;
  #nextPlanned = 0;
  #nextQueued = 0;
  #nextWaiting = 0;
  /** Number of attempts of the forecast that run now: they are its first ones. */
  #running = 0;

  constructor(
    history: History,
    nowMs: number,
    query: GanttQuery,
    planned: PendingAnswer<History> | undefined,
    barsMax: number,
    queued: readonly QueuedGpr[],
  ) {
    this.#history = history;
    this.#seq = history.seq;
    this.#nowMs = nowMs;
    this.#query = query;
    this.#barsMax = barsMax;
    this.#pending = planned;
    this.#count = query.waits ? history.attempts.size : history.attempts.firstFrom(query.toMs);
    this.#queued = query.waits ? queued : [];
    this.#pixelMs = (query.toMs - query.fromMs) / query.pixels;
    this.#rows = this.#newRows();
    this.#bars = new GanttBars(this.#pixelMs);
    this.#waits = this.#newWaits();
  }

  run(instants: number): boolean {
    if (this.#pending !== undefined) {
      if (!this.#pending.run(instants)) return false;
      this.#planned = this.#pending.answer();
      this.#pending = undefined;
      const { startMs, size } = this.#planned.attempts;
      while (this.#running < size && startMs[this.#running] <= this.#nowMs) this.#running++;
    }
    const { fromMs, toMs } = this.#query;
    for (let left = instants * ATTEMPTS; left > 0; left--) {
      if (!this.#addNext()) return true;
      const most = Math.max(this.#bars.size, this.#waits?.size ?? 0);
      if (most > this.#barsMax && this.#pixelMs < toMs - fromMs) this.#widen();
    }
    return false;
  }

  answer(): Gantt {
    const { fromMs, toMs } = this.#query;
    const downTimes = (this.#planned ?? this.#history).downTimes;
    const gprs = new ChartedGprs();
    const bars = this.#bars.columns(({ attempts }, attempt) => gprs.indexOf(attempts.gpr(attempt)));
    const waits = this.#waits?.columns((gpr) => gprs.indexOf(gpr));
    return {
      seq: this.#seq,
      nowMs: this.#nowMs,
      rows: this.#rows.list((node) => downTimes.between(node, fromMs, toMs)),
      rowsTotal: this.#rows.total,
      bars,
      gprs: gprs.list,
      ...(waits && { waits }),
    };
  }

  /** Adds the bars of the next attempt. Returns false after the last. */
  #addNext(): boolean {
    if (this.#nextWaiting < this.#queued.length) {
      const gpr = this.#queued[this.#nextWaiting++];
      this.#waiting.set(gpr.uid, gpr);
      return true;
    }
    if (this.#next < this.#count) {
      const attempt = this.#next++;
      const { attempts } = this.#history;
      const endMs = attempts.endMs[attempt];
      // An attempt that ended after the query was made ran then.
      const isRunning = attempts.isRunning(attempt) || endMs > this.#nowMs;
      this.#add(this.#history, attempt, attempts.startMs[attempt], isRunning ? null : endMs, false);
      return true;
    }
    if (this.#planned === undefined || this.#nextPlanned === this.#planned.attempts.size)
      return this.#addWaiting();
    const attempt = this.#nextPlanned++;
    const { attempts } = this.#planned;
    const fromMs = Math.max(this.#nowMs, attempts.startMs[attempt]);
    const toMs = attempts.isRunning(attempt) ? this.#query.toMs : attempts.endMs[attempt];
    this.#add(this.#planned, attempt, fromMs, toMs, true, attempt < this.#running);
    return true;
  }

  #add(
    history: History,
    attempt: number,
    fromMs: number,
    toMs: number | null,
    planned: boolean,
    goesOn = false,
  ): void {
    const { fromMs: windowFrom, toMs: windowTo } = this.#query;
    const endMs = toMs ?? this.#nowMs;
    const isShown = fromMs < windowTo && endMs >= windowFrom && (endMs > fromMs || toMs === null);
    const wait = this.#waits && !goesOn ? this.#waitBefore(history, attempt, planned) : undefined;
    if (!isShown && wait === undefined) return;
    this.#rows.place({ history, attempt, fromMs, toMs, goesOn }, (row, lane, lanes, isFirst) => {
      if (isShown) this.#bars.add({ history, attempt, row, lane, lanes, fromMs, toMs, endMs, planned });
      if (wait !== undefined && isFirst) this.#waits!.add({ ...wait, row, lane });
    });
  }

  /** The wait before an attempt, if it overlaps the window. A GPR that runs now, and waits later, has none. */
  #waitBefore({ attempts }: History, attempt: number, planned: boolean): Wait | undefined {
    const toMs = attempts.startMs[attempt];
    if (!planned) {
      const fromMs = attempts.waitedSinceMs[attempt];
      if (toMs > this.#nowMs || !this.#overlaps(fromMs, toMs)) return undefined;
      const span = attempts.span[attempt];
      return { ...attempts.gpr(attempt), span, fromMs, toMs, presentReason: -1 };
    }
    const queued = this.#waiting.get(attempts.uid[attempt]);
    if (queued === undefined) return undefined;
    this.#waiting.delete(queued.uid);
    return this.#overlaps(queued.sinceMs, toMs) ? { ...queued, fromMs: queued.sinceMs, toMs } : undefined;
  }

  /** Adds the wait of the next GPR that waits now if it has no planned start. Returns false after the last. */
  #addWaiting(): boolean {
    if (this.#nextQueued === this.#queued.length) return false;
    const gpr = this.#queued[this.#nextQueued++];
    if (!this.#waiting.has(gpr.uid) || !this.#overlaps(gpr.sinceMs, this.#nowMs)) return true;
    const row = this.#rows.waiting(gpr.workspace, gpr.cluster);
    if (row >= 0) this.#waits!.add({ ...gpr, row, lane: 0, fromMs: gpr.sinceMs, toMs: this.#nowMs });
    return true;
  }

  #overlaps(fromMs: number, toMs: number): boolean {
    return fromMs < toMs && fromMs < this.#query.toMs && toMs > this.#query.fromMs;
  }

  /** Begins again with wider pixels. */
  #widen(): void {
    this.#pixelMs *= 2;
    this.#next = 0;
    this.#nextPlanned = 0;
    this.#rows = this.#newRows();
    this.#bars = new GanttBars(this.#pixelMs);
    this.#waits = this.#newWaits();
    this.#nextQueued = 0;
    this.#nextWaiting = 0;
    this.#waiting = new Map();
  }

  #newWaits(): GanttWaits | undefined {
    const { waits } = this.#history;
    if (!this.#query.waits || waits === undefined) return undefined;
    return newGanttWaits(waits, this.#query, this.#nowMs, this.#pixelMs);
  }

  #newRows(): GanttRows {
    const { rows, cluster, only = -1, range = FIRST_ROWS } = this.#query;
    return rows === 'nodes'
      ? new NodeRows(this.#history, cluster, only, range)
      : new WorkspaceRows(cluster, only, range);
  }
}
