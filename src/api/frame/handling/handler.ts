// Turns an operation into a handler for the router. The order per request: host, token, role, request, fault, operation,
// envelope. The handler stays synchronous unless something must be awaited, which makes reads cheap.

import type { Context } from 'hono';
import { AbsentPolicy, PolicyFailure } from '../../../../sim/index.ts';
import {
  Cancelled,
  FileUnreadable,
  NoInstant,
  type ReadableWorld,
  TooManyWaiting,
  WorldReadOnly,
} from '../../../driver/world.ts';
import { failureText } from '../../../wire/text/own-policies.ts';
import { Timeline } from '../../../wire/time/timestamps.ts';
import { authenticate } from '../access/bearer.ts';
import { requireLoopbackHost } from '../access/host.ts';
import { type Caller, rules } from '../access/roles.ts';
import { AsOf, after } from '../answers/as-of.ts';
import { answered, refusal, success } from '../answers/envelope.ts';
import { Prepared } from '../answers/shared-answers.ts';
import type { ErrorName } from '../errors/error-catalogue.ts';
import { Failure, invalid } from '../errors/failure.ts';
import type { Call } from '../operation/http-faults.ts';
import { changesOf, type Operation, takesMemory } from '../operation/operation.ts';
import { isOwn } from '../operation/own-requests.ts';
import { onlyReads } from '../operation/requests-to-worlds.ts';
import { type Service, servedWorld, serviceIn, simTime } from '../operation/service.ts';
import { instantName, isInstantForbidden } from '../request/at-parameter.ts';
import { gather } from '../request/gather.ts';
import { clientGone, keptIn } from '../request-log/kept-request.ts';
import { failing } from './failing.ts';
import { keep } from './keep.ts';

/** What the paths of the interface of the service begin with. */
const servicePaths = '/api/v1/';

export type Handler = (context: Context) => Response | Promise<Response>;

/** The caller of operations that need no token. It sees no workspace. */
const anonymous: Caller = {
  id: '',
  apiKey: '',
  name: '',
  description: '',
  role: 'Viewer',
  userName: '',
  saName: '',
  workspaceName: '',
  workspaceCreation: null,
  validity: '',
  tokenTtlSeconds: 0,
};

/** The handler of `operation`: it checks requests, measures answers and turns failures into envelopes. */
export function handlerOf(operation: Operation): Handler {
  const { operationId, unexpected } = operation;
  const isOpen = rules[operationId] === null;
  const isOfService = operation.path.startsWith(servicePaths) && !isOpen;

  const answer = (context: Context, service: Service): Response | Promise<Response> => {
    if (isOpen) return answerTo(context, service, anonymous);
    return after(authenticate(context, service.tokens), (caller) => {
      if (operation.isOfProcess && service.worlds === undefined)
        throw new Failure('path-unknown', { path: context.req.path });
      requireRole(operation, caller, context);
      if (takesMemory(operation)) service.requireMemory();
      return answerTo(context, service, caller);
    });
  };

  const answerTo = (context: Context, service: Service, caller: Caller): Response | Promise<Response> =>
    gather(operation, context, service, (request, atMs, sent) => {
      const { outgoing } = context.env ?? {};
      const isWanted = () => outgoing?.destroyed !== true && !service.ended.aborted;
      const answerOf = (asked: Service) => {
        if ('respond' in operation) return operation.respond(request, caller, asked, context);
        return after(operation.handle(request, caller, asked, isWanted), (data) => {
          if (data instanceof Prepared) return answered(data.bytes, data.simTime);
          return data instanceof AsOf
            ? success(data.data, data.simTime, operation.status)
            : success(data, simTime(asked), operation.status);
        });
      };
      const execute = () => {
        if (atMs === undefined)
          return after(answerOf(service), (response) => {
            if (!onlyReads(changesOf(operation, sent, context.req.path)))
              for (const note of service.onChange) note();
            return response;
          });
        return service.world.at(atMs, isWanted, (world) => {
          const then = serviceOf(world, service);
          return refusing(() => answerOf(then), then);
        });
      };
      const isServed = outgoing !== undefined;
      const call: Call = { operation: operationId, key: caller.name, sent, isOfService, isServed };
      const fault = isOwn(context) ? undefined : service.httpFaults.meet(call);
      if (fault === undefined) return execute();
      return failing(fault, operation, sent, context, service, async () => {
        try {
          return await execute();
        } catch (error) {
          if (error instanceof Cancelled) throw error;
          return refusal(
            failureOf(error, service, operationId, unexpected ?? 'unexpected'),
            simTime(service),
          );
        }
      });
    });

  return answering(operationId, answer, unexpected);
}

/** The service about the world of an earlier instant. */
function serviceOf(world: ReadableWorld, service: Service): Service {
  return { ...service, world: servedWorld(world), timeline: new Timeline(world.scenario.start) };
}

/** Answers refusals with the instant of the service. */
function refusing(
  answer: () => Response | Promise<Response>,
  service: Service,
): Response | Promise<Response> {
  const refused = (error: unknown) => {
    if (error instanceof Failure) return refusal(error, simTime(service));
    throw error;
  };
  try {
    const response = answer();
    return response instanceof Promise ? response.catch(refused) : response;
  } catch (error) {
    return refused(error);
  }
}

/**
 * Checks the host, measures `answer` and turns errors that it throws into envelopes.
 * @param unexpected the answer to unforeseen errors
 */
export function answering(
  operationId: string,
  answer: (context: Context, service: Service) => Response | Promise<Response>,
  unexpected: ErrorName = 'unexpected',
): Handler {
  const answerNow = (context: Context, service: Service): Response | Promise<Response> => {
    const startedMs = performance.now();
    if (service.requestLog && !isOwn(context)) keep(context, service.requestLog, service, operationId);
    const measured = (response: Response): Response => {
      const ms = performance.now() - startedMs;
      service.metrics.answered(operationId, response.status, ms);
      keptIn(context)?.answered(context, response, ms);
      // An answer to HEAD has no body. Cancelling closes the file or stream behind it.
      if (context.req.method === 'HEAD') response.body?.cancel();
      return response;
    };
    const failed = (error: unknown) =>
      measured(
        error instanceof Cancelled && !service.ended.aborted
          ? new Response(null, { status: clientGone })
          : refusal(failureOf(error, service, operationId, unexpected), simTime(service)),
      );
    try {
      if (service.loopback) requireLoopbackHost(context);
      const response = answer(context, service);
      return response instanceof Promise ? response.then(measured, failed) : measured(response);
    } catch (error) {
      return failed(error);
    }
  };
  return (context) => {
    const service = serviceIn(context);
    const { onCall } = service;
    if (onCall === undefined || isOwn(context) || !context.req.path.includes(servicePaths))
      return answerNow(context, service);
    return onCall().then(() => answerNow(context, service));
  };
}

/** The Failure for any thrown error. Unforeseen errors are logged under a reference, which the answer names. */
function failureOf(error: unknown, service: Service, operationId: string, unexpected: ErrorName): Failure {
  if (error instanceof Failure) return error;
  if (service.ended.aborted) return new Failure('world-removed');
  if (error instanceof NoInstant) {
    const { timeline } = service;
    const why = `must lie between the scenario's start, ${timeline.iso(0)}, and now, ${timeline.iso(error.nowMs)}`;
    return invalid(instantName, why);
  }
  if (error instanceof TooManyWaiting) return new Failure('too-many-waiting', { limit: `${error.limit}` });
  if (error instanceof WorldReadOnly) return new Failure('not-stored', { why: error.message });
  if (error instanceof AbsentPolicy) return new Failure('policy-absent', { why: failureText(error) });
  if (error instanceof PolicyFailure) return new Failure('policy-failed', { why: error.message });
  if (error instanceof FileUnreadable) {
    service.log.error({ why: error.message, operationId }, 'the file of the world cannot be read');
    return new Failure('not-read', { why: error.message });
  }
  const reference = crypto.randomUUID();
  service.log.error({ err: error, reference, operationId }, 'a request failed unexpectedly');
  return new Failure(unexpected, { reference });
}

/** @throws Failure `role-forbidden` unless the caller's role may call the operation, and at the instant that it names */
function requireRole(operation: Operation, caller: Caller, context: Context): void {
  const { operationId } = operation;
  const { role } = caller;
  const allowed = rules[operationId];
  if (allowed !== null && !allowed.includes(role))
    throw new Failure('role-forbidden', { operation: operationId, needed: allowed.join(' or '), role });
  if (isInstantForbidden(operation, context, caller))
    throw new Failure('role-forbidden', {
      operation: `${operationId} with "${instantName}"`,
      needed: 'Owner',
      role,
    });
}
