// The one shape of every JSON answer, and the header that says when in simulated time it was given.

import type { Failure } from './failure.ts';

export const simTimeHeader = 'X-Sim-Time';

/** The answer of an operation that went well. `simTime`: ISO 8601 UTC. */
export function success(data: unknown, simTime: string): Response {
  const body = JSON.stringify({ statusCode: 200, status: 'OK', message: 'Success', data });
  return new Response(body, {
    status: 200,
    headers: { 'Content-Type': 'application/json', [simTimeHeader]: simTime },
  });
}

/** The answer of a request that failed; the HTTP status is the envelope's statusCode. */
export function refusal(failure: Failure, simTime: string): Response {
  const { statusCode, status } = failure.entry;
  const message = failure.text();
  const body = JSON.stringify({ statusCode, status, message, data: null, error: failure.body() });
  return new Response(body, {
    status: statusCode,
    headers: {
      'Content-Type': 'application/json',
      [simTimeHeader]: simTime,
      ...(statusCode === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(statusCode === 405 && { Allow: failure.words.allowed ?? '' }),
    },
  });
}
