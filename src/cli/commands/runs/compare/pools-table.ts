// The compact table of pools of a comparison: some figures of each pool, a column for each variant.

import { PART_FIGURES, type PartFigure } from '../../../../studies/figure-catalogue.ts';
import type { VariantParts } from '../../../../studies/statistics/part-means.ts';
import { RUN_FIGURES, SHOWN_WAITS } from '../../../../wire/run-figures.ts';
import { furtherPools, POOLS_MAX } from '../../../support/output/part-table.ts';
import { tables } from './metrics-table.ts';

const ROWS: readonly (readonly [PartFigure, label: string])[] = [
  ...SHOWN_WAITS.map((figure) => [figure, RUN_FIGURES[figure].label] as const),
  ['utilization', 'used'],
  ['offeredLoad', 'offered'],
];

/** @param hasTimes whether waits and the offered load mean something */
export function poolLines(variants: readonly VariantParts[], hasTimes: boolean): string[] {
  const pools = [...new Set(variants.flatMap(({ parts }) => parts.pools.map(({ name }) => name)))];
  const byVariant = variants.map(({ parts }) => new Map(parts.pools.map((pool) => [pool.name, pool])));
  const shown = ROWS.filter(([figure]) => hasTimes || PART_FIGURES[figure].isTimeless);
  const rows = pools.slice(0, POOLS_MAX).flatMap((pool) =>
    shown.map(([figure, label], row) => {
      const cells = byVariant.map((ofVariant) => {
        const figures = ofVariant.get(pool);
        return figures === undefined ? '' : PART_FIGURES[figure].text(figures[figure]);
      });
      return [row === 0 ? pool : '', label, ...cells];
    }),
  );
  const header = ['pool', '', ...variants.map(({ name }) => name)];
  return [...tables([header, ...rows], variants.length), ...furtherPools(pools.length)];
}
