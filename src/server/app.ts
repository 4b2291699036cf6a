// The HTTP application of one world: routes every operation, and answers other requests with an error envelope.

import { Hono, type MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { Tokens } from '../api/frame/access/tokens.ts';
import { SharedAnswers } from '../api/frame/answers/shared-answers.ts';
import { type Handler, handlerOf } from '../api/frame/handling/handler.ts';
import { addRedirects } from '../api/frame/handling/redirects.ts';
import { unknownPathHandler } from '../api/frame/handling/unknown-path.ts';
import { timelineOf } from '../api/frame/operation/current-timeline.ts';
import { HttpFaults } from '../api/frame/operation/http-faults.ts';
import { type Alias, changesOf, type Operation, routesOf } from '../api/frame/operation/operation.ts';
import { ownRequest } from '../api/frame/operation/own-requests.ts';
import { methods } from '../api/frame/operation/requests-to-worlds.ts';
import type { Worlds } from '../api/frame/operation/served-world.ts';
import { type Log, type Service, servedWorld } from '../api/frame/operation/service.ts';
import { UnknownMembers } from '../api/frame/request/unknown-members.ts';
import type { RequestLog } from '../api/frame/request-log/request-log.ts';
import { dashboardOperations } from '../api/program/dashboard/routes.ts';
import { docsOperations } from '../api/program/docs/routes.ts';
import { processOperations } from '../api/program/health-and-metrics/routes.ts';
import { openApiOperations } from '../api/program/openapi/routes.ts';
import { attemptOperations } from '../api/sim/attempts/routes.ts';
import { branchOperations } from '../api/sim/branches/routes.ts';
import { clockOperations } from '../api/sim/clock/routes.ts';
import { estimateOperations } from '../api/sim/estimates/routes.ts';
import { eventOperations } from '../api/sim/events/routes.ts';
import { factOperations } from '../api/sim/facts/routes.ts';
import { faultOperations } from '../api/sim/faults/routes.ts';
import { fileOperations } from '../api/sim/file/routes.ts';
import { forecastOperations } from '../api/sim/forecast/routes.ts';
import { ganttOperations } from '../api/sim/gantt/routes.ts';
import { simulatedGprOperations } from '../api/sim/gprs/routes.ts';
import { nodeOperations } from '../api/sim/nodes/routes.ts';
import { readOperations } from '../api/sim/reads/routes.ts';
import { requestOperations } from '../api/sim/requests/routes.ts';
import { ruleOperations } from '../api/sim/rules/routes.ts';
import { seriesOperations } from '../api/sim/series/routes.ts';
import { stateOperations } from '../api/sim/state/routes.ts';
import { totalsOperations } from '../api/sim/totals/routes.ts';
import { whatIfOperations } from '../api/sim/what-if/routes.ts';
import { worldOperations } from '../api/sim/worlds/routes.ts';
import { apiKeyOperations } from '../api/v1/api-key/routes.ts';
import { authOperations } from '../api/v1/auth/routes.ts';
import { gprOperations } from '../api/v1/gpr/routes.ts';
import { gprTemplateOperations } from '../api/v1/gpr-template/routes.ts';
import { bindingOperations } from '../api/v1/gpr-template-binding/routes.ts';
import { availabilityOperations } from '../api/v1/gpu-availability/routes.ts';
import { endpointOperations } from '../api/v1/inference-endpoint/routes.ts';
import { inventoryOperations } from '../api/v1/inventory/routes.ts';
import { workspaceOperations } from '../api/v1/slice-workspace/routes.ts';
import { placementOperations } from '../api/v1/workload-placement/routes.ts';
import { workloadTemplateOperations } from '../api/v1/workload-template/routes.ts';
import { policyOperations } from '../api/v1/workspace-policies/routes.ts';
import type { ReadableWorld } from '../driver/world.ts';
import { Metrics } from '../observe/metrics.ts';
import { type LoopTime, newLoopTime } from './connections/loop-time.ts';
import { finderIn, honoPath } from './operation-finder.ts';
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
  ...readOperations,
  ...stateOperations,
  ...eventOperations,
  ...factOperations,
  ...ganttOperations,
  ...attemptOperations,
  ...totalsOperations,
  ...seriesOperations,
  ...forecastOperations,
  ...estimateOperations,
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
  readonly onCall?: Service['onCall'];
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

export function createApp(world: ReadableWorld, options: AppOptions): App {
  const service = serviceFor(world, options);
  return {
    fetch: (request, env) => routed().fetch(request, { ...env, service }),
    request: (path, init, env) => routed().request(path, init, { ...env, service }),
    service,
  };
}

function serviceFor(world: ReadableWorld, options: AppOptions): Service {
  const { logger, loopback, wallNowMs = Date.now, httpFaults = new HttpFaults() } = options;
  const { metrics = new Metrics(world), loopTime = newLoopTime(), ofProcess } = options;
  const { ended = new AbortController().signal, heap = heapOfNode } = options;
  const timeline = timelineOf(world);
  let worlds: Worlds<Service> | undefined;
  const service: Service = {
    world: servedWorld(world),
    get timeline() {
      return timeline();
    },
    tokens: new Tokens(world, wallNowMs, ofProcess),
    metrics,
    httpFaults,
    requestLog: options.requestLog,
    unknownMembers: options.unknownMembers ?? new UnknownMembers(logger),
    sharedAnswers: new SharedAnswers(() => loopTime.next()),
    onChange: new Set(),
    onCall: options.onCall,
    requests: {
      changesOf(method, path, body) {
        const operation = operationAt(method, path);
        return operation && changesOf(operation, body, path);
      },
      methodsOf: (path) => methods.filter((method) => operationAt(method, path) !== undefined),
      isRead(path) {
        const operation = /^\/(sim|api\/v1)\//.test(path) ? operationAt('GET', path) : undefined;
        return operation !== undefined && 'handle' in operation;
      },
      read(path, { req, env }, isOver) {
        const sent = ['authorization', 'host'].map((name) => [name, req.header(name)] as const);
        const headers = sent.filter((header): header is [string, string] => header[1] !== undefined);
        const { outgoing, service } = env;
        const own = {
          outgoing: {
            get destroyed() {
              return isOver() || outgoing?.destroyed === true;
            },
          },
          service: { ...service, requestLog: undefined },
          ...ownRequest,
        };
        return routed().request(path, { headers }, own);
      },
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
  const app = new Hono({ router: new TrieRouter(), getPath: pathWithin });
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
