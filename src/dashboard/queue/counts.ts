// How many GPRs of a queue wait for each reason.

import type { GprPage, WorldState } from '../../api/sim/answers.ts';
import { WAIT_REASONS, type WaitReason } from '../../looks/wait-reasons.ts';

type Counts = Readonly<Record<WaitReason, number>>;

/**
 * Counts the rows if the page has the whole queue: they are of its instant. Otherwise `all` counts, which is about all clusters. Of
 * one cluster, only what the page selects is known; undefined if that is not one reason.
 * @param only the reason that the page selects
 */
export function countsOf(
  { gprs, total }: Pick<GprPage, 'gprs' | 'total'>,
  cluster: string,
  all: WorldState['waits'] | undefined,
  only: WaitReason | undefined,
): Counts | undefined {
  const isWhole = only === undefined && gprs.length === total;
  if (!isWhole && cluster === '') return all;
  const counts = Object.fromEntries(WAIT_REASONS.map((reason) => [reason, 0])) as Record<WaitReason, number>;
  if (only !== undefined) return { ...counts, [only]: total };
  if (!isWhole) return undefined;
  for (const { waitReason } of gprs) if (waitReason !== null) counts[waitReason]++;
  return counts;
}
