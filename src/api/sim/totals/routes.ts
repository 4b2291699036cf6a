// Operations that report totals of a range of time.

import type { TotalsRequest } from '../../../driver/world.ts';
import { seesWorkspaces } from '../../frame/access/scope.ts';
import { AsOf, after } from '../../frame/answers/as-of.ts';
import { invalid, requireNone } from '../../frame/errors/failure.ts';
import { problem } from '../../frame/errors/problems.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { timelineFrom } from '../../frame/operation/service.ts';
import { UNSORTED } from '../../frame/request/fields.ts';
import { aboutWindow, windowOf } from '../shared/chart-window.ts';
import { requireKnownEver, unknownNode } from '../shared/known-names.ts';
import { getTotalsAnswer, getTotalsRequest, listTotalsAnswer, listTotalsRequest } from './schema.ts';

const ALL = { ...UNSORTED, offset: 0, limit: 1, sees: () => true };

export const totalsOperations: readonly Operation[] = [
  operation({
    operationId: 'getTotals',
    summary: 'Read the totals of a range of time',
    description:
      'Totals of the world, or of one cluster, node or workspace: its GPRs, waits, GPU time, evictions and cost. What happens at ' +
      '`from` counts, what happens at `to` does not, so that the totals of adjacent ranges add up; the present instant ' +
      'counts if the range reaches it. A wait counts if the first start of its GPR ends it within the range. `cluster` may ' +
      'also be the cluster of the node. Owners may name a workspace that was deleted.',
    method: 'GET',
    path: '/sim/totals',
    from: 'query',
    isTimeless: aboutWindow,
    request: getTotalsRequest,
    answer: getTotalsAnswer,
    errors: ['workspace-foreign', 'workspace-earlier'],
    handle({ node, workspace, ...window }, caller, service, isWanted) {
      const { world } = service;
      const { cluster } = window;
      requireKnownEver({ workspace, cluster }, caller, world);
      const problems = [];
      if (workspace && (node || cluster))
        problems.push(problem('workspace', 'must not be sent together with "cluster" or "node"'));
      problems.push(...unknownNode({ node, cluster }, world));
      requireNone(problems);
      const subject: TotalsRequest['subject'] = node
        ? { kind: 'nodes', name: node, cluster }
        : workspace
          ? { kind: 'workspaces', name: workspace }
          : { kind: cluster === undefined ? 'world' : 'clusters', name: cluster };
      const { fromMs, toMs } = windowOf(window, service);
      const request = { fromMs, toMs, cluster, subject, page: ALL };
      return after(
        world.read.totals(request, isWanted),
        ({ branch, seq, nowMs, toMs, start, rows }) =>
          new AsOf(
            { branch, seq, nowMs, fromMs, toMs, ...rows[0]!.totals },
            timelineFrom(start, service).iso(nowMs),
          ),
      );
    },
  }),
  operation({
    operationId: 'listTotals',
    summary: 'List the totals of all clusters, nodes or workspaces',
    description:
      'The rows have the members of `GET /sim/totals`. `sort=waitP95Ms` sorts them by a member, `sort=-waitP95Ms` the greatest ' +
      'first; rows without a value come last. Workspaces are listed if anything of them is within the range, or if GPRs of them ' +
      'are queued at its end. Of workspaces, Editors and Viewers get theirs only.',
    method: 'GET',
    path: '/sim/totals/{of}',
    from: 'query',
    isTimeless: aboutWindow,
    request: listTotalsRequest,
    answer: listTotalsAnswer,
    handle({ of, sort = UNSORTED, offset, limit, ...window }, caller, service, isWanted) {
      const { world } = service;
      const { fromMs, toMs, cluster } = windowOf(window, service);
      if (cluster !== undefined && of !== 'nodes')
        throw invalid('cluster', 'must be left out, except for nodes');
      const sees = seesWorkspaces(caller);
      const page = { ...sort, offset, limit, sees };
      const request = { fromMs, toMs, cluster, subject: { kind: of, cluster }, page };
      return after(
        world.read.totals(request, isWanted),
        ({ branch, seq, nowMs, toMs, start, total, rows }) =>
          new AsOf(
            {
              branch,
              seq,
              nowMs,
              fromMs,
              toMs,
              total,
              rows: rows.map(({ name, cluster: its, totals }) => ({ name, cluster: its, ...totals })),
            },
            timelineFrom(start, service).iso(nowMs),
          ),
      );
    },
  }),
];
