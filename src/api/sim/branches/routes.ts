// Operations that go back in time and change between branches.

import type { BranchRefusal, BranchResult } from '../../../driver/world.ts';
import type { Problem } from '../../frame/errors/entry.ts';
import { Failure, invalid } from '../../frame/errors/failure.ts';
import { problem } from '../../frame/errors/problems.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import type { Service } from '../../frame/operation/service.ts';
import { parseMoment } from '../../frame/request/moment.ts';
import { type ClockAnswer, reading } from '../shared/clock-answer.ts';
import {
  type BranchAnswer,
  branchRequest,
  changedAnswer,
  deleteBranchAnswer,
  listBranchesAnswer,
  rewindRequest,
} from './schema.ts';

const path = '/sim/branches';
const branchPath = `${path}/{branch}`;

export const branchOperations: readonly Operation[] = [
  operation({
    operationId: 'rewindWorld',
    summary: 'Go back in time',
    description:
      'Begins a new branch at an earlier position and continues there; the old branch stays. Exactly one of `to` and `seq` is ' +
      'required. `to` is an instant, with all that happened at it. `seq` leads to the last position before this fact at which ' +
      'a command can enter; the number after the last fact leads to the present. API keys, HTTP faults, and the mode and ' +
      'speed of the clock stay. An advance stops. Until the world there is complete, nothing changes, and a disconnect of ' +
      'the client cancels the rewind.',
    method: 'POST',
    path: '/sim/rewind',
    changes: 'time',
    from: 'body',
    request: rewindRequest,
    answer: changedAnswer,
    errors: ['no-position'],
    example: { to: '2026-01-05T09:00:00Z' },
    async handle({ to, seq }, _caller, service, isWanted) {
      const { world, timeline } = service;
      if (to === null) {
        const result = await world.rewind({ seq: seq! }, `rewind before fact ${seq}`, isWanted);
        return changed(result, service, (why) => problem('seq', why));
      }
      const parsed = parseMoment(to, timeline);
      if (!parsed.ok) throw invalid('to', parsed.why);
      const reason = `rewind to ${timeline.iso(parsed.value)}`;
      const result = await world.rewind({ toMs: parsed.value }, reason, isWanted);
      return changed(result, service, () => {
        return problem('to', `must lie from ${timeline.iso(0)} to now, ${timeline.iso(world.nowMs())}`);
      });
    },
  }),
  operation({
    operationId: 'listBranches',
    summary: 'List the branches',
    description:
      'Each branch is one history of the world: the first one, one for each reset, and one for each rewind. A branch shares ' +
      'everything before its beginning with its parent.',
    method: 'GET',
    path,
    isTimeless: 'the list is that of the present',
    answer: listBranchesAnswer,
    handle(_request, _caller, { world, timeline }) {
      const branches = world.branches().map(({ atMs, nowMs, ...branch }): BranchAnswer => {
        return { ...branch, at: timeline.iso(atMs), now: timeline.iso(nowMs) };
      });
      return { branch: world.clock().branch, branches };
    },
  }),
  operation({
    operationId: 'switchBranch',
    summary: 'Continue another branch',
    description: 'Continues the branch at its end. The branch that is left stays. An advance stops.',
    method: 'POST',
    path: `${branchPath}/switch`,
    changes: 'time',
    request: branchRequest,
    answer: changedAnswer,
    errors: ['branch-not-found', 'branch-in-use'],
    async handle({ branch }, _caller, service, isWanted) {
      return changed(await service.world.switchTo(branch, isWanted), service);
    },
  }),
  operation({
    operationId: 'deleteBranch',
    summary: 'Delete a branch',
    description:
      'Deletes a branch that is not the current one and in which no other branch begins. Numbers are never used again.',
    method: 'DELETE',
    path: branchPath,
    changes: 'time',
    request: branchRequest,
    answer: deleteBranchAnswer,
    errors: ['branch-not-found', 'branch-in-use'],
    async handle({ branch }, _caller, { world }, isWanted) {
      done(await world.deleteBranch(branch, isWanted));
      return { branch };
    },
  }),
];

/** @param whyNot the problem of a position that the branch does not have */
function changed(result: BranchResult, service: Service, whyNot?: (why: string) => Problem): ClockAnswer {
  return reading(done(result, whyNot), service.timeline);
}

const FAILURES = {
  position: 'no-position',
  unknown: 'branch-not-found',
  'in use': 'branch-in-use',
} as const satisfies Record<BranchRefusal, string>;

function done(result: BranchResult, whyNot?: (why: string) => Problem) {
  if (result.ok) return result.clock;
  const { refusal, why } = result;
  const problems = refusal === 'position' && whyNot !== undefined ? [whyNot(why)] : [];
  throw new Failure(FAILURES[refusal], { why }, problems);
}
