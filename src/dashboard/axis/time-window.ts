// Arithmetic of the shown part of simulated time. All instants are ms since the start of the scenario.

export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

const SPAN_MIN_MS = 10_000;
const GROWN_MIN_MS = 3_600_000;
const GROWN_MAX_MS = 8 * 3_600_000;
const SPAN_MAX_MS = 10 * 366 * 86_400_000;
/** Clocks of the server end here, 278 years after the start. */
const LAST_MS = 2 ** 43;

/** The share of a window that follows the present that lies after it. */
const FUTURE_SHARE = 0.3;
/** How far a window may go before the start and beyond the present, in shares of its length. */
const BEFORE_START_SHARE = 0.05;
const BEYOND_NOW_SHARE = 0.95;

export function spanOf({ fromMs, toMs }: TimeWindow): number {
  return toMs - fromMs;
}

export function moved({ fromMs, toMs }: TimeWindow, byMs: number): TimeWindow {
  return { fromMs: fromMs + byMs, toMs: toMs + byMs };
}

/**
 * The window around the present; it begins with the start of the scenario at the earliest. @param spanMs undefined: the user chose none,
 * so that it grows with the elapsed time, up to a limit
 */
export function windowAt(nowMs: number, spanMs = grownSpan(nowMs)): TimeWindow {
  const fromMs = Math.max(0, nowMs - spanMs * (1 - FUTURE_SHARE));
  return { fromMs, toMs: fromMs + spanMs };
}

function grownSpan(nowMs: number): number {
  return Math.min(GROWN_MAX_MS, Math.max(GROWN_MIN_MS, spanOf(wholeWindow(nowMs))));
}

/** The window that shows everything from the start to the present, and a part of the future. */
export function wholeWindow(nowMs: number): TimeWindow {
  return { fromMs: 0, toMs: Math.max(SPAN_MIN_MS, nowMs / (1 - FUTURE_SHARE)) };
}

/** Makes a window `factor` times as long; the instant `atMs` keeps its place. */
export function zoomed(window: TimeWindow, factor: number, atMs: number, nowMs: number): TimeWindow {
  const longest = Math.min(SPAN_MAX_MS, Math.max(spanOf(wholeWindow(nowMs)) * 1.5, spanOf(window)));
  const spanMs = Math.min(longest, Math.max(SPAN_MIN_MS, spanOf(window) * factor));
  const share = (atMs - window.fromMs) / spanOf(window);
  const fromMs = atMs - share * spanMs;
  return kept({ fromMs, toMs: fromMs + spanMs }, nowMs);
}

export function panned({ fromMs, toMs }: TimeWindow, byMs: number, nowMs: number): TimeWindow {
  return kept({ fromMs: fromMs + byMs, toMs: toMs + byMs }, nowMs);
}

/** Moves a window as little as possible so that it shows an instant, with a tenth of its length on each side. */
export function revealing(window: TimeWindow, atMs: number, nowMs: number): TimeWindow {
  const margin = spanOf(window) / 10;
  if (atMs < window.fromMs + margin) return panned(window, atMs - margin - window.fromMs, nowMs);
  if (atMs > window.toMs - margin) return panned(window, atMs + margin - window.toMs, nowMs);
  return window;
}

/** A window of any link: not too long, and in a time that the server knows. */
export function bounded(window: TimeWindow): TimeWindow {
  const spanMs = Math.min(SPAN_MAX_MS, Math.max(SPAN_MIN_MS, spanOf(window)));
  const fromMs = Math.min(LAST_MS - spanMs, Math.max(-spanMs * BEFORE_START_SHARE, window.fromMs));
  return { fromMs, toMs: fromMs + spanMs };
}

/** Moves a window that is far from everything that happened back to it. */
function kept(window: TimeWindow, nowMs: number): TimeWindow {
  const spanMs = spanOf(window);
  const least = -spanMs * BEFORE_START_SHARE;
  const most = Math.max(least, nowMs - spanMs * (1 - BEYOND_NOW_SHARE));
  const fromMs = Math.min(most, Math.max(least, window.fromMs));
  return { fromMs, toMs: fromMs + spanMs };
}

/**
 * A window with half its length more on each side: what is read, so that small moves need no further reading. @param isMoving it
 * follows the present, and needs nothing before it
 */
export function widened({ fromMs, toMs }: TimeWindow, isMoving = false): TimeWindow {
  const more = (toMs - fromMs) / 2;
  const before = isMoving ? 0 : more;
  return { fromMs: Math.max(0, Math.floor(fromMs - before)), toMs: Math.ceil(toMs + more) };
}

/** Whether what was read for `loaded` suffices to draw `wanted`: all of it, and not too coarse. */
export function suffices(loaded: TimeWindow, wanted: TimeWindow): boolean {
  const covers = loaded.fromMs <= Math.max(0, wanted.fromMs) && loaded.toMs >= wanted.toMs;
  return covers && spanOf(loaded) <= 3 * spanOf(wanted);
}

/** What a chart shows, and what it knows. All instants are ms since the start of the scenario. */
export interface Reading {
  readonly window: TimeWindow;
  /** The time that the answer covers. */
  readonly read: TimeWindow;
  /** The present of the answer; all later bars are planned. */
  readonly nowMs: number;
  /** The present that the page shows; the answer may be older. */
  readonly shownMs: number;
}

/** The visible parts that no answer covers: beside the time that was read, and from the present of the answer to now. */
export function unreadOf({ window, read, nowMs, shownMs }: Reading): TimeWindow[] {
  return [
    { fromMs: 0, toMs: read.fromMs },
    { fromMs: nowMs, toMs: shownMs },
    { fromMs: read.toMs, toMs: Number.POSITIVE_INFINITY },
  ]
    .map(({ fromMs, toMs }) => ({
      fromMs: Math.max(fromMs, window.fromMs),
      toMs: Math.min(toMs, window.toMs),
    }))
    .filter(({ fromMs, toMs }) => toMs > fromMs);
}
