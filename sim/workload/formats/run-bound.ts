// Options that formats share: the exit duration, which the scheduler sees, of a recorded run, which it does not; and faster arrivals.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/numbers/time.ts';
import { decimal, numberOption, type TraceOption } from './format.ts';

const COMPRESS_MAX = 1_000_000;
export const FACTOR_MAX = 1000;

/** How the exit duration (visible to the scheduler) is derived from the recorded run time (hidden from it). */
export type Bound =
  /** The run time, rounded up to the next of `BOUND_LADDER_MS`. */
  | { readonly kind: 'round' }
  | { readonly kind: 'exact' }
  /** The run time times a factor of at least 1. */
  | { readonly kind: 'times'; readonly factor: number };

/** Usual exit durations in ms. A longer run is rounded up to a multiple of the last. */
const BOUND_LADDER_MS = [15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 180 * DAY_MS];

/** The exit duration for a run time, both in ms; never shorter than the run. */
export function boundMs(runMs: number, bound: Bound): number {
  if (bound.kind === 'exact') return runMs;
  if (bound.kind === 'times') return timesUp(runMs, bound.factor);
  const last = BOUND_LADDER_MS[BOUND_LADDER_MS.length - 1]!;
  return BOUND_LADDER_MS.find((stepMs) => runMs <= stepMs) ?? Math.ceil(runMs / last) * last;
}

const MILLION = 1_000_000;

/** A time × a factor with at most six decimals, rounded up to whole ms. A product of floating-point numbers can be too large. */
export function timesUp(ms: number, factor: number): number {
  const millionths = Math.round(factor * MILLION);
  return Math.floor(ms / MILLION) * millionths + Math.ceil(((ms % MILLION) * millionths) / MILLION);
}

export const compress: TraceOption<number> = numberOption(
  { flag: '--compress', value: 'N', summary: 'divide the gaps between arrivals by N', default: 1 },
  COMPRESS_MAX,
);

/** The factor N of `xN`; undefined if the text has none from 1 to `FACTOR_MAX`. */
function factorOf(text: string): number | undefined {
  const factor = text.startsWith('x') ? decimal(text.slice(1)) : Number.NaN;
  return factor >= 1 && factor <= FACTOR_MAX ? factor : undefined;
}

export const bound: TraceOption<Bound> = {
  keepsWork: true,
  flag: '--bound',
  value: 'exact|xN|round',
  summary:
    'exit duration: the run time, N times it, or the run time rounded up to one of 15m, 1h, 4h, 1d, 7d, …',
  default: 'round',
  be: `round, exact, or xN with N from 1 to ${FACTOR_MAX}`,
  form: { pattern: '^(?:round|exact|x[0-9]{1,7}(?:\\.[0-9]{1,6})?)$' },
  parse(text) {
    if (text === 'round' || text === 'exact') return { kind: text };
    const factor = factorOf(text);
    return factor === undefined ? undefined : { kind: 'times', factor };
  },
};
