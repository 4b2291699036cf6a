// The envelope of every JSON answer, and the headers of the simulation.

import type { Failure } from '../errors/failure.ts';

/** The simulated instant of the answer, ISO 8601 UTC. */
export const simTimeHeader = 'X-Sim-Time';
/** After how many seconds of real time a refused request may succeed. */
export const retryAfterHeader = 'Retry-After';
/** The id of the fault that produced the answer. */
export const simFaultHeader = 'X-Sim-Fault';

/** A header of every answer: browsers must not guess what a body is. */
export const nosniff = ['X-Content-Type-Options', 'nosniff'] as const;

/** What a response was made of. To read it from the response would use up its body. */
interface Content {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const contentKey = Symbol('content');
type WithContent = Response & { [contentKey]?: Content };

/** A response whose content `contentOf` returns. @param sent what is sent for it, such as its compressed bytes */
export function respond(
  body: string | Uint8Array<ArrayBuffer>,
  status: number,
  headers: Content['headers'],
  sent: { readonly body: typeof body; readonly headers: Content['headers'] } = { body, headers },
): Response {
  const response: WithContent = new Response(sent.body, { status, headers: sent.headers });
  response[contentKey] = { body, headers };
  return response;
}

/** The content of a response of `respond`; undefined for any other. */
export function contentOf(response: Response): Content | undefined {
  return (response as WithContent)[contentKey];
}

export function success(data: unknown, simTime: string, status = 'OK'): Response {
  return answered(JSON.stringify({ statusCode: 200, status, message: 'Success', data }), simTime);
}

/** The text of an envelope before and after the items of a list, which is the last member of its data. @param data the others */
export function envelopeAround(data: object, list: string): readonly [string, string] {
  const whole = JSON.stringify({
    statusCode: 200,
    status: 'OK',
    message: 'Success',
    data: { ...data, [list]: [] },
  });
  const end = ']}}';
  return [whole.slice(0, -end.length), end];
}

/** The answer with this envelope. */
export function answered(envelope: string | Uint8Array<ArrayBuffer>, simTime: string): Response {
  return respond(envelope, 200, { 'Content-Type': 'application/json', [simTimeHeader]: simTime });
}

/** The answer of a failed request. The HTTP status is the envelope's statusCode. */
export function refusal(failure: Failure, simTime: string): Response {
  const envelope = errorEnvelope(failure);
  const { statusCode } = envelope;
  return respond(JSON.stringify(envelope), statusCode, {
    'Content-Type': 'application/json',
    [simTimeHeader]: simTime,
    ...(statusCode === 401 && { 'WWW-Authenticate': 'Bearer' }),
    // The causes of such answers pass, or a client can end them.
    ...(statusCode === 503 && { [retryAfterHeader]: '1' }),
    ...(statusCode === 405 && { Allow: failure.words.allowed ?? '' }),
  });
}

export function errorEnvelope(failure: Failure) {
  const { statusCode, status } = failure.entry;
  return { statusCode, status, message: failure.text(), data: null, error: failure.body() };
}
