// Which variants have rows in the tables of a report, if there are too many for all.

import type { Grid } from '../studies/grid.ts';
import type { Comparison } from '../studies/statistics/comparison.ts';
import type { TargetAnswer } from '../studies/targets/answer.ts';
import { counted } from '../wire/text/counted.ts';

const VARIANTS_MAX = 100;

interface ShownVariants {
  /** Indexes in the order of the grid. */
  readonly indexes: readonly number[];
  /** What is left out; '' if nothing is. */
  readonly note: string;
}

/**
 * All variants, or of many: half of the rows for those that reach the most targets at the lowest cost, and the other rows for the
 * best of each figure.
 */
export function shownVariants(
  grid: Grid,
  comparisons: readonly Comparison[],
  answer: TargetAnswer | undefined,
): ShownVariants {
  const { variantCount } = grid;
  if (variantCount <= VARIANTS_MAX) {
    return { indexes: Array.from({ length: variantCount }, (_, i) => i), note: '' };
  }
  const chosen = new Set<number>();
  const choose = (variants: Iterable<number>, most: number) => {
    for (const variant of variants) {
      if (chosen.size >= most) return;
      chosen.add(variant);
    }
  };
  if (answer !== undefined) choose(byTargets(answer, grid, answer.reached[0].keys()), VARIANTS_MAX / 2);
  const orders = comparisons.map(({ best, differences }) => [best, ...differences.map(({ to }) => to)]);
  choose(inTurns(orders, variantCount), VARIANTS_MAX);
  const which =
    answer === undefined
      ? 'the best of each figure'
      : 'those that reach the most targets at the lowest cost, and the best of each figure';
  const note = `The tables have ${VARIANTS_MAX} of ${counted(variantCount, 'variant')}: ${which}. The command above prints all, as CSV with --csv.`;
  return { indexes: [...chosen].sort((a, b) => a - b), note };
}

/** Variants that reach more targets come first; of equal ones, the cheapest. */
export function byTargets(
  { reached, costs }: TargetAnswer,
  grid: Grid,
  variants: Iterable<number>,
): number[] {
  const sure = reached[0].map((_, i) => reached.filter((ofTarget) => ofTarget[i].reached === 'yes').length);
  const costOf = (variant: number) => costs[grid.settingOf(variant)];
  return [...variants].sort((a, b) => sure[b] - sure[a] || costOf(a) - costOf(b) || a - b);
}

/** The first variant of each order, then the second of each, and so on; without comparisons, all in the order of the grid. */
function* inTurns(orders: readonly (readonly number[])[], count: number): Generator<number> {
  for (let place = 0; place < count; place++) {
    if (orders.length === 0) yield place;
    for (const order of orders) yield order[place];
  }
}
