// The operation that reports when waiting GPRs will likely start.

import { COPIED_MAX, EVENTS_MAX, type TooManyFutures } from '../../../../sim/index.ts';
import { counted } from '../../../wire/text/counted.ts';
import { AsOf, after } from '../../frame/answers/as-of.ts';
import { Failure } from '../../frame/errors/failure.ts';
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
    handle({ samples }, _caller, { world, timeline }, isWanted) {
      const { branch, seq } = world.clock();
      return after(world.read.likelyStarts(samples, isWanted), (likely) => {
        if (!likely.ok) throw new Failure('too-many-futures', { why: whyTooMany(likely) });
        const now = timeline.iso(likely.nowMs);
        const instantIfAny = (ms: number | null) => (ms === null ? null : timeline.iso(ms));
        const gprs = likely.gprs.map(({ gprId, p10, p50, p90, within }) => ({
          gprId,
          p10: instantIfAny(p10),
          p50: instantIfAny(p50),
          p90: instantIfAny(p90),
          within,
        }));
        const { seen } = likely;
        const horizon = timeline.iso(likely.horizonMs);
        return new AsOf({ branch, seq, now, horizon, samples, seen, gprs }, now);
      });
    },
  }),
];

function whyTooMany({ gprs, done }: TooManyFutures): string {
  if (gprs > COPIED_MAX)
    return `the world has ${counted(gprs, 'GPR')} in memory, and futures are drawn for at most ${COPIED_MAX}`;
  return `${counted(done, 'future')} had ${EVENTS_MAX} events, the most that one answer may have; ask for fewer samples`;
}
