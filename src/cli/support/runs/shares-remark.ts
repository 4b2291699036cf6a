// A remark on placements that need shared GPUs to differ from simpler ones.

import type { Scenario } from '../../../../sim/index.ts';
import type { Output } from '../output/output.ts';

/** Placement → the one that it equals where GPUs are whole. */
const LIKE: Readonly<Record<string, string>> = {
  fgd: 'first-fit',
  'best-fit-vector': 'best-fit',
  'dot-product': 'best-fit',
  packing: 'best-fit',
};

/** Whether GPRs share GPUs. */
export const hasShares = ({ clusters }: Pick<Scenario, 'clusters'>): boolean =>
  clusters.some(({ capacity }) => capacity === 'shares');

/** Remarks that a placement is like another one, because no scenario has shared GPUs. */
export function remarkOnShares(
  placements: readonly string[],
  scenarios: readonly Pick<Scenario, 'clusters'>[],
  output: Output,
): void {
  if (scenarios.some(hasShares)) return;
  for (const name of placements) {
    const like = LIKE[name];
    if (like !== undefined)
      output.remark(
        `gprsim: --placement ${name} is for shared GPUs; with whole GPUs, it chooses as ${like} does`,
      );
  }
}
