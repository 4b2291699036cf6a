// Messages between the benchmark and its processes.

/** What the probe reports of the time since its last report. */
export interface LoopReport {
  /** Between two runs of a timer of 1 ms, which waits while the event loop is held: 99th percentile and maximum. */
  readonly gapMsP99: number;
  readonly gapMsMax: number;
  /** The share of the time in which the event loop was not idle. */
  readonly utilization: number;
}

export type WatchOrder =
  | { readonly kind: 'open'; readonly url: string; readonly apiKey: string; readonly count: number }
  /** Answered with what happened since `open` or the last report. */
  | { readonly kind: 'report' }
  | { readonly kind: 'close' };

export interface Watched {
  /** Times that a dashboard read everything that it shows, by all dashboards. */
  readonly readings: number;
  /** Median time of such a reading; 0 if there was none. */
  readonly readingMs: number;
  /** Facts that arrived, at all dashboards. */
  readonly changes: number;
  /** What went wrong; undefined if nothing did. */
  readonly wrong?: string;
}
