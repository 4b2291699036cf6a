// From an operation to what the router calls. One function a request, in this order: host, token, role, request, fault,
// operation, envelope. It stays synchronous as long as nothing has to be waited for, which makes reads cheap.

import type { Context } from 'hono';
import { Cancelled, WorldReadOnly } from '../driver/world.ts';
import { AsOf, after } from './answering.ts';
import { authenticate } from './auth/bearer.ts';
import { type Caller, requireRole, rules } from './auth/roles.ts';
import { refusal, success } from './envelope.ts';
import type { ErrorName } from './errors.ts';
import { Failure } from './failure.ts';
import { requireLoopbackHost } from './host.ts';
import { faultAnswer } from './http-faults.ts';
import type { Operation } from './operation.ts';
import { gather } from './request.ts';
import { type Service, simTime } from './service.ts';

export type Handler = (context: Context) => Response | Promise<Response>;

/** The caller of operations that need no token: it sees nothing and may do nothing else. */
const nobody: Caller = {
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

/** For the metrics alone: nobody reads the answer. */
const clientGone = 499;

export interface HandlerOptions {
  /** Whether the server listens on the loopback address. */
  readonly loopback: boolean;
}

/** `operation` served: checked, measured, and with every failure turned into an envelope. */
export function handlerOf(operation: Operation, service: Service, options: HandlerOptions): Handler {
  const { operationId, unexpected } = operation;
  const isOpen = rules[operationId] === null;

  const answer: Handler = (context) => {
    if (options.loopback) requireLoopbackHost(context);
    if (isOpen) return answerTo(context, nobody);
    return after(authenticate(context, service), (caller) => {
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
      return after(operation.handle(request, caller, service, isWanted), (answered) =>
        answered instanceof AsOf
          ? success(answered.data, answered.simTime, operation.status)
          : success(answered, simTime(service), operation.status),
      );
    });

  return answering(operationId, service, answer, unexpected);
}

/** Measures what `answer` does and turns whatever it throws into an envelope. */
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
      // Nobody reads the body of such an answer: what it comes from, a file or a stream, would stay open.
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

/** The error of anything thrown. What nobody foresaw is logged under a reference that the client is told. */
function failureOf(error: unknown, service: Service, operationId: string, unexpected: ErrorName): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof WorldReadOnly) return new Failure('not-stored', { why: error.message });
  const reference = crypto.randomUUID();
  service.log.error({ err: error, reference, operationId }, 'a request failed unexpectedly');
  return new Failure(unexpected, { reference });
}
