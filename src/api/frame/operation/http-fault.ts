// An injected fault of the HTTP interface: which calls it fails, and what their clients get.

import { maxHeaderSize } from 'node:http';
import { WAITING_MAX } from '../../../driver/past/instants.ts';
import { bodyBytesMax, streamsMax, streamsPerKeyMax } from '../../../wire/bounds.ts';
import type { Harm } from '../../../wire/fault.ts';
import type { OperationId } from '../access/roles.ts';
import { contentOf, refusal, respond, simFaultHeader, simTimeHeader } from '../answers/envelope.ts';
import { type ErrorName, wordsOf } from '../errors/error-catalogue.ts';
import { Failure } from '../errors/failure.ts';
import { problem } from '../errors/problems.ts';

export interface HttpFaultSpec {
  readonly operation: OperationId;
  /** The first call that may fail, counted from the creation of the fault; 1 is the next call. */
  readonly nth: number;
  readonly times: number;
  /** The name of the key of the calls; null: any. */
  readonly key: string | null;
  /** The workspace that the calls name; null: any. */
  readonly workspace: string | null;
  /** Members that the requests of the calls have, with their values; null: none. */
  readonly request: Readonly<Record<string, unknown>> | null;
  /** The probability that a call fails, above 0 and up to 1. */
  readonly chance: number;
  /** The seed of the draws for `chance`. */
  readonly seed: number;
  /** Whether the calls are executed before they fail. */
  readonly executed: boolean;
  readonly connection: Harm | null;
  /** null: the body's statusCode, or 500; the operation's own if its answer is kept. */
  readonly status: number | null;
  /** The answer: a string as text, any other value as JSON. null: the operation's own 500, or its own answer if that is kept. */
  readonly body: unknown;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>> | null;
  /** Real time until the answer; if the connection is slow, during which the body is sent. */
  readonly delayMs: number;
}

/** The members that a fault has by default. */
export const plainFault: Omit<HttpFaultSpec, 'operation'> = {
  nth: 1,
  times: 1,
  key: null,
  workspace: null,
  request: null,
  chance: 1,
  seed: 0,
  executed: false,
  connection: null,
  status: null,
  body: null,
  headers: null,
  delayMs: 0,
};

/** How long a body is sent over a slow connection by default. */
export const slowMsDefault = 1000;

export interface HttpFault extends HttpFaultSpec {
  readonly faultId: string;
  /** Calls that pass the filters since the creation of the fault. */
  readonly calls: number;
  readonly happened: number;
}

/**
 * The answer of the fault.
 * @param own the error of the operation that has the fault's status; undefined if it has none
 * @param sent the members of the request, which fill the texts of the error
 */
export function faultAnswer(
  fault: HttpFault,
  own: ErrorName | undefined,
  sent: Readonly<Record<string, unknown>>,
  simTime: string,
): Response {
  const { body, status } = fault;
  if (body === null && own !== undefined) {
    const answer = refusal(ownFailure(fault, own, sent), simTime);
    const { body: text, headers } = contentOf(answer)!;
    return respond(text as string, answer.status, marked(new Headers(headers), fault));
  }
  const answered = body ?? unlistedEnvelope(fault);
  const isText = typeof answered === 'string';
  const headers = new Headers({
    'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/json',
    [simTimeHeader]: simTime,
  });
  const text = isText ? answered : JSON.stringify(answered);
  return respond(text, status ?? statusOf(answered), marked(headers, fault));
}

/** Whether an executed call keeps the answer of its operation. */
export function keepsAnswer({ executed, connection, status, body }: HttpFaultSpec): boolean {
  if (!executed || body !== null) return false;
  return status === null ? connection === 'cut' || connection === 'slow' : status < 400;
}

/** The answer of the operation with what the fault changes. A refusal keeps its status, as its body has it. */
export async function keptAnswer(fault: HttpFault, answer: Response): Promise<Response> {
  // The whole body, because a part of it may be sent.
  const body = new Uint8Array(await answer.arrayBuffer());
  const headers = marked(new Headers(answer.headers), fault);
  return respond(body, answer.ok ? (fault.status ?? answer.status) : answer.status, headers);
}

/** The headers with those of the fault. */
function marked(headers: Headers, fault: HttpFault): Record<string, string> {
  for (const [name, value] of Object.entries(fault.headers ?? {})) headers.set(name, value);
  return { ...Object.fromEntries(headers), [simFaultHeader]: fault.faultId };
}

/** The limits that errors state. */
const limits: { readonly [Name in ErrorName]?: number } = {
  'body-too-large': bodyBytesMax,
  'headers-too-large': maxHeaderSize,
  'too-many-streams': streamsMax,
  'too-many-streams-of-key': streamsPerKeyMax,
  'too-many-waiting': WAITING_MAX,
};

/** Words of the error that the request does not have name the fault. */
function ownFailure(
  { faultId }: HttpFault,
  own: ErrorName,
  sent: Readonly<Record<string, unknown>>,
): Failure {
  const words = wordsOf(own).map((word) => {
    const value = word === 'limit' ? limits[own]?.toString() : sent[word];
    return [word, typeof value === 'string' ? value : faultId];
  });
  return new Failure(own, Object.fromEntries(words), [problem('request', `meets the fault ${faultId}`)]);
}

const unlisted = 'UNKNOWN';

/** The envelope of a status that no error of the operation has. */
function unlistedEnvelope({ faultId, status }: HttpFault) {
  const message = `Fault ${faultId}`;
  const data = `Error: the fault ${faultId} answers ${status}; Reason: Fault`;
  const error = { errorKey: unlisted, message, data };
  return { statusCode: status, status: unlisted, message, data: null, error };
}

/** The `statusCode` of a body that is an envelope, else 500. */
function statusOf(body: unknown): number {
  const statusCode: unknown = (body as { readonly statusCode?: unknown }).statusCode;
  if (typeof statusCode !== 'number' || !Number.isInteger(statusCode)) return 500;
  return statusCode >= 200 && statusCode <= 599 ? statusCode : 500;
}
