// The answer with the changes of the recorded estimates of a GPR.

import type { EstimatePage } from '../../../driver/world.ts';
import { AsOf } from '../../frame/answers/as-of.ts';
import type { Service } from '../../frame/operation/service.ts';
import type { EstimatesAnswer } from './schema.ts';

/** @param startMs the present estimate; null = none */
export function estimatesOf(
  { branch, nowMs, waits, next, total }: EstimatePage,
  startMs: number | null,
  timeline: Service['timeline'],
): AsOf<EstimatesAnswer> {
  const now = timeline.iso(nowMs);
  const listed = waits.map(({ startedAtMs, changes }) => ({
    startedAt: timeline.isoOrNull(startedAtMs),
    estimates: changes.map((change) => ({
      number: change.seq,
      at: timeline.iso(change.atMs),
      first: change.isFirst,
      estimatedStartTime: timeline.isoOrEmpty(change.startMs),
      causes: change.causes,
    })),
  }));
  const estimatedStartTime = timeline.isoOrEmpty(startMs);
  return new AsOf({ branch, now, estimatedStartTime, waits: listed, next, last: total }, now);
}
