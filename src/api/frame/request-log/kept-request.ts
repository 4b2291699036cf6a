import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { Harm } from '../../../wire/fault.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import { contentOf } from '../answers/envelope.ts';
import { heldBytes, type KeptBody, keptBody } from './kept-body.ts';
import { targetWithoutSecrets, withoutSecrets } from './secrets.ts';

/** What is known of a request when it arrives. */
export interface Arrival {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  /** null: the request leads to no operation. */
  readonly operation: string | null;
  /** Simulated ms since the start of the scenario, and the timeline of that scenario. */
  readonly nowMs: number;
  readonly timeline: Timeline;
  /** Real time, ms since 1970. */
  readonly wallMs: number;
  /** The header; it is not kept. */
  readonly authorization: string | undefined;
}

/** The status of answers to clients that have hung up. It appears in the metrics and in kept requests. */
export const clientGone = 499;

/** Memory of a request without its texts, in bytes. */
const requestBytes = 440;
const targetLengthMax = 2_000;

/** Counts the memory of its requests. */
export interface Keeper {
  /** Counts further memory of a request, in bytes. Returns whether the request is still kept. */
  grow(request: KeptRequest, bytes: number): boolean;
}

interface OwnAnswer {
  readonly status: number;
  readonly body: KeptBody | null;
}

/** A request in a log. What is unknown while it runs is null. */
export class KeptRequest {
  readonly number: number;
  readonly method: string;
  readonly target: string;
  readonly operation: string | null;
  readonly nowMs: number;
  readonly timeline: Timeline;
  readonly wallMs: number;
  /** The API key of the request; null without a valid token. */
  keyId: string | null = null;
  keyName: string | null = null;
  status: number | null = null;
  /** What a fault did to the connection. */
  connection: Harm | null = null;
  /** Real time from the arrival to the answer, or to the end of its sending if that is slow. */
  ms: number | null = null;
  faultId: string | null = null;
  /** Whether the operation ran although the call met a fault; null without one. */
  executed: boolean | null = null;
  /** What the operation answered although the call met a fault; null if it did not run, and without a fault. */
  own: OwnAnswer | null = null;
  /** Members that the operation does not have, such as `gpuSpec.exitDuraton`; at most 20. */
  unknownMembers: readonly string[] = [];
  bodyBytes: number | null = null;
  answerBytes: number | null = null;
  body: KeptBody | null = null;
  answerBody: KeptBody | null = null;
  /** Memory that the log counts for this request, in bytes. */
  heldBytes: number;
  readonly #keeper: Keeper;

  constructor(
    keeper: Keeper,
    number: number,
    { method, target, operation, nowMs, timeline, wallMs }: Arrival,
  ) {
    const safe = targetWithoutSecrets(target);
    this.#keeper = keeper;
    this.number = number;
    this.method = method;
    this.target = safe.length > targetLengthMax ? `${safe.slice(0, targetLengthMax)}…` : safe;
    this.operation = operation;
    this.nowMs = nowMs;
    this.timeline = timeline;
    this.wallMs = wallMs;
    this.heldBytes = requestBytes + heldBytes(this.target);
  }

  /** Notes the API key whose token the request has. */
  sentBy({ id, name }: { readonly id: string; readonly name: string }): void {
    this.keyId = id;
    this.keyName = name;
  }

  /** Notes the text of the body. */
  received(text: string): void {
    this.bodyBytes = Buffer.byteLength(text);
    if (text !== '') this.body = this.#kept(text);
  }

  /** Notes members that the operation does not have. */
  hasUnknown(members: readonly string[]): void {
    const safe = members.map((member) => withoutSecrets(member));
    if (this.#keeper.grow(this, heldBytes(safe.join()))) this.unknownMembers = safe;
  }

  /** Notes that the request met a fault. */
  met({ faultId, executed }: { readonly faultId: string; readonly executed: boolean }): void {
    this.faultId = faultId;
    this.executed = executed;
  }

  /** Notes the answer of the operation of a call that met a fault. */
  ran(answer: Response): void {
    const content = contentOf(answer);
    this.own = { status: answer.status, body: content === undefined ? null : this.#kept(content.body) };
  }

  /** Notes that a fault harms the sending of the answer. */
  harmed(connection: Harm): void {
    this.connection = connection;
  }

  /** Notes the answer. Bodies that are not made as a whole, such as those of streams and files, are not kept. */
  answered({ req, env }: Context, response: Response, ms: number): void {
    // What no operation has read.
    this.bodyBytes ??= bytesOfBody(req);
    const content = contentOf(response);
    if (this.connection === 'slow') this.#sentSlowly(env.outgoing, response.status, ms);
    else this.ms = ms;
    if (this.connection === 'reset') return;
    if (this.connection !== 'slow') this.status = response.status;
    if (content === undefined) {
      this.answerBytes = bytesIn(response.headers.get('content-length'));
      return;
    }
    // The answer to HEAD has the headers of the answer to GET, and no body.
    if (this.method === 'HEAD') {
      this.answerBytes = 0;
      return;
    }
    const { body } = content;
    this.answerBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    this.answerBody = this.#kept(body);
  }

  /** Notes the status and the time when the sending ends. */
  #sentSlowly(outgoing: ServerResponse, status: number, ms: number): void {
    const answeredMs = performance.now();
    const ended = () => {
      this.status = outgoing.writableFinished ? status : clientGone;
      this.ms = ms + performance.now() - answeredMs;
    };
    if (outgoing.destroyed) ended();
    else outgoing.once('close', ended);
  }

  #kept(body: string | Uint8Array): KeptBody | null {
    const kept = keptBody(body);
    return this.#keeper.grow(this, heldBytes(kept.text)) ? kept : null;
  }
}

/** The request as its service keeps it; undefined if it is not kept. */
export function keptIn(context: Context): KeptRequest | undefined {
  return context.env?.kept;
}

/** The size of the body of a request by its headers; null if they do not state it. */
function bytesOfBody(req: Context['req']): number | null {
  const bytes = bytesIn(req.header('content-length'));
  return bytes === null && req.header('transfer-encoding') === undefined ? 0 : bytes;
}

function bytesIn(contentLength: string | null | undefined): number | null {
  return contentLength === null || contentLength === undefined ? null : Number(contentLength);
}
