// Turns an operation into a handler for the router. The order per request: host, token, role, request, fault, operation,
// envelope. The handler stays synchronous unless something must be awaited, which makes reads cheap.

import type { Context } from 'hono';
import { Cancelled, FileUnreadable, TooManyWaiting, WorldReadOnly } from '../../driver/world.ts';
import { authenticate } from '../access/bearer.ts';
import { requireLoopbackHost } from '../access/host.ts';
import { type Caller, type OperationId, rules } from '../access/roles.ts';
import { AsOf, after } from '../answers/as-of.ts';
import { answered, refusal, success } from '../answers/envelope.ts';
import { Prepared } from '../answers/shared-answers.ts';
import type { ErrorName } from '../errors/error-catalogue.ts';
import { Failure } from '../errors/failure.ts';
import { faultAnswer } from '../operation/http-faults.ts';
import type { Operation } from '../operation/operation.ts';
import { type Service, simTime } from '../operation/service.ts';
import { gather } from '../request/gather.ts';

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

/** The status of answers to clients that have hung up. It appears in the metrics only. */
const clientGone = 499;

export interface HandlerOptions {
  /** Whether the server listens on the loopback address. */
  readonly loopback: boolean;
}

/** The handler of `operation`: it checks requests, measures answers and turns failures into envelopes. */
export function handlerOf(operation: Operation, service: Service, options: HandlerOptions): Handler {
  const { operationId, unexpected } = operation;
  const isOpen = rules[operationId] === null;

  const answer: Handler = (context) => {
    if (options.loopback) requireLoopbackHost(context);
    if (isOpen) return answerTo(context, anonymous);
    return after(authenticate(context, service.tokens), (caller) => {
      requireRole(operationId, caller);
      return answerTo(context, caller);
    });
  };

  const answerTo = (context: Context, caller: Caller): Response | Promise<Response> =>
    gather(operation, context, (request) => {
      const fault = service.httpFaults.meet(operationId);
      if (fault !== undefined) return faultAnswer(fault, unexpected ?? 'backend-timeout', simTime(service));
      if ('respond' in operation) return operation.respond(request, caller, service, context);
      const isWanted = () => context.env?.outgoing?.destroyed !== true;
      return after(operation.handle(request, caller, service, isWanted), (data) => {
        if (data instanceof Prepared) return answered(data.bytes, data.simTime);
        return data instanceof AsOf
          ? success(data.data, data.simTime, operation.status)
          : success(data, simTime(service), operation.status);
      });
    });

  return answering(operationId, service, answer, unexpected);
}

/** Measures `answer` and turns errors that it throws into envelopes. `unexpected` answers unforeseen errors. */
export function answering(
  operationId: string,
  service: Service,
  answer: Handler,
  unexpected: ErrorName = 'unexpected',
): Handler {
  return (context) => {
    const startedMs = performance.now();
    const measured = (response: Response): Response => {
      service.metrics.answered(operationId, response.status, performance.now() - startedMs);
      // An answer to HEAD has no body. Cancelling closes the file or stream behind it.
      if (context.req.method === 'HEAD') response.body?.cancel();
      return response;
    };
    const failed = (error: unknown) =>
      measured(
        error instanceof Cancelled
          ? new Response(null, { status: clientGone })
          : refusal(failureOf(error, service, operationId, unexpected), simTime(service)),
      );
    try {
      const response = answer(context);
      return response instanceof Promise ? response.then(measured, failed) : measured(response);
    } catch (error) {
      return failed(error);
    }
  };
}

/** The Failure for any thrown error. Unforeseen errors are logged under a reference, which the answer names. */
function failureOf(error: unknown, service: Service, operationId: string, unexpected: ErrorName): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof TooManyWaiting) return new Failure('too-many-waiting', { limit: `${error.limit}` });
  if (error instanceof WorldReadOnly) return new Failure('not-stored', { why: error.message });
  if (error instanceof FileUnreadable) {
    service.log.error({ why: error.message, operationId }, 'the file of the world cannot be read');
    return new Failure('not-read', { why: error.message });
  }
  const reference = crypto.randomUUID();
  service.log.error({ err: error, reference, operationId }, 'a request failed unexpectedly');
  return new Failure(unexpected, { reference });
}

/** @throws Failure `role-forbidden` unless the caller's role may call the operation */
function requireRole(operationId: OperationId, caller: Caller): void {
  const allowed: readonly Caller['role'][] | null = rules[operationId];
  if (allowed === null || allowed.includes(caller.role)) return;
  throw new Failure('role-forbidden', {
    operation: operationId,
    needed: allowed.join(' or '),
    role: caller.role,
  });
}
