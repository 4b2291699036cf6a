// The whole server of one world: every operation on its paths, and envelopes for whatever is none.

import { Hono } from 'hono';
import { clockOperations } from '../control/clock/routes.ts';
import { factOperations } from '../control/facts/routes.ts';
import { simulatedGprOperations } from '../control/gprs/routes.ts';
import { nodeOperations } from '../control/nodes/routes.ts';
import type { World } from '../driver/world.ts';
import { Metrics } from '../observe/metrics.ts';
import { Timeline } from '../wire/timestamps.ts';
import { apiKeyOperations } from './api-key/routes.ts';
import { authOperations } from './auth/routes.ts';
import { Tokens } from './auth/tokens.ts';
import { gprOperations } from './gpr/routes.ts';
import { handlerOf } from './handler.ts';
import { inventoryOperations } from './inventory/routes.ts';
import { type Operation, routesOf } from './operation.ts';
import { processOperations } from './process/routes.ts';
import type { Log, Service } from './service.ts';
import { workspaceOperations } from './slice-workspace/routes.ts';
import { strayHandler } from './stray.ts';

/** Every operation there is. */
export const operations: readonly Operation[] = [
  ...processOperations,
  ...authOperations,
  ...apiKeyOperations,
  ...workspaceOperations,
  ...gprOperations,
  ...inventoryOperations,
  ...clockOperations,
  ...factOperations,
  ...simulatedGprOperations,
  ...nodeOperations,
];

export interface AppOptions {
  readonly logger: Log;
  /** Whether the server listens on the loopback address; foreign Host headers are refused then. */
  readonly loopback: boolean;
  /** Real time, ms since 1970, which keys and tokens live in. */
  readonly wallNowMs?: () => number;
}

export function createApp(world: World, { logger, loopback, wallNowMs = Date.now }: AppOptions): Hono {
  const service: Service = {
    world,
    timeline: new Timeline(world.scenario.start),
    tokens: new Tokens(world, wallNowMs),
    metrics: new Metrics(world),
    log: logger,
    wallNowMs,
  };
  const app = new Hono();
  for (const operation of operations) {
    const handler = handlerOf(operation, service, { loopback });
    for (const { method, path } of routesOf(operation)) app.on(method, honoPath(path), handler);
  }
  app.notFound(strayHandler(app, service, { loopback }));
  return app;
}

/** `/sim/explain/{gprId}` as the router writes it. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
