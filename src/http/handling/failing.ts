// Answers calls that meet an HTTP fault.

import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Cancelled } from '../../driver/world.ts';
import type { ErrorName } from '../errors/error-catalogue.ts';
import { faultAnswer, type Harm, type HttpFault, keepsAnswer, keptAnswer } from '../operation/http-fault.ts';
import { type Service, simTime } from '../operation/service.ts';

/** A response of the server whose sending can be harmed. */
export interface Harmable {
  /** Call it before the answer ends. @param delayMs during which a slow body is sent */
  harm(harm: Harm, delayMs: number): void;
}

type Outgoing = ServerResponse & Partial<Harmable>;

/**
 * The answer of a call that meets the fault.
 * @param own the error of the operation's own 500
 * @param outgoing undefined if the call came over no connection; then, its sending cannot be harmed
 * @param execute executes the call; its refusals are answers
 * @throws Cancelled if the client disconnects before the answer
 */
export async function failing(
  fault: HttpFault,
  own: ErrorName,
  outgoing: Outgoing | undefined,
  service: Service,
  execute: () => Promise<Response>,
): Promise<Response> {
  const { executed, connection, delayMs } = fault;
  const answer = executed ? await execute() : undefined;
  if (connection !== 'slow' && delayMs > 0) await pause(delayMs, outgoing, service.ended);
  if (connection !== null) outgoing?.harm?.(connection, delayMs);
  if (answer !== undefined && keepsAnswer(fault)) return keptAnswer(fault, answer);
  await answer?.body?.cancel();
  return faultAnswer(fault, own, simTime(service));
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
