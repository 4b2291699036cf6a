// One connection: its requests in flight, its waiting requests, and when its client last took or sent something.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type ConnectionLimits, firstRequestMs } from './connection-limits.ts';
import type { HeldBytes } from './held-bytes.ts';
import type { LoopTime, Waiting } from './loop-time.ts';
import type { PiecewiseResponse } from './piecewise-response.ts';

/** A request and its answer. */
export interface Exchange {
  readonly outgoing: PiecewiseResponse;
  readonly start: () => void;
}

interface BodyWindow {
  /** The request whose body is incomplete. */
  readonly incoming: IncomingMessage | undefined;
  readonly sinceMs: number;
  readonly bytesRead: number;
}

export class Connection implements Waiting {
  readonly socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #held: HeldBytes;
  readonly #loopTime: LoopTime;
  readonly #inFlight = new Set<PiecewiseResponse>();
  #waiting: Exchange[] = [];
  #window: BodyWindow = { incoming: undefined, sinceMs: 0, bytesRead: 0 };
  #lastStarted: IncomingMessage | undefined;
  #whenIdle: (() => void) | undefined;
  #progressMs: number;
  #readBytes = 0;
  #takenBytes = 0;
  #queuedBytes = 0;
  /** Whether a turn will start the next request. */
  #isAwaiting = false;

  constructor(socket: Socket, limits: ConnectionLimits, held: HeldBytes, loopTime: LoopTime) {
    this.socket = socket;
    this.#limits = limits;
    this.#held = held;
    this.#loopTime = loopTime;
    this.#progressMs = performance.now();
    // Reading a body resumes the socket.
    socket.on('resume', () => {
      if (this.#waiting.length > 0) socket.pause();
    });
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0 && this.#waiting.length === 0;
  }

  /** The request whose body is incomplete. */
  get arriving(): IncomingMessage | undefined {
    return this.#waiting.length > 0 || this.#lastStarted?.complete ? undefined : this.#lastStarted;
  }

  /** Whether a refusal can replace the answer to the arriving request: it has not begun, and no other is due before. */
  get isReplaceable(): boolean {
    const [outgoing] = this.#inFlight;
    return this.#inFlight.size === 1 && outgoing!.req === this.arriving && !outgoing!.headersSent;
  }

  /** What the requests hold, including what other connections hold too. */
  get heldBytes(): number {
    let bytes = (this.#inFlight.size + this.#waiting.length) * this.#limits.requestBytes;
    for (const outgoing of this.#inFlight) bytes += this.#held.bytesOf(outgoing);
    return bytes;
  }

  /** Bytes of answers that the client has taken. */
  get takenBytes(): number {
    return this.#takenBytes;
  }

  admit(exchange: Exchange): void {
    this.#progressMs = performance.now();
    this.#held.add(this.#limits.requestBytes);
    if (this.#waiting.length === 0 && this.#hasRoom() && this.#loopTime.hasTime()) {
      this.#start(exchange);
      return;
    }
    this.#waiting.push(exchange);
    if (this.#waiting.length === 1) this.socket.pause();
    this.#await();
  }

  /** The target of the oldest waiting request; '' without one. */
  get nextTarget(): string {
    return this.#waiting[0]?.outgoing.req.url ?? '';
  }

  /** Starts the oldest waiting request, if there still is one and room for it. */
  startNext(): void {
    this.#isAwaiting = false;
    if (!this.#mayStart()) return;
    this.#start(this.#waiting.shift()!);
    if (this.#waiting.length === 0) this.socket.resume();
    this.#await();
  }

  /** Calls `then` after the answers to all requests so far are sent. */
  whenIdle(then: () => void): void {
    if (this.isIdle) then();
    else this.#whenIdle = then;
  }

  isSlow(nowMs: number): boolean {
    const incoming = this.arriving;
    const { bytesRead } = this.socket;
    const window = this.#window;
    const isMoving =
      incoming === undefined ||
      window.incoming !== incoming ||
      bytesRead - window.bytesRead >= this.#limits.bodyBytesMin ||
      // The server, not the client, is slow: it has unread bytes.
      incoming.readableLength > 0;
    if (isMoving) this.#window = { incoming, sinceMs: nowMs, bytesRead };
    return !isMoving && nowMs - window.sinceMs >= this.#limits.bodyWindowMs;
  }

  /** Looks whether the client has taken bytes of an answer since the last look or, if none are unsent, has sent any. */
  look(nowMs: number): void {
    const { bytesRead, bytesWritten, writableLength } = this.socket;
    const takenBytes = bytesWritten - writableLength;
    const queuedBytes = queueBytesOf(this.socket);
    const takes = takenBytes > this.#takenBytes || queuedBytes < this.#queuedBytes;
    const sends = writableLength === 0 && bytesRead > this.#readBytes;
    if (takes || sends) this.#progressMs = nowMs;
    this.#readBytes = bytesRead;
    this.#takenBytes = takenBytes;
    this.#queuedBytes = queuedBytes;
  }

  /** Whether there are bytes that the client could take. */
  get isUnread(): boolean {
    return this.socket.writableLength > 0;
  }

  /** Time of the last progress that `look` saw. */
  get progressMs(): number {
    return this.#progressMs;
  }

  /** Whether the client waits for the server. It has taken and sent everything, or its first request is still on its way. */
  isOwed(nowMs: number): boolean {
    if (this.#lastStarted === undefined && this.#waiting.length === 0)
      return nowMs - this.#progressMs < firstRequestMs;
    return (
      !this.isIdle && !this.isUnread && (this.#waiting.length > 0 || this.#lastStarted?.complete === true)
    );
  }

  /** Closes the socket and ends all answers. Node emits `close` only for the answer in progress, so emit it for the others. */
  close(): void {
    this.socket.destroy();
    this.#held.add(-this.#limits.requestBytes * this.#waiting.length);
    this.#waiting = [];
    this.#whenIdle = undefined;
    for (const outgoing of this.#inFlight) {
      outgoing.destroy();
      outgoing.emit('close');
    }
  }

  #start({ outgoing, start }: Exchange): void {
    this.#inFlight.add(outgoing);
    this.#lastStarted = outgoing.req;
    outgoing.once('close', () => this.#ended(outgoing));
    const startedMs = performance.now();
    start();
    this.#loopTime.took(outgoing.req.url ?? '', performance.now() - startedMs);
  }

  /** Waits for a turn, if the oldest waiting request may start. */
  #await(): void {
    if (this.#isAwaiting || !this.#mayStart()) return;
    this.#isAwaiting = true;
    this.#loopTime.whenReady(this);
  }

  #ended(outgoing: PiecewiseResponse): void {
    this.#inFlight.delete(outgoing);
    this.#held.add(-this.#limits.requestBytes);
    this.#held.release(outgoing);
    this.#await();
    if (this.isIdle && this.#whenIdle !== undefined) {
      const then = this.#whenIdle;
      this.#whenIdle = undefined;
      then();
    }
  }

  #mayStart(): boolean {
    return this.#waiting.length > 0 && !this.socket.destroyed && this.#hasRoom();
  }

  #hasRoom(): boolean {
    if (this.#inFlight.size >= this.#limits.requestsMax) return false;
    let unsentBytes = 0;
    for (const outgoing of this.#inFlight) unsentBytes += outgoing.unsentBytes;
    return unsentBytes < this.#limits.unsentBytesMax;
  }
}

/** Bytes that the system has not yet taken. Node also reads this member; the public ones count a piece as a whole. */
function queueBytesOf(socket: Socket): number {
  const { _handle: handle } = socket as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}
