// The compact table of pools of a comparison: some figures of each pool, a column for each variant.

import type { PartFigures } from '../../../../studies/part-figures.ts';
import type { VariantParts } from '../../../../studies/statistics/part-means.ts';
import { loadText, shareText } from '../../../../studies/table/part-text.ts';
import { spanOrNone } from '../../../support/output/cells.ts';
import { furtherPools, POOLS_MAX } from '../../../support/output/part-table.ts';
import { tables } from './metrics-table.ts';

const ROWS: readonly (readonly [label: string, of: (pool: PartFigures) => string])[] = [
  ['p95 wait', ({ waitMsP95 }) => spanOrNone(waitMsP95)],
  ['used', ({ utilization }) => shareText(utilization)],
  ['offered', ({ offeredLoad }) => loadText(offeredLoad)],
];

export function poolLines(variants: readonly VariantParts[]): string[] {
  const pools = [...new Set(variants.flatMap(({ parts }) => parts.pools.map(({ name }) => name)))];
  const byVariant = variants.map(({ parts }) => new Map(parts.pools.map((pool) => [pool.name, pool])));
  const rows = pools.slice(0, POOLS_MAX).flatMap((pool) =>
    ROWS.map(([label, of], row) => [
      row === 0 ? pool : '',
      label,
      ...byVariant.map((ofVariant) => {
        const figures = ofVariant.get(pool);
        return figures === undefined ? '' : of(figures);
      }),
    ]),
  );
  const header = ['pool', '', ...variants.map(({ name }) => name)];
  return [...tables([header, ...rows], variants.length), ...furtherPools(pools.length)];
}
