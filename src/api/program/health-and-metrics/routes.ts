import * as v from 'valibot';
import { simTimeHeader } from '../../frame/answers/envelope.ts';
import { number, string, whole } from '../../frame/answers/shapes.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { aboutServer, type Operation, rawOperation } from '../../frame/operation/operation.ts';
import { simTime } from '../../frame/operation/service.ts';

/** Without the envelope, for simple health checks. */
const healthAnswer = v.object({
  status: v.literal('ok'),
  scenario: string,
  seed: whole,
  mode: v.picklist(['running', 'paused']),
  speed: number,
  reachedSpeed: number,
  now: string,
});

export const processOperations: readonly Operation[] = [
  rawOperation({
    operationId: 'getHealth',
    summary: 'Report the health of the server',
    description:
      'Returns the scenario, its seed, and the clock of the world. While the world cannot go on, for example because the disk is full or a module failed, the answer is 503.',
    method: 'GET',
    path: '/healthz',
    isTimeless: aboutServer,
    content: { mediaType: 'application/json', description: 'The server is alive.', schema: healthAnswer },
    errors: ['world-unstored'],
    respond(_request, _caller, service) {
      const why = service.world.trouble();
      if (why !== undefined) throw new Failure('world-unstored', { why });
      const { scenario } = service.world;
      const { mode, speed, reachedSpeed } = service.world.clock();
      const now = simTime(service);
      const { name, seed } = scenario;
      const health = { status: 'ok', scenario: name, seed, mode, speed, reachedSpeed, now };
      return new Response(JSON.stringify(health), {
        headers: { 'Content-Type': 'application/json', [simTimeHeader]: now },
      });
    },
  }),
  rawOperation({
    operationId: 'getMetrics',
    summary: 'Read the metrics',
    description: 'Returns counters and gauges in the text format of Prometheus.',
    method: 'GET',
    path: '/metrics',
    isTimeless: aboutServer,
    content: { mediaType: 'text/plain', description: 'One line per series.' },
    async respond(_request, _caller, { metrics }) {
      return new Response(await metrics.text(), { headers: { 'Content-Type': metrics.contentType } });
    },
  }),
];
