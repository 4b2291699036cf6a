// What watches the process itself: is it alive, and its metrics. Neither needs a token.

import { simTimeHeader } from '../envelope.ts';
import { type Operation, rawOperation } from '../operation.ts';
import { simTime } from '../service.ts';
import { healthAnswer, processRequest } from './schema.ts';

const getHealth = rawOperation({
  operationId: 'getHealth',
  summary: 'Tell whether the server is alive',
  description: 'The scenario, its seed, and the clock of the world that is served.',
  method: 'GET',
  path: '/healthz',
  from: 'path',
  request: processRequest,
  content: { mediaType: 'application/json', description: 'The server is alive.', schema: healthAnswer },
  respond(_request, _caller, service) {
    const { scenario } = service.world;
    const { mode, speed } = service.world.clock();
    const now = simTime(service);
    const health = { status: 'ok', scenario: scenario.name, seed: scenario.seed, mode, speed, now };
    return new Response(JSON.stringify(health), {
      headers: { 'Content-Type': 'application/json', [simTimeHeader]: now },
    });
  },
});

const getMetrics = rawOperation({
  operationId: 'getMetrics',
  summary: 'Read the metrics',
  description: 'Counters and gauges in the text format of Prometheus.',
  method: 'GET',
  path: '/metrics',
  from: 'path',
  request: processRequest,
  content: { mediaType: 'text/plain', description: 'One line a series.' },
  async respond(_request, _caller, { metrics }) {
    return new Response(await metrics.text(), { headers: { 'Content-Type': metrics.contentType } });
  },
});

export const processOperations: readonly Operation[] = [getHealth, getMetrics];
