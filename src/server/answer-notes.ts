// Records each request and its answer, without anything that could be a secret.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { uuid } from '../api/frame/request-log/secrets.ts';

export interface Answered {
  /** null if the request could not be parsed. */
  readonly method: string | null;
  /** The path with the names of query parameters, without their values; null if the request could not be parsed. */
  readonly path: string | null;
  /** 499: the client disconnected before the answer. */
  readonly status: number;
  /** Real time from the headers of the request to the last byte of the answer. */
  readonly ms: number;
  /** Size of the answer including its headers. */
  readonly bytes: number;
  /** ISO 8601 UTC. */
  readonly simTime: string;
}

export type OnAnswered = (answered: Answered) => void;

const clientGone = 499;
const token = /[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g;
const parameterName = /^[A-Za-z_]{1,40}$/;
const pathLengthMax = 300;

/** Removes possible keys and tokens from a request target: values of parameters, UUIDs, signed tokens. */
export function shownTarget(target: string): string {
  const [path = '', ...rest] = target.split('?');
  const hidden = path.replace(uuid, '…').replace(token, '…').slice(0, pathLengthMax);
  if (rest.length === 0) return hidden;
  const names = rest
    .join('?')
    .split('&')
    .map((pair) => pair.split('=')[0]!)
    .map((name) => (parameterName.test(name) ? name : '…'));
  return `${hidden}?${names.join('&')}`.slice(0, pathLengthMax);
}

export class AnswerNotes {
  readonly #onAnswered: OnAnswered;
  readonly #simTime: () => string;
  /** Total bytes that each connection had sent at the end of its last answer. */
  readonly #sent = new WeakMap<Socket, number>();
  /** Statuses of refusals that replaced an answer. */
  readonly #refused = new WeakMap<Socket, number>();

  constructor(onAnswered: OnAnswered, simTime: () => string) {
    this.#onAnswered = onAnswered;
    this.#simTime = simTime;
  }

  follow({ method = '', url = '', socket }: IncomingMessage, outgoing: ServerResponse): void {
    const startedMs = performance.now();
    let bytes: number | undefined;
    const count = () => {
      const sentBefore = this.#sent.get(socket) ?? 0;
      this.#sent.set(socket, socket.bytesWritten);
      return socket.bytesWritten - sentBefore;
    };
    // Count before Node hands the connection to the next answer.
    outgoing.prependOnceListener('finish', () => {
      bytes = count();
    });
    outgoing.once('close', () => {
      bytes ??= count();
      const isAnswered = outgoing.headersSent && bytes > 0;
      this.#onAnswered({
        method,
        path: shownTarget(url),
        status: isAnswered ? outgoing.statusCode : (this.#refused.get(socket) ?? clientGone),
        ms: performance.now() - startedMs,
        bytes,
        simTime: this.#simTime(),
      });
    });
  }

  /** Records a refusal. @param isFollowed whether it replaces the answer to a request that `follow` records */
  refused(socket: Socket, status: number, bytes: number, isFollowed: boolean): void {
    if (isFollowed) this.#refused.set(socket, status);
    else this.#onAnswered({ method: null, path: null, status, ms: 0, bytes, simTime: this.#simTime() });
  }
}
