// The operation that reports levels and counts over time.

import { AsOf, after } from '../../frame/answers/as-of.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { timelineFrom } from '../../frame/operation/service.ts';
import { aboutWindow, windowOf } from '../shared/chart-window.ts';
import { seriesAnswer, seriesRequest } from './schema.ts';

export const seriesOperations: readonly Operation[] = [
  operation({
    operationId: 'getSeries',
    summary: 'Read levels and counts over time',
    description:
      'The window from `from` to `to` is divided into at most ' +
      '`points` bins. It ends now at the latest. Levels are means over each bin, weighted by time.',
    method: 'GET',
    path: '/sim/series',
    from: 'query',
    isTimeless: aboutWindow,
    request: seriesRequest,
    answer: seriesAnswer,
    handle({ points, ...window }, _caller, service, isWanted) {
      const { world } = service;
      const request = { ...windowOf(window, service), points: Math.max(1, points) };
      return after(world.read.series(request, isWanted), ({ start, ...series }) => {
        const timeline = timelineFrom(start, service);
        return new AsOf({ ...series, fromMs: request.fromMs }, timeline.iso(series.nowMs));
      });
    },
  }),
];
