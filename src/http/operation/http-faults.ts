// Injected faults of the HTTP interface: calls that fail without reaching the world. They belong to the process, not to
// the world.

import { setTimeout as delay } from 'node:timers/promises';
import type { OperationId } from '../access/roles.ts';
import { errorEnvelope, respond, simFaultHeader, simTimeHeader } from '../answers/envelope.ts';
import type { ErrorName } from '../errors/error-catalogue.ts';
import { Failure } from '../errors/failure.ts';

export const httpFaultsMax = 1000;

interface HttpFaultSpec {
  readonly operation: OperationId;
  /** The first call that fails, counted from the creation of the fault; 1 is the next call. */
  readonly nth: number;
  readonly times: number;
  /** null: the body's statusCode, or 500. */
  readonly status: number | null;
  /** The answer: a string as text, any other value as JSON. null: the operation's own 500. */
  readonly body: unknown;
  readonly delayMs: number;
}

export interface HttpFault extends HttpFaultSpec {
  readonly faultId: string;
  /** Calls since the creation of the fault. */
  readonly calls: number;
  readonly happened: number;
}

const idPrefix = 'http-';

export class HttpFaults {
  #faults: { -readonly [Member in keyof HttpFault]: HttpFault[Member] }[] = [];
  #made = 0;

  /** The new fault, or undefined if there are already `httpFaultsMax`. */
  add(spec: HttpFaultSpec): HttpFault | undefined {
    if (this.#faults.length >= httpFaultsMax) return undefined;
    const fault = { ...spec, faultId: `${idPrefix}${++this.#made}`, calls: 0, happened: 0 };
    this.#faults.push(fault);
    return { ...fault };
  }

  list(): readonly HttpFault[] {
    return this.#faults.map((fault) => ({ ...fault }));
  }

  remove(faultId: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.faultId !== faultId);
    return this.#faults.length < before;
  }

  /** Counts a call of an operation and returns the oldest fault that it meets. Removes faults that have failed all their calls. */
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

/** The answer of a call that meets a fault. @param own the error of the operation's own 500 */
export async function faultAnswer(fault: HttpFault, own: ErrorName, simTime: string): Promise<Response> {
  if (fault.delayMs > 0) await delay(fault.delayMs, undefined, { ref: false });
  const body = fault.body ?? ownBody(fault, own);
  const isText = typeof body === 'string';
  return respond(isText ? body : JSON.stringify(body), fault.status ?? statusOf(body), {
    'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/json',
    [simTimeHeader]: simTime,
    [simFaultHeader]: fault.faultId,
  });
}

function ownBody({ faultId, status }: HttpFault, own: ErrorName): unknown {
  const envelope = errorEnvelope(new Failure(own, { reference: faultId }));
  if (status === null || status === envelope.statusCode) return envelope;
  const message = `Fault ${faultId}`;
  const { errorKey } = envelope.error;
  const data = `Error: the fault ${faultId} answers ${status}; Reason: Fault`;
  return { ...envelope, statusCode: status, message, error: { errorKey, message, data } };
}

/** The `statusCode` of a body that is an envelope, else 500. */
function statusOf(body: unknown): number {
  const statusCode: unknown = (body as { readonly statusCode?: unknown }).statusCode;
  if (typeof statusCode !== 'number' || !Number.isInteger(statusCode)) return 500;
  return statusCode >= 200 && statusCode <= 599 ? statusCode : 500;
}
