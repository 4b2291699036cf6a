// Operations that change the rules of the running world: its scheduler, and how fast generated workloads arrive.

import { absentPolicies } from '../../../wire/text/own-policies.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { problem } from '../../frame/errors/problems.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { accepted } from '../../v1/rejection-errors.ts';
import { schedulerAnswer, setSchedulerRequest, setWorkloadRequest, workloadAnswer } from './schema.ts';

export const ruleOperations: readonly Operation[] = [
  operation({
    operationId: 'setScheduler',
    summary: 'Change the policies of the scheduler',
    description:
      'The next scheduling cycle examines every pool by the new policies; GPRs that hold GPUs keep their nodes. For ' +
      '`fair-share`, GPU time counts from the instant at which the order is in force. ' +
      'A module that was given when the server was started is named by `sha256:` and its SHA-256, 64 hex digits. ' +
      'The answer has the policies in force.',
    method: 'PUT',
    path: '/sim/scheduler',
    from: 'body',
    request: setSchedulerRequest,
    answer: schedulerAnswer,
    example: { queue: 'backfill' },
    async handle({ queue, placement, order, backfillOrder }, _caller, { world }) {
      const changes = {
        ...(queue == null ? {} : { queue }),
        ...(placement == null ? {} : { placement }),
        ...(order == null ? {} : { order }),
        ...(backfillOrder == null ? {} : { backfillOrder }),
      };
      const absent = absentPolicies(changes, world.read.ownPolicies);
      if (absent.length > 0)
        throw new Failure(
          'invalid',
          {},
          absent.map(({ member, why }) => problem(member, why)),
        );
      await accepted(world.submit({ kind: 'scheduler.set', ...changes }));
      return world.read.rules().scheduler;
    },
  }),
  operation({
    operationId: 'setWorkload',
    summary: 'Change the rate of generated arrivals',
    description:
      'Divides the gaps between later arrivals of all generated workloads; the next arrival keeps its instant. ' +
      'Scripts and traces arrive as before.',
    method: 'PUT',
    path: '/sim/workload',
    from: 'body',
    request: setWorkloadRequest,
    answer: workloadAnswer,
    example: { arrivalRate: 2 },
    async handle({ arrivalRate: arrivalRateMilli }, _caller, { world }) {
      await accepted(world.submit({ kind: 'workload.set', arrivalRateMilli }));
      return { arrivalRate: world.read.rules().arrivalRate };
    },
  }),
];
