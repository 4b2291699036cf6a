// Operations that change the rules of the world: the policies of the scheduler, and the rate of generated arrivals.

import { type Operation, operation } from '../../../http/operation/operation.ts';
import { accepted } from '../../../http/rejection-errors.ts';
import { schedulerAnswer, setSchedulerRequest, setWorkloadRequest, workloadAnswer } from './schema.ts';

const setScheduler = operation({
  operationId: 'setScheduler',
  summary: 'Change the scheduler',
  description:
    'Replaces the queue policy, the placement policy, or both, from the present instant on. GPRs that hold GPUs keep them. ' +
    'The answer has the policies in force, as has `getState`.',
  method: 'PUT',
  path: '/sim/scheduler',
  from: 'body',
  request: setSchedulerRequest,
  answer: schedulerAnswer,
  example: { queue: 'backfill' },
  async handle({ queue, placement }, _caller, { world }) {
    const sent = { ...(queue !== null && { queue }), ...(placement !== null && { placement }) };
    await accepted(world.submit({ kind: 'scheduler.set', ...sent }));
    const rules = world.read.rules();
    return { queue: rules.queue, placement: rules.placement };
  },
});

const setWorkload = operation({
  operationId: 'setWorkload',
  summary: 'Change the arrival rate',
  description:
    'Sets a factor on the generated arrivals of the scenario: at 2, gaps between arrivals are half as long as in the ' +
    'scenario. The next arrival of each workload keeps its instant. Recorded traces and scripts do not change.',
  method: 'PUT',
  path: '/sim/workload',
  from: 'body',
  request: setWorkloadRequest,
  answer: workloadAnswer,
  example: { arrivalRate: 1.5 },
  async handle({ arrivalRate: rateMilli }, _caller, { world }) {
    await accepted(world.submit({ kind: 'workload.set', rateMilli }));
    return { arrivalRate: world.read.rules().arrivalRateMilli / 1000 };
  },
});

export const ruleOperations: readonly Operation[] = [setScheduler, setWorkload];
