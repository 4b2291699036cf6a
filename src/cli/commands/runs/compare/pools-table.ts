// The compact table of pools of a comparison: some figures of each pool, a column for each variant.

import type { PartFigures } from '../../../../studies/part-figures.ts';
import type { VariantParts } from '../../../../studies/statistics/part-means.ts';
import type { Steps } from '../../../../studies/steps.ts';
import { loadText, shareText } from '../../../../studies/table/part-text.ts';
import { spanOrNone } from '../../../support/output/cells.ts';
import { furtherPools, POOLS_MAX } from '../../../support/output/part-table.ts';
import { tables } from './metrics-table.ts';

type Row = readonly [label: string, of: (pool: PartFigures) => string];

const USED: Row = ['used', ({ utilization }) => shareText(utilization)];
const ROWS: readonly Row[] = [
  ['p95 wait', ({ waitMsP95 }) => spanOrNone(waitMsP95)],
  USED,
  ['offered', ({ offeredLoad }) => loadText(offeredLoad)],
];

/** Lines in steps. @param hasTimes whether waits and the offered load mean something */
export function* poolLines(variants: readonly VariantParts[], hasTimes: boolean): Steps<string[]> {
  const pools = [...new Set(variants.flatMap(({ parts }) => parts.pools.map(({ name }) => name)))];
  const byVariant = variants.map(({ parts }) => new Map(parts.pools.map((pool) => [pool.name, pool])));
  const rows: string[][] = [];
  for (const pool of pools.slice(0, POOLS_MAX)) {
    for (const [row, [label, of]] of (hasTimes ? ROWS : [USED]).entries()) {
      const cells = byVariant.map((ofVariant) => {
        const figures = ofVariant.get(pool);
        return figures === undefined ? '' : of(figures);
      });
      rows.push([row === 0 ? pool : '', label, ...cells]);
      yield;
    }
  }
  const header = ['pool', '', ...variants.map(({ name }) => name)];
  const lines = yield* tables([header, ...rows], variants.length);
  return [...lines, ...furtherPools(pools.length)];
}
