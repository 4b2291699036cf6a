// The HTTP application of one world: routes every operation, and answers other requests with an error envelope.

import { Hono, type MiddlewareHandler } from 'hono';
import { attemptOperations } from '../control/resources/attempts/routes.ts';
import { branchOperations } from '../control/resources/branches/routes.ts';
import { clockOperations } from '../control/resources/clock/routes.ts';
import { eventOperations } from '../control/resources/events/routes.ts';
import { factOperations } from '../control/resources/facts/routes.ts';
import { faultOperations } from '../control/resources/faults/routes.ts';
import { fileOperations } from '../control/resources/file/routes.ts';
import { ganttOperations } from '../control/resources/gantt/routes.ts';
import { simulatedGprOperations } from '../control/resources/gprs/routes.ts';
import { nodeOperations } from '../control/resources/nodes/routes.ts';
import { requestOperations } from '../control/resources/requests/routes.ts';
import { ruleOperations } from '../control/resources/rules/routes.ts';
import { seriesOperations } from '../control/resources/series/routes.ts';
import { stateOperations } from '../control/resources/state/routes.ts';
import { totalsOperations } from '../control/resources/totals/routes.ts';
import { whatIfOperations } from '../control/resources/what-if/routes.ts';
import { worldOperations } from '../control/resources/worlds/routes.ts';
import type { World } from '../driver/world.ts';
import { Tokens } from '../http/access/tokens.ts';
import { SharedAnswers } from '../http/answers/shared-answers.ts';
import { type Handler, handlerOf } from '../http/handling/handler.ts';
import { addRedirects } from '../http/handling/redirects.ts';
import { unknownPathHandler } from '../http/handling/unknown-path.ts';
import { timelineOf } from '../http/operation/current-timeline.ts';
import { HttpFaults } from '../http/operation/http-faults.ts';
import { type Alias, changesOf, type Operation, routesOf } from '../http/operation/operation.ts';
import { methods } from '../http/operation/requests-to-worlds.ts';
import type { Worlds } from '../http/operation/served-world.ts';
import type { Log, Service } from '../http/operation/service.ts';
import { UnknownMembers } from '../http/request/unknown-members.ts';
import type { RequestLog } from '../http/request-log/request-log.ts';
import { apiKeyOperations } from '../http/resources/api-key/routes.ts';
import { authOperations } from '../http/resources/auth/routes.ts';
import { dashboardOperations } from '../http/resources/dashboard/routes.ts';
import { docsOperations } from '../http/resources/docs/routes.ts';
import { gprOperations } from '../http/resources/gpr/routes.ts';
import { gprTemplateOperations } from '../http/resources/gpr-template/routes.ts';
import { bindingOperations } from '../http/resources/gpr-template-binding/routes.ts';
import { availabilityOperations } from '../http/resources/gpu-availability/routes.ts';
import { processOperations } from '../http/resources/health-and-metrics/routes.ts';
import { endpointOperations } from '../http/resources/inference-endpoint/routes.ts';
import { inventoryOperations } from '../http/resources/inventory/routes.ts';
import { openApiOperations } from '../http/resources/openapi/routes.ts';
import { workspaceOperations } from '../http/resources/slice-workspace/routes.ts';
import { placementOperations } from '../http/resources/workload-placement/routes.ts';
import { workloadTemplateOperations } from '../http/resources/workload-template/routes.ts';
import { policyOperations } from '../http/resources/workspace-policies/routes.ts';
import { Metrics } from '../observe/metrics.ts';
import { LoopTime } from './connections/loop-time.ts';
import { finderIn, honoPath } from './operation-finder.ts';
import { PathRouter } from './path-router.ts';
import { senderTo } from './sender.ts';
import { type Heap, heapOfNode, requireHeap } from './worlds/heap-limit.ts';
import { addWorlds, pathWithin } from './worlds/world-paths.ts';

const described: readonly Operation[] = [
  ...processOperations,
  ...docsOperations,
  ...dashboardOperations,
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
  ...branchOperations,
  ...whatIfOperations,
  ...stateOperations,
  ...eventOperations,
  ...factOperations,
  ...ganttOperations,
  ...attemptOperations,
  ...totalsOperations,
  ...seriesOperations,
  ...simulatedGprOperations,
  ...nodeOperations,
  ...ruleOperations,
  ...faultOperations,
  ...requestOperations,
  ...fileOperations,
  ...worldOperations,
];

export const operations: readonly Operation[] = [...described, ...openApiOperations(described)];

/** Finds the operation to which a request leads. */
export const operationAt = finderIn(operations);

interface AppOptions {
  readonly logger: Log;
  /** Whether the server listens on the loopback address, and therefore refuses foreign Host headers. */
  readonly loopback: boolean;
  /** Real time for keys and tokens, ms since 1970. */
  readonly wallNowMs?: () => number;
  /** Pass the same object to several servers of one process to share their faults. */
  readonly httpFaults?: HttpFaults;
  /** Keeps the requests to the app; none by default. */
  readonly requestLog?: RequestLog | undefined;
  /** Pass the same object to several worlds of one process. Default: unknown members are logged. */
  readonly unknownMembers?: Service['unknownMembers'];
  /** Pass metrics to which the server adds, too. */
  readonly metrics?: Metrics;
  /** That of the server. Long answers are made in its turns. */
  readonly loopTime?: LoopTime;
  /** Makes the other worlds of the process; without it, there are none. @param root the service of this world */
  readonly worlds?: (root: Service) => Worlds<Service>;
  /** Tokens of the process: those of Owners open this world, too. */
  readonly ofProcess?: Tokens;
  /** Default: the heap of Node must not be nearly full. */
  readonly requireMemory?: Service['requireMemory'];
  readonly heap?: () => Heap;
  /** Aborted when the world is closed before its server. */
  readonly ended?: AbortSignal;
}

/** Answers requests to one world. */
export interface App {
  /** @param env the connection of the request */
  fetch(request: Request, env?: object): Response | Promise<Response>;
  /** Sends a request from within this process. */
  request(path: string, init?: RequestInit, env?: object): Response | Promise<Response>;
  readonly service: Service;
}

export function createApp(world: World, options: AppOptions): App {
  const service = serviceFor(world, options);
  return {
    fetch: (request, env) => routed().fetch(request, { ...env, service }),
    request: (path, init, env) => routed().request(path, init, { ...env, service }),
    service,
  };
}

function serviceFor(world: World, options: AppOptions): Service {
  const { logger, loopback, wallNowMs = Date.now, httpFaults = new HttpFaults() } = options;
  const { metrics = new Metrics(world), loopTime = new LoopTime(), ofProcess } = options;
  const { ended = new AbortController().signal, heap = heapOfNode } = options;
  const timeline = timelineOf(world);
  let worlds: Worlds<Service> | undefined;
  const service: Service = {
    world,
    get timeline() {
      return timeline();
    },
    tokens: new Tokens(world, wallNowMs, ofProcess),
    metrics,
    httpFaults,
    requestLog: options.requestLog,
    unknownMembers: options.unknownMembers ?? new UnknownMembers(logger),
    sharedAnswers: new SharedAnswers(() => loopTime.next()),
    requests: {
      changesOf(method, path, body) {
        const operation = operationAt(method, path);
        return operation && changesOf(operation, body, path);
      },
      methodsOf: (path) => methods.filter((method) => operationAt(method, path) !== undefined),
      senderTo: (other, apiKey) =>
        senderTo(createApp(other, { logger, loopback: false, wallNowMs }).request, apiKey),
    },
    log: logger,
    wallNowMs,
    loopback,
    get worlds() {
      return worlds;
    },
    requireMemory: options.requireMemory ?? (() => requireHeap(heap())),
    ended,
  };
  worlds = options.worlds?.(service);
  return service;
}

let routes: Hono | undefined;

/** The routes of all operations. The worlds of a process share them: a request brings the service of its world. */
function routed(): Hono {
  routes ??= makeRoutes();
  return routes;
}

function makeRoutes(): Hono {
  const app = new Hono({ router: new PathRouter(), getPath: pathWithin });
  const handled = operations.flatMap((operation) => {
    const handler = handlerOf(operation);
    return routesOf(operation).map((route) => ({ ...route, handler }));
  });
  // The router takes the first matching route, so the routes with a condition on the query come first.
  for (const { method, path, query, handler } of handled) {
    if (query !== undefined) app.on(method, honoPath(path), onlyIf(query, handler));
  }
  for (const { method, path, query, handler } of handled) {
    if (query === undefined) app.on(method, honoPath(path), handler);
  }
  addRedirects(app);
  addWorlds(app);
  app.notFound(unknownPathHandler(app));
  return app;
}

/** Calls `handler` only for requests with (or without) a query parameter. Other requests continue to the next route. */
function onlyIf({ parameter, sent }: NonNullable<Alias['query']>, handler: Handler): MiddlewareHandler {
  return async (context, next) => {
    const isSent = context.req.query(parameter) !== undefined;
    return isSent === sent ? handler(context) : next();
  };
}
