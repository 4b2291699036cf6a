// The whole server of one world: every operation on its paths, and envelopes for whatever is none.

import { Hono, type MiddlewareHandler } from 'hono';
import { clockOperations } from '../control/clock/routes.ts';
import { factOperations } from '../control/facts/routes.ts';
import { faultOperations } from '../control/faults/routes.ts';
import { fileOperations } from '../control/file/routes.ts';
import { simulatedGprOperations } from '../control/gprs/routes.ts';
import { nodeOperations } from '../control/nodes/routes.ts';
import type { World } from '../driver/world.ts';
import { apiKeyOperations } from '../http/api-key/routes.ts';
import { authOperations } from '../http/auth/routes.ts';
import { Tokens } from '../http/auth/tokens.ts';
import { docsOperations } from '../http/docs/routes.ts';
import { gprOperations } from '../http/gpr/routes.ts';
import { gprTemplateOperations } from '../http/gpr-template/routes.ts';
import { bindingOperations } from '../http/gpr-template-binding/routes.ts';
import { availabilityOperations } from '../http/gpu-availability/routes.ts';
import { type Handler, handlerOf } from '../http/handler.ts';
import { openFrontDoors } from '../http/host-guard.ts';
import { HttpFaults } from '../http/http-faults.ts';
import { endpointOperations } from '../http/inference-endpoint/routes.ts';
import { inventoryOperations } from '../http/inventory/routes.ts';
import { openApiOperations } from '../http/openapi/routes.ts';
import { type Alias, type Operation, routesOf } from '../http/operation.ts';
import { processOperations } from '../http/process/routes.ts';
import type { Log, Service } from '../http/service.ts';
import { workspaceOperations } from '../http/slice-workspace/routes.ts';
import { timelineOf } from '../http/timeline.ts';
import { unknownPathHandler } from '../http/unknown-path.ts';
import { placementOperations } from '../http/workload-placement/routes.ts';
import { workloadTemplateOperations } from '../http/workload-template/routes.ts';
import { policyOperations } from '../http/workspace-policies/routes.ts';
import { Metrics } from '../observe/metrics.ts';
import { PathRouter } from './router.ts';

const described: readonly Operation[] = [
  ...processOperations,
  ...docsOperations,
  ...authOperations,
  ...apiKeyOperations,
  ...workspaceOperations,
  ...gprOperations,
  ...availabilityOperations,
  ...gprTemplateOperations,
  ...bindingOperations,
  ...policyOperations,
  ...inventoryOperations,
  ...endpointOperations,
  ...workloadTemplateOperations,
  ...placementOperations,
  ...clockOperations,
  ...factOperations,
  ...simulatedGprOperations,
  ...nodeOperations,
  ...faultOperations,
  ...fileOperations,
];

/** Every operation there is. */
export const operations: readonly Operation[] = [...described, ...openApiOperations(described)];

export interface AppOptions {
  readonly logger: Log;
  /** Whether the server listens on the loopback address; foreign Host headers are refused then. */
  readonly loopback: boolean;
  /** Real time, ms since 1970, which keys and tokens live in. */
  readonly wallNowMs?: () => number;
  /** Shared by several servers of one process; each has its own unless said. */
  readonly httpFaults?: HttpFaults;
}

export function createApp(world: World, options: AppOptions): Hono {
  const { logger, loopback, wallNowMs = Date.now, httpFaults = new HttpFaults() } = options;
  const timeline = timelineOf(world);
  const service: Service = {
    world,
    get timeline() {
      return timeline();
    },
    tokens: new Tokens(world, wallNowMs),
    metrics: new Metrics(world),
    httpFaults,
    log: logger,
    wallNowMs,
  };
  const app = new Hono({ router: new PathRouter() });
  const routes = operations.flatMap((operation) => {
    const handler = handlerOf(operation, service, { loopback });
    return routesOf(operation).map((route) => ({ ...route, handler }));
  });
  // Of several routes that match, the router takes the first: those that ask for more come first.
  for (const { method, path, query, handler } of routes) {
    if (query !== undefined) app.on(method, honoPath(path), onlyIf(query, handler));
  }
  for (const { method, path, query, handler } of routes) {
    if (query === undefined) app.on(method, honoPath(path), handler);
  }
  openFrontDoors(app, service, { loopback });
  app.notFound(unknownPathHandler(app, service, { loopback }));
  return app;
}

/** `handler` for requests with or without a query parameter; others go on to what else their path leads to. */
function onlyIf({ parameter, sent }: NonNullable<Alias['query']>, handler: Handler): MiddlewareHandler {
  return async (context, next) => {
    const isSent = context.req.query(parameter) !== undefined;
    return isSent === sent ? handler(context) : next();
  };
}

/** `/sim/explain/{gprId}` as the router writes it. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
