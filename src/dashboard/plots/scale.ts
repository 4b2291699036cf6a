// The scale of values of a plot: from 0, with lines at round values.

const MINUTE = 60_000;
const DURATION_STEPS = [
  ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * 60 * MINUTE),
  ...[1, 2, 5, 10, 20, 50, 100, 200].map((count) => count * 24 * 60 * MINUTE),
];

/** The share of the height that stays free above the largest value. */
const HEADROOM = 0.08;

export interface Scale {
  /** The value at the upper end. */
  readonly most: number;
  /** Where lines are drawn, from 0 on. */
  readonly lines: readonly number[];
}

/**
 * @param kind what the values are: shares of 1, whole counts, or durations in ms
 * @param most the largest value @param least the scale reaches at least this value
 * @param count how many steps there may be at most
 */
export function scaleOf(
  kind: 'share' | 'count' | 'duration',
  most: number,
  least: number,
  count: number,
): Scale {
  const end = kind === 'share' ? 1 : Math.max(least, most * (1 + HEADROOM));
  const step = stepOf(kind, end / Math.max(1, count));
  const lines: number[] = [];
  for (let i = 0; i * step <= end; i++) lines.push(i * step);
  return { most: end, lines };
}

function stepOf(kind: 'share' | 'count' | 'duration', least: number): number {
  if (kind === 'share') return least > 0.25 ? 0.5 : 0.25;
  const known = kind === 'duration' ? DURATION_STEPS.find((step) => step >= least) : undefined;
  if (known !== undefined) return known;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least)!;
}
