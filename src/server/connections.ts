// Limits the requests in flight of each connection. Node parses all pipelined requests of a chunk at once. Here, requests
// beyond the limits wait, and the server does not read the socket until they have started.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './limits.ts';

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly start: () => void;
}

export interface Arriving {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse | undefined;
}

export class Connections {
  readonly limits: ConnectionLimits;
  readonly #bySocket = new Map<Socket, Connection>();
  readonly #ready = new Set<Connection>();
  #isTurnDue = false;

  constructor(limits: ConnectionLimits) {
    this.limits = limits;
  }

  open(socket: Socket): void {
    const connection = new Connection(socket, this.limits, () => this.#enqueue(connection));
    this.#bySocket.set(socket, connection);
    socket.once('close', () => {
      this.#bySocket.delete(socket);
      this.#ready.delete(connection);
      connection.end();
    });
  }

  admit(exchange: Exchange): void {
    this.of(exchange.incoming.socket)?.admit(exchange);
  }

  of(socket: Socket): Connection | undefined {
    return this.#bySocket.get(socket);
  }

  *slow(nowMs: number): Generator<Socket> {
    for (const [socket, connection] of this.#bySocket) if (connection.isSlow(nowMs)) yield socket;
  }

  #enqueue(connection: Connection): void {
    this.#ready.add(connection);
    this.#arrangeTurn();
  }

  #arrangeTurn(): void {
    if (this.#isTurnDue || this.#ready.size === 0) return;
    this.#isTurnDue = true;
    setImmediate(() => this.#takeTurn());
  }

  /** Starts waiting requests, one per connection in rotation, until the time of the turn is over. */
  #takeTurn(): void {
    this.#isTurnDue = false;
    const endMs = performance.now() + this.limits.turnMs;
    while (this.#ready.size > 0 && performance.now() < endMs) {
      const connection = this.#ready.values().next().value!;
      this.#ready.delete(connection);
      if (connection.startNext()) this.#ready.add(connection);
    }
    this.#arrangeTurn();
  }
}

interface BodyWindow {
  readonly incoming: IncomingMessage;
  readonly sinceMs: number;
  readonly bytesRead: number;
}

export class Connection {
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #onReady: () => void;
  readonly #inFlight = new Set<ServerResponse>();
  #waiting: Exchange[] = [];
  #window: BodyWindow | undefined;
  #lastStarted: IncomingMessage | undefined;
  #whenIdle: (() => void) | undefined;

  constructor(socket: Socket, limits: ConnectionLimits, onReady: () => void) {
    this.#socket = socket;
    this.#limits = limits;
    this.#onReady = onReady;
    // Reading a body resumes the socket.
    socket.on('resume', () => {
      if (this.#waiting.length > 0) socket.pause();
    });
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0 && this.#waiting.length === 0;
  }

  /** The request whose body is incomplete, and its answer unless already sent. */
  get arriving(): Arriving | undefined {
    const incoming = this.#lastStarted;
    if (this.#waiting.length > 0 || incoming === undefined || incoming.complete) return undefined;
    const outgoing = [...this.#inFlight].at(-1);
    return { incoming, outgoing: outgoing?.req === incoming ? outgoing : undefined };
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  admit(exchange: Exchange): void {
    if (this.#waiting.length === 0 && this.#hasRoom()) {
      this.#start(exchange);
      return;
    }
    this.#waiting.push(exchange);
    if (this.#waiting.length === 1) this.#socket.pause();
  }

  /** Starts the oldest waiting request. Returns whether another one may start. */
  startNext(): boolean {
    if (!this.#mayStart()) return false;
    this.#start(this.#waiting.shift()!);
    if (this.#waiting.length === 0) this.#socket.resume();
    return this.#mayStart();
  }

  /** Calls `then` after the answers to all requests so far are sent. */
  whenIdle(then: () => void): void {
    if (this.isIdle) then();
    else this.#whenIdle = then;
  }

  isSlow(nowMs: number): boolean {
    const { incoming } = this.arriving ?? {};
    if (incoming === undefined) {
      this.#window = undefined;
      return false;
    }
    const { bytesRead } = this.#socket;
    const window = this.#window;
    const isMoving =
      window?.incoming !== incoming ||
      bytesRead - window.bytesRead >= this.#limits.bodyBytesMin ||
      // The server, not the client, is slow: it has unread bytes.
      incoming.readableLength > 0;
    if (isMoving) this.#window = { incoming, sinceMs: nowMs, bytesRead };
    return !isMoving && nowMs - window.sinceMs >= this.#limits.bodyWindowMs;
  }

  /** Ends all answers of a closed socket. Node emits `close` only for the answer in progress, so emit it for the others. */
  end(): void {
    this.#waiting = [];
    this.#whenIdle = undefined;
    for (const outgoing of this.#inFlight) {
      if (outgoing.destroyed) continue;
      outgoing.destroy();
      outgoing.emit('close');
    }
    this.#inFlight.clear();
  }

  #start({ incoming, outgoing, start }: Exchange): void {
    this.#inFlight.add(outgoing);
    this.#lastStarted = incoming;
    outgoing.once('close', () => this.#ended(outgoing));
    start();
  }

  #ended(outgoing: ServerResponse): void {
    this.#inFlight.delete(outgoing);
    if (this.#mayStart()) this.#onReady();
    if (this.isIdle && this.#whenIdle !== undefined) {
      const then = this.#whenIdle;
      this.#whenIdle = undefined;
      then();
    }
  }

  #mayStart(): boolean {
    return this.#waiting.length > 0 && !this.#socket.destroyed && this.#hasRoom();
  }

  #hasRoom(): boolean {
    if (this.#inFlight.size >= this.#limits.requestsMax) return false;
    let unsentBytes = 0;
    for (const outgoing of this.#inFlight) unsentBytes += outgoing.writableLength;
    return unsentBytes < this.#limits.unsentBytesMax;
  }
}
