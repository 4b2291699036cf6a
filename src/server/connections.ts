// The answers in flight of each connection. Node queues those of pipelined requests, and pauses a socket whose client does not
// read them.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** All times are real time. */
export interface ConnectionLimits {
  readonly connectionsMax: number;
  /** Time from the first byte of a request, or the opening of the connection, to the end of the headers. */
  readonly headersMs: number;
  /** Time from the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** Idle time between requests after which the server closes the connection. */
  readonly keepAliveMs: number;
  /** Time after which the server closes a connection whose client takes nothing of an answer. */
  readonly stalledMs: number;
  readonly checkMs: number;
}

export const connectionLimits: ConnectionLimits = {
  // An idle connection takes about 16 kB.
  connectionsMax: 4_096,
  headersMs: 20_000,
  requestMs: 600_000,
  // Longer than the connection pools of usual clients: if the server closed first, a request could meet a closed connection.
  keepAliveMs: 65_000,
  stalledMs: 60_000,
  checkMs: 1_000,
};

export class Connection {
  readonly #answers = new Set<ServerResponse>();
  #last: IncomingMessage | undefined;
  #whenIdle: (() => void) | undefined;

  constructor(socket: Duplex) {
    // Node emits `close` only for the answer in progress.
    socket.once('close', () => {
      for (const outgoing of this.#answers) {
        outgoing.destroy();
        outgoing.emit('close');
      }
    });
  }

  get isIdle(): boolean {
    return this.#answers.size === 0;
  }

  /** Whether the body of the last request is incomplete. */
  get isArriving(): boolean {
    return this.#last?.complete === false;
  }

  /** Whether a refusal can replace the answer to the arriving request: it has not begun, and no other is due before. */
  get isReplaceable(): boolean {
    const [outgoing] = this.#answers;
    return this.#answers.size === 1 && outgoing!.req === this.#last && !outgoing!.headersSent;
  }

  add(outgoing: ServerResponse): void {
    this.#last = outgoing.req;
    this.#answers.add(outgoing);
    outgoing.once('close', () => {
      this.#answers.delete(outgoing);
      if (this.isIdle) this.#whenIdle?.();
    });
  }

  /** Calls `then` after the answers to all requests so far are sent. */
  whenIdle(then: () => void): void {
    if (this.isIdle) then();
    else this.#whenIdle = then;
  }
}
