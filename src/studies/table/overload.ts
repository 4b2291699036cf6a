// The remark on overloaded pools.

import { inUnit } from '../../wire/text/unit.ts';
import { loadText, type PartFigures } from '../figure-catalogue.ts';
import type { Meaning } from '../meaning.ts';
import type { VariantParts } from '../statistics/part-means.ts';

/** The remark names at most this number of pools. */
const NAMED_MAX = 8;

/** Pools whose GPRs need more GPU time than the nodes have while they arrive. A short burst without any wait is none. */
export function overloaded(pools: readonly PartFigures[]): PartFigures[] {
  return pools.filter(
    ({ offeredLoad, waitMsMean }) => offeredLoad !== null && offeredLoad > 1 && waitMsMean !== 0,
  );
}

const OVERLOAD =
  'The GPRs need more GPU time there than the nodes have: the queue, if there is one, grows as long as GPRs arrive.';

/** A warning; undefined if no pool is overloaded, or times mean nothing. */
export function overloadRemark(
  variants: readonly VariantParts[],
  { unit, without }: Meaning,
): string | undefined {
  if (without.has('waitMsMean')) return undefined;
  /** Pool → its loads above 1. */
  const loads = new Map<string, number[]>();
  for (const { parts } of variants) {
    for (const { name, offeredLoad } of overloaded(parts.pools)) {
      const known = loads.get(name);
      if (known === undefined) loads.set(name, [offeredLoad!]);
      else known.push(offeredLoad!);
    }
  }
  if (loads.size === 0) return undefined;
  const named = Array.from(loads, ([pool, ofPool]) => {
    const of = variants.length === 1 ? '' : `, in ${ofPool.length} of ${variants.length} variants`;
    return `${pool} (offered load ${of === '' ? '' : 'up to '}${loadText(ofPool.reduce((most, load) => Math.max(most, load)))}${of})`;
  });
  const more = named.length > NAMED_MAX ? ` and ${named.length - NAMED_MAX} more` : '';
  return `Overloaded: ${named.slice(0, NAMED_MAX).join(', ')}${more}. ${inUnit(OVERLOAD, unit)}`;
}
