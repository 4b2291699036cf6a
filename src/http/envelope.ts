// The one shape of every JSON answer, and the header that says when in simulated time it was given.

import type { Failure } from './failure.ts';

export const simTimeHeader = 'X-Sim-Time';
/** On answers that a fault made: its id. */
export const simFaultHeader = 'X-Sim-Fault';

/** The answer of an operation that went well. `simTime`: ISO 8601 UTC. */
export function success(data: unknown, simTime: string, status = 'OK'): Response {
  const body = JSON.stringify({ statusCode: 200, status, message: 'Success', data });
  return new Response(body, {
    status: 200,
    headers: { 'Content-Type': 'application/json', [simTimeHeader]: simTime },
  });
}

/** The answer of a request that failed; the HTTP status is the envelope's statusCode. */
export function refusal(failure: Failure, simTime: string): Response {
  const envelope = errorEnvelope(failure);
  const { statusCode } = envelope;
  return new Response(JSON.stringify(envelope), {
    status: statusCode,
    headers: {
      'Content-Type': 'application/json',
      [simTimeHeader]: simTime,
      ...(statusCode === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(statusCode === 405 && { Allow: failure.words.allowed ?? '' }),
    },
  });
}

/** What an error answers with. */
export function errorEnvelope(failure: Failure) {
  const { statusCode, status } = failure.entry;
  return { statusCode, status, message: failure.text(), data: null, error: failure.body() };
}
