// A remark on placements that need shared GPUs to differ from simpler ones.

import type { Scenario } from '../../../../sim/index.ts';
import type { Output } from '../output/output.ts';

/** Placement → what it does where GPUs are whole. */
const WITH_WHOLE: Readonly<Record<string, string>> = {
  fgd: 'it chooses as first-fit does',
  'best-fit-vector': 'it chooses as best-fit does',
  'dot-product': 'it chooses nearly as best-fit does',
  packing: 'it takes the first node in use that has room',
};

/** Whether GPRs share GPUs. */
export const hasShares = ({ clusters }: Pick<Scenario, 'clusters'>): boolean =>
  clusters.some(({ capacity }) => capacity === 'shares');

/** Remarks on placements for shared GPUs if no scenario has any. */
export function remarkOnShares(
  placements: readonly string[],
  scenarios: readonly Pick<Scenario, 'clusters'>[],
  output: Output,
): void {
  if (scenarios.some(hasShares)) return;
  for (const name of new Set(placements)) {
    const what = WITH_WHOLE[name];
    if (what !== undefined)
      output.remark(`gprsim: placement ${name} is for shared GPUs; with whole GPUs, ${what}`);
  }
}
