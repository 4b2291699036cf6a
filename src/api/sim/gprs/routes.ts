// Operations that list GPRs, explain the state of a GPR, and make its GPUs busy or idle.

import { requireGpr, seesVictims, seesWorkspaces } from '../../frame/access/scope.ts';
import { AsOf, after } from '../../frame/answers/as-of.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { UNSORTED } from '../../frame/request/fields.ts';
import { accepted } from '../../v1/rejection-errors.ts';
import { windowOf } from '../shared/chart-window.ts';
import { requireKnown } from '../shared/known-names.ts';
import { estimatesOf } from './estimates-answer.ts';
import { explanationAnswer } from './explanation-answer.ts';
import { listedGprs } from './record.ts';
import {
  explainGprAnswer,
  explainGprRequest,
  findGprsAnswer,
  findGprsRequest,
  listEstimatesAnswer,
  listEstimatesRequest,
  listSimulatedGprsAnswer,
  listSimulatedGprsRequest,
  setActivityRequest,
} from './schema.ts';

export const simulatedGprOperations: readonly Operation[] = [
  operation({
    operationId: 'listSimulatedGprs',
    summary: 'List the queued, provisioned and ended GPRs',
    description:
      'The queued GPRs are in the order of the queue: by `priority`, then by age, unless the scheduler has another order. The provisioned GPRs follow, then the ended ' +
      'ones, each the newest first. `sort=waited` sorts all by a member instead, `sort=-waited` the ' +
      'greatest first. `total` counts all GPRs that the request selects, also ended ones that have left memory, and `sums` adds ' +
      'them up. `from` and `to` select GPRs that existed within a time. GPRs of ' +
      'workspaces that the caller may not see have no names, and `name` does not find them. If many GPRs are queued, the ' +
      'computation of estimates takes seconds: `estimates=false` leaves them out.',
    method: 'GET',
    path: '/sim/gprs',
    from: 'query',
    request: listSimulatedGprsRequest,
    answer: listSimulatedGprsAnswer,
    errors: ['workspace-foreign', 'workspace-earlier'],
    handle(
      { state = [], reason = [], estimates, sort = UNSORTED, from, to, ...wanted },
      caller,
      service,
      isWanted,
    ) {
      const { world } = service;
      requireKnown(wanted, caller, world);
      const sees = seesWorkspaces(caller);
      const { fromMs, toMs } = windowOf({ from, to }, service);
      const request = { ...wanted, ...sort, states: state, reasons: reason, fromMs, toMs, sees };
      return after(world.read.gprPage(request, isWanted), ({ total, sums, gprs }) => {
        const { branch, seq } = world.clock();
        const now = service.timeline.iso(world.nowMs());
        return after(
          listedGprs(gprs, estimates, caller, service, isWanted),
          (records) => new AsOf({ branch, seq, now, total, sums, gprs: records }, now),
        );
      });
    },
  }),
  operation({
    operationId: 'explainGpr',
    summary: 'Explain the state of a GPR',
    description:
      'The answer is structured data and sentences: why the GPR is in its state; for a queued GPR, who is ahead of it, and which ' +
      'ends and repairs make room for it by its estimated start; how it last lost its GPUs or ended; its history, and the GPRs ' +
      'that it evicted. GPRs of workspaces that the caller may not see are neither named nor counted. Of a long life, at most 50,000 facts are read: the latest, and those ' +
      'of the instants of its creation and of its first and its last start.',
    method: 'GET',
    path: '/sim/explain/{gprId}',
    request: explainGprRequest,
    answer: explainGprAnswer,
    errors: ['gpr-not-found'],
    handle({ gprId }, caller, service, isWanted) {
      const { world } = service;
      requireGpr(world, caller, gprId);
      const reader = {
        sees: seesWorkspaces(caller),
        seesVictims: seesVictims(caller),
      };
      return after(world.read.explain(gprId, reader, isWanted), (explained) => {
        if (explained === undefined) throw new Failure('gpr-not-found', { gprId });
        // Another world may have taken the place of the one of the request.
        requireGpr(world, caller, gprId);
        const { timeline } = service;
        const answer = explanationAnswer(explained, caller, service);
        return new AsOf(answer, timeline.iso(explained.atMs));
      });
    },
  }),
  operation({
    operationId: 'findGprs',
    summary: 'Find GPRs by id or name',
    description:
      '`gpr` is the id of a GPR, at least the first four of its digits, such as `gpr-cb90` or `cb90`, or its whole name. The answer ' +
      'has at most ten GPRs, and those that the caller may see only. GPRs that have left memory are searched only if no GPR in ' +
      'memory matches.',
    method: 'GET',
    path: '/sim/gprs/find',
    from: 'query',
    request: findGprsRequest,
    answer: findGprsAnswer,
    handle({ gpr }, caller, { world, timeline }, isWanted) {
      const sees = seesWorkspaces(caller);
      return after(world.read.matchingGprs(gpr, sees, isWanted), ({ atMs, gprs, more }) => {
        const now = timeline.iso(atMs);
        const found = gprs.map(({ gprId, gprName, workspace, state }) => ({
          gprId,
          gprName,
          workspace,
          state,
        }));
        return new AsOf({ now, gprs: found, more }, now);
      });
    },
  }),
  operation({
    operationId: 'listRecordedEstimates',
    summary: 'List how the recorded estimates of a GPR changed',
    description:
      'At the interval `recordEstimatesEvery` of the scenario, the simulator records the estimated start of each queued GPR. ' +
      'The list has the first recording of each wait, and each one that differs from the recording before, earlier or later, ' +
      'with the kinds of events that caused it. A wait lasts from the creation or a requeue to the next start or the end; ' +
      'a wait between two recordings is not listed. If the search for more would take long, the page has fewer changes than ' +
      '`limit`, or none: `next` continues it until it is `last`. A page can begin within a wait: then its first estimate is ' +
      'not `first`.',
    method: 'GET',
    path: '/sim/gprs/{gprId}/estimates',
    from: 'query',
    request: listEstimatesRequest,
    answer: listEstimatesAnswer,
    errors: ['gpr-not-found'],
    handle({ gprId, after: numberBefore, limit }, caller, { world, timeline }, isWanted) {
      requireGpr(world, caller, gprId);
      // Both begin at the present instant.
      const page = world.read.recordedEstimates(gprId, numberBefore, limit, isWanted);
      const present = world.read.estimates([gprId], isWanted);
      const both = page instanceof Promise || present instanceof Promise;
      return both
        ? Promise.all([page, present]).then(([found, [{ startMs }]]) => estimatesOf(found, startMs, timeline))
        : estimatesOf(page, present[0].startMs, timeline);
    },
  }),
  operation({
    operationId: 'setGprActivity',
    summary: 'Make a GPR busy or idle',
    method: 'PUT',
    path: '/sim/gprs/{gprId}/activity',
    from: 'body',
    request: setActivityRequest,
    errors: ['gpr-not-found', 'gpr-state-activity'],
    async handle({ gprId, busy }, _caller, { world }) {
      await accepted(world.submit({ kind: 'gpr.activity', gprId, busy }));
      return {};
    },
  }),
];
