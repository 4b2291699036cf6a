// The words of the operation that lists attempts.

import type { Words } from '../word.ts';

export const attemptWords: Words = {
  'listAttempts.from': [
    'The begin of the range: simulated milliseconds since the start of the scenario, or an instant in ISO 8601. Default: the start.',
    0,
  ],
  'listAttempts.to': [
    'The end of the range: simulated milliseconds since the start of the scenario, or an instant in ISO 8601. Default: now. If it is after now, the list has the forecast.',
    '2026-01-05T18:00:00Z',
  ],
  'listAttempts.cluster': ['The only cluster. Default: all.', 'worker-1'],
  'listAttempts.node': ['The only node. Default: all.', 'worker-1-a2-highgpu-8g-0'],
  'listAttempts.workspace': ['The only workspace. Default: all.', ''],
  'listAttempts.gpr': ['The id of the only GPR. Default: all.', ''],
  'listAttempts.sort': [
    'The member that sorts the attempts, after `-` the greatest first. `gpusOnNode` needs a node.',
    '-waited',
  ],
  'listAttempts.offset': ['The number of attempts to leave out before the first one of the answer.', 0],
  'listAttempts.limit': ['The largest number of attempts in the answer.', 100],
  'AttemptsList.seq': ['The number of the last fact that the list includes.', 412],
  'AttemptsList.total': ['The number of attempts without `offset` and `limit`.', 1],
  'AttemptsList.attempts': ['The attempts.'],
  'Attempt.gprId': ['The id of the GPR; null if the caller may not see it.', 'gpr-7c29e338-ebda'],
  'Attempt.gprName': [
    'The name of the GPR; null if the caller may not see it, after its deletion, and if the forecast makes it.',
    'training',
  ],
  'Attempt.workspace': ['The workspace; null if the caller may not see it.', 'team-blue'],
  'Attempt.priority': ['The priority of the GPR at the start of the attempt.', 100],
  'Attempt.cluster': ['The cluster of the nodes.', 'worker-1'],
  'Attempt.nodes': ['The nodes whose GPUs the GPR holds or held.', ['worker-1-a2-highgpu-8g-0']],
  'Attempt.gpus': ['The number of these GPUs.', 8],
  'Attempt.gpusOnNode': ['How many of them are of the node of the request; null without one.', null],
  'Attempt.planned': ['Whether the attempt is one of the forecast.', false],
  'Attempt.first': ['Whether it is the first start of the GPR.', true],
  'Attempt.waitedMs': [
    'From the creation of the GPR, or from its last requeue, to the start, in simulated milliseconds.',
    60_000,
  ],
  'Attempt.startedAt': ['The start; of a planned attempt, the planned one.', '2026-01-05T08:01:00Z'],
  'Attempt.endedAt': [
    'The end; null while the GPR holds the GPUs. Of a planned attempt, the planned one; null if it is after the range.',
    '2026-01-05T09:01:00Z',
  ],
  'Attempt.plannedEndAt': [
    'Of an attempt that lasts: the end by the forecast; null if the range has no forecast, or the end is after it.',
    null,
  ],
  'Attempt.end': ['How the attempt ended; `running` while it lasts, and if it is planned.', 'complete'],
  'Attempt.cost': [
    'The price of the GPU time of the attempt so far, in the currency of the prices. Of a planned attempt, up to its end or the end of the range.',
    14.7,
  ],
};
