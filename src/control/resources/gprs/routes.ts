// Operations that list GPRs, explain the state of a GPR, and make its GPUs busy or idle.

import { opens, requireGpr, seesVictims } from '../../../http/access/scope.ts';
import { AsOf, after, both } from '../../../http/answers/as-of.ts';
import { Failure } from '../../../http/errors/failure.ts';
import { type Operation, operation } from '../../../http/operation/operation.ts';
import { accepted } from '../../../http/rejection-errors.ts';
import { requireKnown } from '../../known-names.ts';
import { discreet } from './discretion.ts';
import { estimatesOf } from './estimates-answer.ts';
import { explanationAnswer } from './explanation.ts';
import { listedGprs } from './record.ts';
import {
  explainGprAnswer,
  explainGprRequest,
  listEstimatesAnswer,
  listEstimatesRequest,
  listSimulatedGprsAnswer,
  listSimulatedGprsRequest,
  setActivityAnswer,
  setActivityRequest,
} from './schema.ts';

const listSimulatedGprs = operation({
  operationId: 'listSimulatedGprs',
  summary: 'List the queued, provisioned and ended GPRs',
  description:
    'The queued GPRs are in the order of the queue: by priority, then by age. The provisioned GPRs follow, then the ended ' +
    'ones that are still in memory, each the newest first. `total` counts all GPRs that the request selects. GPRs of ' +
    'workspaces that the caller may not see have no names, and `name` does not find them. If many GPRs are queued, the ' +
    'computation of estimates takes seconds: `estimates=false` leaves them out.',
  method: 'GET',
  path: '/sim/gprs',
  from: 'query',
  request: listSimulatedGprsRequest,
  answer: listSimulatedGprsAnswer,
  errors: ['workspace-foreign', 'workspace-earlier'],
  handle({ state = [], estimates, ...wanted }, caller, service) {
    const { world, timeline } = service;
    requireKnown(wanted, caller, world);
    const { branch, seq } = world.clock();
    const now = timeline.iso(world.nowMs());
    const sees = (workspaceCreation: number) => opens(caller, workspaceCreation);
    const { total, gprs } = world.read.gprPage({ ...wanted, states: state, sees });
    return after(
      listedGprs(gprs, estimates, caller, service),
      (records) => new AsOf({ branch, seq, now, total, gprs: records }, now),
    );
  },
});

const explainGpr = operation({
  operationId: 'explainGpr',
  summary: 'Explain the state of a GPR',
  description:
    'The answer is structured data, one sentence, the history of the GPR, and the GPRs that it evicted. It does not name ' +
    'GPRs of workspaces that the caller may not see. Of a long life, at most 50,000 facts are read: the latest, and those ' +
    'of the instants of its creation and of its first and its last start.',
  method: 'GET',
  path: '/sim/explain/{gprId}',
  from: 'path',
  request: explainGprRequest,
  answer: explainGprAnswer,
  errors: ['gpr-not-found'],
  handle({ gprId }, caller, service, isWanted) {
    const { world } = service;
    requireGpr(world, caller, gprId);
    const isQueued = world.read.gpr(gprId)?.state === 'Queued';
    const starts = isQueued ? world.read.estimates([gprId]) : [{ startMs: null }];
    const explained = world.read.explain(gprId, seesVictims(caller), isWanted);
    return after(both(explained, starts), ([explained, [{ startMs }]]) => {
      if (explained === undefined) throw new Failure('gpr-not-found', { gprId });
      // Another world may have taken the place of the one of the request.
      requireGpr(world, caller, gprId);
      const { timeline } = service;
      const answer = explanationAnswer(discreet(explained, caller, world), startMs, timeline);
      return new AsOf(answer, timeline.iso(explained.atMs));
    });
  },
});

const listRecordedEstimates = operation({
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
    const present = world.read.estimates([gprId]);
    const both = page instanceof Promise || present instanceof Promise;
    return both
      ? Promise.all([page, present]).then(([found, [{ startMs }]]) => estimatesOf(found, startMs, timeline))
      : estimatesOf(page, present[0].startMs, timeline);
  },
});

const setGprActivity = operation({
  operationId: 'setGprActivity',
  summary: 'Make a GPR busy or idle',
  method: 'PUT',
  path: '/sim/gprs/{gprId}/activity',
  from: 'body',
  request: setActivityRequest,
  answer: setActivityAnswer,
  errors: ['gpr-not-found', 'gpr-state-activity'],
  async handle({ gprId, busy }, _caller, { world }) {
    await accepted(world.submit({ kind: 'gpr.activity', gprId, busy }));
    return {};
  },
});

export const simulatedGprOperations: readonly Operation[] = [
  listSimulatedGprs,
  explainGpr,
  listRecordedEstimates,
  setGprActivity,
];
