// The operation that reports how far estimates and likely starts could be trusted.

import { COPIED_MAX, EVENTS_MAX } from '../../../../sim/index.ts';
import { AsOf, after } from '../../frame/answers/as-of.ts';
import { tooManyFutures } from '../../frame/answers/likely-start.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { estimatesAnswer, estimatesRequest } from './schema.ts';

export const estimateOperations: readonly Operation[] = [
  operation({
    operationId: 'getEstimates',
    summary: 'Get how far estimates and likely starts could be trusted',
    description:
      'Compares answers of earlier instants with what happened. At every full hour since the start (if `recordEstimatesEvery` of the ' +
      'scenario does not divide an hour: at every multiple of it that is next), each waiting GPR is asked when it will start. ' +
      '`estimates` is about the recorded estimates in force: the starts if nothing else happens; the latest 100,000 answers ' +
      'are compared. With `samples`, `likely` is about likely starts, which are drawn again from what had been seen by then: at 20 of these ' +
      'instants at most, evenly spaced, and of about 200 GPRs at each. This takes long, since the world is replayed: one answer is made at a time. ' +
      `Worlds with more than ${COPIED_MAX} GPRs in memory, and futures with more than ${EVENTS_MAX} events, are refused. ` +
      'For Editors and Viewers, too, the figures are of all workspaces; they name no GPR.',
    method: 'GET',
    path: '/sim/estimates',
    from: 'query',
    request: estimatesRequest,
    answer: estimatesAnswer,
    errors: ['too-many-futures'],
    handle({ samples }, _caller, { world, timeline }, isWanted) {
      return after(world.read.calibration(samples, isWanted), (calibration) => {
        if (!calibration.ok) throw tooManyFutures(calibration);
        const { ok: _, branch, seq, nowMs, ...found } = calibration;
        const now = timeline.iso(nowMs);
        return new AsOf({ branch, seq, now, ...found }, now);
      });
    },
  }),
];
