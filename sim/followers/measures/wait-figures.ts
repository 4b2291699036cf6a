// Figures of waits: first start − creation, over the GPRs that started, ms.

import { mean, percentile } from '../../base/numbers/statistics.ts';

/** The percentiles of waits that runs and their parts have. */
export const WAIT_PERCENTILES = [50, 95, 99] as const;

type Percentile = (typeof WAIT_PERCENTILES)[number];

/** All are null if nothing started. */
export type WaitFigures = { readonly waitMsMean: number | null } & {
  readonly [Name in `waitMsP${Percentile}`]: number | null;
};

/** @param waits shortest first */
export function waitFigures(waits: Float64Array): WaitFigures {
  const percentiles = WAIT_PERCENTILES.map((which) => [`waitMsP${which}`, percentile(waits, which)]);
  return { waitMsMean: mean(waits), ...Object.fromEntries(percentiles) };
}
