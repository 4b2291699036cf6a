// The operation that reports when waiting GPRs will likely start.

import { COPIED_MAX, EVENTS_MAX } from '../../../../sim/index.ts';
import { visibleTo } from '../../frame/access/scope.ts';
import { AsOf, after } from '../../frame/answers/as-of.ts';
import { likelyStartOf, tooManyFutures } from '../../frame/answers/likely-start.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { forecastAnswer, forecastRequest } from './schema.ts';

export const forecastOperations: readonly Operation[] = [
  operation({
    operationId: 'getForecast',
    summary: 'Forecast when the waiting GPRs will likely start',
    description:
      '`estimatedStartTime` is the start if nothing else happens. This answer has when GPRs will likely start, since something ' +
      'always happens: it draws `samples` futures, in which GPRs run as long as earlier ones did, others arrive as often as before, ' +
      'and provisionings and nodes fail as they did. In one of ten futures, a GPR starts before `p10`, in one of ten after `p90`. ' +
      'Null: later than `horizon`. The same state has the same answer. Without ended GPRs to draw from, GPRs run for their whole ' +
      `exit duration. Worlds with more than ${COPIED_MAX} GPRs in memory, and futures with more than ${EVENTS_MAX} events, are refused.`,
    method: 'GET',
    path: '/sim/forecast',
    from: 'query',
    request: forecastRequest,
    answer: forecastAnswer,
    errors: ['too-many-futures'],
    handle({ samples }, caller, { world, timeline }, isWanted) {
      return after(world.read.likelyStarts(samples, isWanted), (likely) => {
        if (!likely.ok) throw tooManyFutures(likely);
        const { branch, seq, seen } = likely;
        const now = timeline.iso(likely.nowMs);
        const horizon = timeline.iso(likely.horizonMs);
        const gprs = likely.gprs
          .filter(visibleTo(caller))
          .map(({ gprId, ...start }) => ({ gprId, ...likelyStartOf(start, timeline) }));
        return new AsOf({ branch, seq, now, horizon, samples, seen, gprs }, now);
      });
    },
  }),
];
