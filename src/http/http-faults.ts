// Faults of the interface itself: calls that are answered as a backend in trouble would answer them. They belong to the
// process, and nothing happens in the world.

import { setTimeout as delay } from 'node:timers/promises';
import type { OperationId } from './auth/roles.ts';
import { errorEnvelope, simFaultHeader, simTimeHeader } from './envelope.ts';
import type { ErrorName } from './errors.ts';
import { Failure } from './failure.ts';

/** Faults that there may be at a time. */
export const httpFaultsMax = 1000;

export interface HttpFaultSpec {
  readonly operation: OperationId;
  /** Which call is the first to fail, counted from when the fault was set. */
  readonly nth: number;
  /** How many calls fail. */
  readonly times: number;
  /** null: the body's statusCode, or 500. */
  readonly status: number | null;
  /** Answered as it is; a text as text, anything else as JSON. null: the operation's own 500. */
  readonly body: unknown;
  /** Real time until the answer. */
  readonly delayMs: number;
}

export interface HttpFault extends HttpFaultSpec {
  readonly faultId: string;
  /** Calls that have come since. */
  readonly calls: number;
  /** Calls that have failed. */
  readonly happened: number;
}

const idPrefix = 'http-';

export class HttpFaults {
  #faults: { -readonly [Member in keyof HttpFault]: HttpFault[Member] }[] = [];
  #made = 0;

  /** undefined: there are too many faults already. */
  add(spec: HttpFaultSpec): HttpFault | undefined {
    if (this.#faults.length >= httpFaultsMax) return undefined;
    const fault = { ...spec, faultId: `${idPrefix}${++this.#made}`, calls: 0, happened: 0 };
    this.#faults.push(fault);
    return { ...fault };
  }

  /** In the order they were set. */
  list(): readonly HttpFault[] {
    return this.#faults.map((fault) => ({ ...fault }));
  }

  /** false: there is no such fault. */
  remove(faultId: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.faultId !== faultId);
    return this.#faults.length < before;
  }

  /**
   * Counts a call of an operation; the fault that it meets, if any: the one that was set first. One that has happened as
   * often as it was to is gone, as with faults of the world.
   */
  meet(operation: OperationId): HttpFault | undefined {
    if (this.#faults.length === 0) return undefined;
    let met: HttpFault | undefined;
    for (const fault of this.#faults) {
      if (fault.operation !== operation) continue;
      fault.calls++;
      if (met !== undefined || fault.calls < fault.nth) continue;
      fault.happened++;
      met = fault;
    }
    this.#faults = this.#faults.filter(({ happened, times }) => happened < times);
    return met;
  }
}

/** The answer of a call that meets a fault. @param own the operation's own 500 */
export async function faultAnswer(fault: HttpFault, own: ErrorName, simTime: string): Promise<Response> {
  if (fault.delayMs > 0) await delay(fault.delayMs, undefined, { ref: false });
  const body = fault.body ?? ownBody(fault, own);
  const isText = typeof body === 'string';
  return new Response(isText ? body : JSON.stringify(body), {
    status: fault.status ?? statusOf(body),
    headers: {
      'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/json',
      [simTimeHeader]: simTime,
      [simFaultHeader]: fault.faultId,
    },
  });
}

function ownBody({ faultId, status }: HttpFault, own: ErrorName): unknown {
  const envelope = errorEnvelope(new Failure(own, { reference: faultId }));
  if (status === null || status === envelope.statusCode) return envelope;
  const message = `Fault ${faultId}`;
  const { errorKey } = envelope.error;
  const data = `Error: the fault ${faultId} answers with ${status}; Reason: Fault`;
  return { ...envelope, statusCode: status, message, error: { errorKey, message, data } };
}

/** The HTTP status is the envelope's statusCode, where the body is one. */
function statusOf(body: unknown): number {
  const said: unknown = (body as { readonly statusCode?: unknown }).statusCode;
  return Number.isInteger(said) && (said as number) >= 200 && (said as number) <= 599
    ? (said as number)
    : 500;
}
