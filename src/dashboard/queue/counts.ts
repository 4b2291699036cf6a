// How many GPRs of a queue wait for each reason.

import type { GprPage, WorldState } from '../../control/answers.ts';
import { WAIT_REASONS, type WaitReason } from '../../looks/wait-reasons.ts';

type Counts = Readonly<Record<WaitReason, number>>;

/**
 * Counts the rows if the page has the whole queue: they are of its instant. Otherwise `all` counts, which is about all clusters;
 * undefined if that is not what the queue lists.
 */
export function countsOf(
  { gprs, total }: Pick<GprPage, 'gprs' | 'total'>,
  cluster: string,
  all: WorldState['waits'] | undefined,
): Counts | undefined {
  if (gprs.length < total) return cluster === '' ? all : undefined;
  const counts = Object.fromEntries(WAIT_REASONS.map((reason) => [reason, 0])) as Record<WaitReason, number>;
  for (const { waitReason } of gprs) if (waitReason !== null) counts[waitReason]++;
  return counts;
}
