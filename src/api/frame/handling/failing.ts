// Answers calls that meet an HTTP fault.

import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'hono';
import { Cancelled } from '../../../driver/world.ts';
import type { Harm } from '../../../wire/fault.ts';
import { catalogue, type ErrorName } from '../errors/error-catalogue.ts';
import { faultAnswer, type HttpFault, keepsAnswer, keptAnswer } from '../operation/http-fault.ts';
import type { Operation } from '../operation/operation.ts';
import { type Service, simTime } from '../operation/service.ts';
import { keptIn } from '../request-log/kept-request.ts';
import { errorsOf } from './possible-errors.ts';

/** A response of the server whose sending can be harmed. */
export interface Harmable {
  /** Call it before the answer ends. @param delayMs during which a slow body is sent @param ended closes the connection, too */
  harm(harm: Harm, delayMs: number, ended: AbortSignal): void;
}

type Outgoing = ServerResponse & Partial<Harmable>;

/**
 * The answer of a call that meets the fault.
 * @param sent the members of the request
 * @param context of a call that came over no connection: then, its sending cannot be harmed
 * @param execute executes the call; its refusals are answers
 * @throws Cancelled if the client disconnects before the answer
 */
export async function failing(
  fault: HttpFault,
  operation: Operation,
  sent: Readonly<Record<string, unknown>>,
  context: Context,
  service: Service,
  execute: () => Promise<Response>,
): Promise<Response> {
  const { executed, connection, delayMs } = fault;
  const outgoing: Outgoing | undefined = context.env?.outgoing;
  keptIn(context)?.met(fault);
  const answer = executed ? await execute() : undefined;
  if (answer !== undefined) keptIn(context)?.ran(answer);
  if (connection !== 'slow' && delayMs > 0) await pause(delayMs, outgoing, service.ended);
  if (connection !== null && outgoing?.harm !== undefined) {
    outgoing.harm(connection, delayMs, service.ended);
    keptIn(context)?.harmed(connection);
  }
  if (answer !== undefined && keepsAnswer(fault)) return keptAnswer(fault, answer);
  await answer?.body?.cancel();
  return faultAnswer(fault, ownError(operation, fault.status), sent, simTime(service));
}

/** The error of the operation with this status; undefined if it has none. */
function ownError(operation: Operation, status: number | null): ErrorName | undefined {
  if (status === null || status === 500) return operation.unexpected ?? 'backend-timeout';
  return errorsOf(operation).find((name) => catalogue[name].statusCode === status);
}

async function pause(ms: number, outgoing: Outgoing | undefined, ended: AbortSignal): Promise<void> {
  const left = new AbortController();
  const leave = () => left.abort();
  if (outgoing?.destroyed || ended.aborted) leave();
  ended.addEventListener('abort', leave);
  outgoing?.once('close', leave);
  try {
    await delay(ms, undefined, { ref: false, signal: left.signal });
  } catch {
    throw new Cancelled('the client disconnected, or the world was removed');
  } finally {
    outgoing?.off('close', leave);
    ended.removeEventListener('abort', leave);
  }
}
