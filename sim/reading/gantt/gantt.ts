// A Gantt chart of a window of time: the attempts of a history as bars in rows of nodes or workspaces, with few enough bars to
// be drawn. Bars narrower than a pixel are merged (gantt-bars.ts).

import type { PendingAnswer } from '../../base/pending.ts';
import type { History } from '../../followers/history/history.ts';
import { type BarColumns, GanttBars } from './gantt-bars.ts';
import { type GanttRow, type GanttRows, NodeRows, type RowRange, WorkspaceRows } from './gantt-rows.ts';

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
}

interface GanttGpr {
  readonly uid: number;
  readonly workspace: number;
  /** At the start of the first shown attempt. */
  readonly priority: number;
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
}

/** If a chart has more bars, its pixels are widened until it has fewer, or until a pixel is as wide as the window. */
const BARS_MAX = 20_000;
const FIRST_ROWS: RowRange = { offset: 0, limit: 2_000 };
/** Attempts read for each instant of a step. */
const ATTEMPTS = 64;

/** The chart at the present instant. @param planned the forecast up to the end of the window, undefined without one */
export function ganttOf(
  history: History,
  nowMs: number,
  query: GanttQuery,
  planned: PendingAnswer<History> | undefined,
  barsMax: number = BARS_MAX,
): PendingAnswer<Gantt> {
  return new PendingGantt(history, nowMs, query, planned, barsMax);
}

class PendingGantt implements PendingAnswer<Gantt> {
  readonly #history: History;
  readonly #seq: number;
  readonly #nowMs: number;
  readonly #query: GanttQuery;
  readonly #barsMax: number;
  /** The forecast, until it is complete. */
  #pending: PendingAnswer<History> | undefined;
  #planned: History | undefined;
  /** Attempts of the history that the chart can have: those that start before the end of the window and up to now. */
  readonly #count: number;
  #pixelMs: number;
  #rows: GanttRows;
  #bars: GanttBars;
  #next = 0;
  #nextPlanned = 0;
  /** Number of attempts of the forecast that run now: they are its first ones. */
  #running = 0;

  constructor(
    history: History,
    nowMs: number,
    query: GanttQuery,
    planned: PendingAnswer<History> | undefined,
    barsMax: number,
  ) {
    this.#history = history;
    this.#seq = history.seq;
    this.#nowMs = nowMs;
    this.#query = query;
    this.#barsMax = barsMax;
    this.#pending = planned;
    this.#count = history.attempts.firstFrom(query.toMs);
    this.#pixelMs = (query.toMs - query.fromMs) / query.pixels;
    this.#rows = this.#newRows();
    this.#bars = new GanttBars(this.#pixelMs);
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
      if (this.#bars.size > this.#barsMax && this.#pixelMs < toMs - fromMs) this.#widen();
    }
    return false;
  }

  answer(): Gantt {
    const { fromMs, toMs } = this.#query;
    const downTimes = (this.#planned ?? this.#history).downTimes;
    const gprs: GanttGpr[] = [];
    const bars = this.#bars.columns((history, attempt) => {
      const { uid, workspace, priority } = history.attempts;
      return gprs.push({ uid: uid[attempt], workspace: workspace[attempt], priority: priority[attempt] }) - 1;
    });
    return {
      seq: this.#seq,
      nowMs: this.#nowMs,
      rows: this.#rows.list((node) => downTimes.between(node, fromMs, toMs)),
      rowsTotal: this.#rows.total,
      bars,
      gprs,
    };
  }

  /** Adds the bars of the next attempt. Returns false after the last. */
  #addNext(): boolean {
    if (this.#next < this.#count) {
      const attempt = this.#next++;
      const { attempts } = this.#history;
      const endMs = attempts.endMs[attempt];
      // An attempt that ended after the query was made ran then.
      const isRunning = attempts.isRunning(attempt) || endMs > this.#nowMs;
      this.#add(this.#history, attempt, attempts.startMs[attempt], isRunning ? null : endMs, false);
      return true;
    }
    if (this.#planned === undefined || this.#nextPlanned === this.#planned.attempts.size) return false;
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
    if (fromMs >= windowTo || endMs < windowFrom || (endMs === fromMs && toMs !== null)) return;
    this.#rows.place({ history, attempt, fromMs, toMs, goesOn }, (row, lane, lanes) => {
      this.#bars.add({ history, attempt, row, lane, lanes, fromMs, toMs, endMs, planned });
    });
  }

  /** Begins again with wider pixels. */
  #widen(): void {
    this.#pixelMs *= 2;
    this.#next = 0;
    this.#nextPlanned = 0;
    this.#rows = this.#newRows();
    this.#bars = new GanttBars(this.#pixelMs);
  }

  #newRows(): GanttRows {
    const { rows, cluster, only = -1, range = FIRST_ROWS } = this.#query;
    return rows === 'nodes'
      ? new NodeRows(this.#history, cluster, only, range)
      : new WorkspaceRows(cluster, only, range);
  }
}
