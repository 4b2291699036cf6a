import { decimal, numberOption, type TraceOption } from '../format.ts';

const KEEP_EVERY_MAX = 1_000_000;
const COMPRESS_MAX = 1_000_000;
const FACTOR_MAX = 1000;

/** How the exit duration (visible to the scheduler) is derived from the recorded run time (hidden from it). */
export type Bound =
  /** The run time, rounded up to the next of `BOUND_LADDER_MS` (pods.ts). */
  | { readonly kind: 'round' }
  | { readonly kind: 'exact' }
  /** The run time times a factor of at least 1. */
  | { readonly kind: 'times'; readonly factor: number };

export type Options = {
  readonly compress: number;
  /** N keeps the rows 0, N, 2N, … of the node table. */
  readonly keepNodes: number;
  readonly bound: Bound;
};

export const compress: TraceOption<number> = numberOption(
  { flag: '--compress', value: 'N', summary: 'divide the gaps between arrivals by N', default: 1 },
  COMPRESS_MAX,
);

const KEEP = '^1/([1-9][0-9]{0,6})$';

export const keepNodes: TraceOption<number> = {
  flag: '--keep-nodes',
  value: '1/N',
  summary: 'keep every Nth node',
  default: '1/1',
  be: `1/N with N from 1 to ${KEEP_EVERY_MAX}`,
  form: { pattern: KEEP },
  parse(text) {
    const every = Number(new RegExp(KEEP).exec(text)?.[1]);
    return every <= KEEP_EVERY_MAX ? every : undefined;
  },
};

export const bound: TraceOption<Bound> = {
  flag: '--bound',
  value: 'exact|xN|round',
  summary:
    'exit duration: the run time, N times it, or the run time rounded up to one of 15m, 1h, 4h, 1d, 7d, …',
  default: 'round',
  be: `round, exact, or xN with N from 1 to ${FACTOR_MAX}`,
  form: { pattern: '^(?:round|exact|x[0-9]{1,7}(?:\\.[0-9]{1,6})?)$' },
  parse(text) {
    if (text === 'round' || text === 'exact') return { kind: text };
    const factor = text.startsWith('x') ? decimal(text.slice(1)) : Number.NaN;
    return factor >= 1 && factor <= FACTOR_MAX ? { kind: 'times', factor } : undefined;
  },
};
