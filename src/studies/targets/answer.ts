// The answer to targets: which variants reach each, and the cheapest that surely reach all.

import type { Figures } from '../figures.ts';
import type { Grid } from '../grid.ts';
import type { CostBy } from './cost.ts';
import { type Reached, reachedBy } from './reached.ts';
import type { Target } from './target.ts';

/** What the targets need to know of the settings of a grid. */
export interface Asked {
  readonly targets: readonly Target[];
  readonly by: CostBy;
  /** By setting. */
  readonly costs: readonly number[];
  /** By setting, then by target: the name of the part; undefined for the whole world. */
  readonly parts: readonly (readonly (string | undefined)[])[];
}

export interface TargetAnswer extends Asked {
  /** By target, then by variant. */
  readonly reached: readonly (readonly Reached[])[];
  /** Indexes of the variants that surely reach all targets at the lowest cost. */
  readonly cheapest: readonly number[];
}

/** @param figures by index in the grid */
export function answerOf(
  asked: Asked,
  grid: Grid,
  figures: readonly Figures[],
  isDrawn: boolean,
): TargetAnswer {
  const count = grid.seeds.length;
  const variants = Array.from({ length: grid.variantCount }, (_, i) => i);
  const reached = asked.targets.map((target, t) =>
    variants.map((i) =>
      reachedBy(
        target,
        asked.parts[grid.settingOf(i)][t],
        figures.slice(i * count, (i + 1) * count),
        isDrawn,
      ),
    ),
  );
  const sure = variants.filter((i) => reached.every((ofTarget) => ofTarget[i].reached === 'yes'));
  const costOf = (variant: number) => asked.costs[grid.settingOf(variant)];
  const lowest = sure.reduce((least, variant) => Math.min(least, costOf(variant)), Number.POSITIVE_INFINITY);
  return { ...asked, reached, cheapest: sure.filter((variant) => costOf(variant) === lowest) };
}
