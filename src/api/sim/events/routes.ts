// The operation that lists what happened, ready to be shown.

import { type EventPosition, USUAL_KINDS } from '../../../driver/world.ts';
import { requireGpr, seesVictims, seesWorkspaces } from '../../frame/access/scope.ts';
import { AsOf, after as afterwards } from '../../frame/answers/as-of.ts';
import type { Problem } from '../../frame/errors/entry.ts';
import { requireNone } from '../../frame/errors/failure.ts';
import { problem } from '../../frame/errors/problems.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { timelineFrom } from '../../frame/operation/service.ts';
import { windowOf } from '../shared/chart-window.ts';
import { requireKnownEver, unknownNode } from '../shared/known-names.ts';
import { seesFactsOf } from '../shared/seen-facts.ts';
import { positionText, recordOf } from './record.ts';
import { listEventsAnswer, listEventsRequest } from './schema.ts';

export const eventOperations: readonly Operation[] = [
  operation({
    operationId: 'listEvents',
    summary: 'List what happened',
    description:
      'Evictions, failures, repairs, releases, time-outs, bursts, and changes by clients, each with the GPRs, nodes and workspaces ' +
      'that it is about. `kind` selects kinds; without it, creations, starts and completions are left out. `movedBy` adds recorded ' +
      'estimates that became earlier or later by at least this. The answer has the last events before the position `before`, by ' +
      'default the end, or the first ones after the position `after`, in order. It may have fewer than `limit`, or none, if the ' +
      'search for more would take long: `older` and `newer` continue it. Callers see no GPRs of workspaces that they may not see.',
    method: 'GET',
    path: '/sim/events',
    from: 'query',
    isTimeless: 'a list of events covers a window; use "from" and "to"',
    request: listEventsRequest,
    answer: listEventsAnswer,
    errors: ['gpr-not-found', 'workspace-foreign', 'workspace-earlier'],
    handle(sent, caller, service, isWanted) {
      const { world } = service;
      const { gpr: gprId, node, workspace, kind, movedBy, before, after, limit } = sent;
      const { fromMs, toMs } = windowOf({ from: sent.from, to: sent.to }, service);
      const problems = [...unknownNode({ node: node ?? '' }, world), ...pageProblems(before, after)];
      requireNone(problems);
      if (workspace !== undefined) requireKnownEver({ workspace }, caller, world);
      if (gprId !== undefined) requireGpr(world, caller, gprId);
      const request = {
        kinds: kind ?? USUAL_KINDS,
        gprId,
        withVictims: seesVictims(caller),
        node,
        workspace,
        fromMs,
        toMs,
        limit,
        movedByMs: movedBy ?? undefined,
        page: after === undefined ? { before } : { after },
        sees: seesFactsOf(caller),
        seesWorkspace: seesWorkspaces(caller),
      };
      return afterwards(world.read.events(request, isWanted), (page) => {
        const { branch, nowMs, start, events, older, newer } = page;
        const timeline = timelineFrom(start, service);
        const now = timeline.iso(nowMs);
        const listed = events.map((event) => recordOf(event, caller, world, timeline));
        const positions = { older: older && positionText(older), newer: positionText(newer) };
        return new AsOf({ branch, now, events: listed, ...positions }, now);
      });
    },
  }),
];

function pageProblems(before: EventPosition | undefined, after: EventPosition | undefined): Problem[] {
  if (before === undefined || after === undefined) return [];
  return [problem('after', 'must not be sent with "before": a page lies on one side of a position')];
}
