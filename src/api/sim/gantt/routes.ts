// The operation that charts which GPRs held which GPUs.

import { AsOf, after } from '../../frame/answers/as-of.ts';
import { requireNone } from '../../frame/errors/failure.ts';
import { problem } from '../../frame/errors/problems.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { timelineFrom } from '../../frame/operation/service.ts';
import { aboutWindow, windowOf } from '../shared/chart-window.ts';
import { discreet, ganttAnswer } from '../shared/gantt-answer.ts';
import { requireKnownEver, unknownNode } from '../shared/known-names.ts';
import { ganttRequest } from './schema.ts';

export const ganttOperations: readonly Operation[] = [
  operation({
    operationId: 'getGantt',
    summary: 'Chart which GPRs held which GPUs',
    description:
      'A bar is an attempt of a GPR on GPUs (lanes) of a row. By default, the window ends now. If `to` is after now, the chart has the forecast: bars with `planned` 1. Bars ' +
      'narrower than a pixel are merged with their neighbors in the same lanes. If there are still too many bars, the server ' +
      'uses wider pixels. A chart with fewer rows has finer bars: `offset` and `limit` select the rows, and `rowsTotal` counts ' +
      'all. `node` or `workspace` selects one row. With `waits`, the answer has why GPRs waited before their starts. Callers see the GPRs of workspaces that they may not see without names.',
    method: 'GET',
    path: '/sim/gantt',
    from: 'query',
    isTimeless: aboutWindow,
    request: ganttRequest,
    answer: ganttAnswer,
    errors: ['workspace-foreign', 'workspace-earlier'],
    handle({ pixels, rows, node, workspace, offset, limit, waits, ...window }, caller, service, isWanted) {
      const { world } = service;
      requireKnownEver({ workspace }, caller, world);
      const problems = unknownNode({ node, cluster: window.cluster }, world);
      if (node !== '' && rows !== 'nodes')
        problems.push(problem('node', 'must be left out if the rows are workspaces'));
      if (workspace !== '' && rows !== 'workspaces')
        problems.push(problem('workspace', 'must be left out if the rows are nodes'));
      requireNone(problems);
      const request = {
        ...windowOf(window, service),
        pixels: Math.max(1, pixels),
        rows,
        only: node || workspace || undefined,
        range: { offset, limit },
        waits,
      };
      return after(world.read.gantt(request, isWanted), (chart) => {
        const { start, nowMs } = chart;
        const timeline = timelineFrom(start, service);
        return new AsOf(discreet(chart, request.fromMs, caller), timeline.iso(nowMs));
      });
    },
  }),
];
