// The operation that lists attempts: when GPRs held GPUs, and which.

import type { AttemptsAnswer } from '../../../driver/world.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { namesFor, requireGpr, seesWorkspaces } from '../../frame/access/scope.ts';
import { AsOf, after } from '../../frame/answers/as-of.ts';
import { requireNone } from '../../frame/errors/failure.ts';
import { problem } from '../../frame/errors/problems.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { timelineFrom } from '../../frame/operation/service.ts';
import { UNSORTED } from '../../frame/request/fields.ts';
import { aboutWindow, windowOf } from '../shared/chart-window.ts';
import { requireKnownEver, unknownNode } from '../shared/known-names.ts';
import { type AttemptRecord, listAttemptsAnswer, listAttemptsRequest } from './schema.ts';

export const attemptOperations: readonly Operation[] = [
  operation({
    operationId: 'listAttempts',
    summary: 'List when GPRs held GPUs',
    description:
      'An attempt is the time from a start of a GPR to its end or its requeue. The list has the attempts that overlap the range, by ' +
      'default from the start of the scenario to now: first those that hold GPUs at its end, then the planned ones, then those that ' +
      'ended, the latest start first. If `to` is after now, the list has the forecast: attempts with `planned`, and the ' +
      '`plannedEndAt` of those that hold GPUs. `sort=waited` sorts by a member, `sort=-waited` the greatest first. GPRs of ' +
      'workspaces that the caller may not see have no names, and come last in an order of names. Owners may name a workspace ' +
      'that was deleted.',
    method: 'GET',
    path: '/sim/attempts',
    from: 'query',
    isTimeless: aboutWindow,
    request: listAttemptsRequest,
    answer: listAttemptsAnswer,
    errors: ['gpr-not-found', 'workspace-foreign', 'workspace-earlier'],
    handle({ node, workspace, gpr, sort = UNSORTED, offset, limit, ...window }, caller, service, isWanted) {
      const { world } = service;
      const { cluster } = window;
      requireKnownEver({ workspace, cluster }, caller, world);
      const problems = unknownNode({ node, cluster }, world);
      if (sort.order === 'gpusOnNode' && node === '')
        problems.push(problem('sort', 'must not be "gpusOnNode" without "node"'));
      requireNone(problems);
      if (gpr !== '') requireGpr(world, caller, gpr);
      const about = { node: node || undefined, workspace: workspace || undefined, gprId: gpr || undefined };
      const sees = seesWorkspaces(caller);
      const request = { ...windowOf(window, service), ...about, ...sort, offset, limit, sees };
      return after(world.read.attempts(request, isWanted), (answer) => {
        const { branch, seq, nowMs, start, total } = answer;
        const timeline = timelineFrom(start, service);
        const now = timeline.iso(nowMs);
        return new AsOf({ branch, seq, now, total, attempts: recordsOf(answer, caller, timeline) }, now);
      });
    },
  }),
];

function recordsOf(
  { attempts, gprNames }: AttemptsAnswer,
  caller: Caller,
  timeline: Timeline,
): AttemptRecord[] {
  return attempts.map((attempt, i) => {
    const { priority, cluster, nodes, gpus, gpusOnNode, waitedMs, end, cost } = attempt;
    return {
      ...namesFor(caller, { ...attempt, gprName: gprNames[i]! }),
      priority,
      cluster,
      nodes,
      gpus,
      gpusOnNode,
      planned: attempt.isPlanned,
      first: attempt.isFirst,
      waitedMs,
      startedAt: timeline.iso(attempt.startMs),
      endedAt: timeline.isoOrNull(attempt.endMs),
      plannedEndAt: timeline.isoOrNull(attempt.plannedEndMs),
      end,
      cost,
    };
  });
}
