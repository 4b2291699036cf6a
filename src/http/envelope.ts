// The envelope of every JSON answer, and the headers of the simulation.

import type { Failure } from './failure.ts';

/** The simulated instant of the answer, ISO 8601 UTC. */
export const simTimeHeader = 'X-Sim-Time';
/** The id of the fault that produced the answer. */
export const simFaultHeader = 'X-Sim-Fault';

export function success(data: unknown, simTime: string, status = 'OK'): Response {
  const body = JSON.stringify({ statusCode: 200, status, message: 'Success', data });
  return new Response(body, {
    status: 200,
    headers: { 'Content-Type': 'application/json', [simTimeHeader]: simTime },
  });
}

/** The answer of a failed request. The HTTP status is the envelope's statusCode. */
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

export function errorEnvelope(failure: Failure) {
  const { statusCode, status } = failure.entry;
  return { statusCode, status, message: failure.text(), data: null, error: failure.body() };
}
