// Limits all connections together: their number, and the memory of their requests. If a limit is reached, the connection whose
// client has taken nothing for longest is closed. Node parses all pipelined requests of a chunk at once. Here, requests that
// find no room or no time wait, and the server does not read their socket until they have started.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Keeper, setKeeper } from '../http/held.ts';
import { Connection, type Exchange, type Turns } from './connection.ts';
import { filesMax } from './files-max.ts';
import { Held } from './held.ts';
import { type ConnectionLimits, filesKept, idleGraceMs, lookMs, owedGraceMs } from './limits.ts';

/** Why the server closes a connection: too many are open, requests hold too much memory, or the client does not read. */
export type WhyClosed = 'connections' | 'memory' | 'unread';

/** Below this number of connections, the limit of files is not looked up. */
const fewConnections = 250;

export class Connections implements Turns, Keeper {
  readonly limits: ConnectionLimits;
  readonly #onClosed: (why: WhyClosed) => void;
  readonly #held = new Held();
  readonly #bySocket = new Map<Socket, Connection>();
  /** Connections with a request that may start; the one that waits longest is the first. */
  readonly #ready: Connection[] = [];
  /** Pieces of answers to write. */
  #later: (() => void)[] = [];
  #connectionsMax: number | undefined;
  #lookedMs = 0;
  /** undefined before the first request of a turn of the event loop. */
  #turnEndMs: number | undefined;

  constructor(limits: ConnectionLimits, onClosed: (why: WhyClosed) => void = () => {}) {
    this.limits = limits;
    this.#onClosed = onClosed;
  }

  open(socket: Socket): void {
    this.#makeRoom();
    const connection = new Connection(socket, this.limits, this.#held, this);
    this.#bySocket.set(socket, connection);
    setKeeper(socket, this);
    socket.once('close', () => {
      this.#forget(connection);
      connection.end();
    });
  }

  admit(exchange: Exchange): void {
    this.of(exchange.incoming.socket)?.admit(exchange);
    this.#freeMemory();
  }

  of(socket: Socket): Connection | undefined {
    return this.#bySocket.get(socket);
  }

  /** Closes connections whose client has taken no byte of an answer for too long. */
  closeUnread(nowMs: number): void {
    this.#look(nowMs);
    for (const connection of this.#bySocket.values()) {
      if (connection.isUnread && nowMs - connection.progressMs >= this.limits.stalledMs)
        this.#close(connection, 'unread');
    }
  }

  *slow(nowMs: number): Generator<Socket> {
    for (const [socket, connection] of this.#bySocket) if (connection.isSlow(nowMs)) yield socket;
  }

  hasTime(): boolean {
    if (this.#ready.length > 0) return false;
    const nowMs = performance.now();
    if (this.#turnEndMs === undefined) this.#beginTurn(nowMs);
    return nowMs < this.#turnEndMs!;
  }

  ready(connection: Connection, isNew: boolean): void {
    if (!this.#ready.includes(connection))
      this.#ready.splice(isNew ? this.#ready.length : this.#ready.length >> 1, 0, connection);
    if (this.#turnEndMs === undefined) this.#beginTurn(performance.now());
  }

  hold(outgoing: ServerResponse, what: object, bytes: number): void {
    // An answer that ended or was cut off holds nothing.
    if (outgoing.destroyed || !this.#bySocket.has(outgoing.req.socket)) return;
    this.#held.hold(outgoing, what, bytes);
    this.#freeMemory();
  }

  whenTime(task: () => void): void {
    this.#later.push(task);
    if (this.#turnEndMs === undefined) this.#beginTurn(performance.now());
  }

  #beginTurn(nowMs: number): void {
    this.#turnEndMs = nowMs + this.limits.turnMs;
    setImmediate(() => this.#endTurn());
  }

  /** Begins the next turn with what waits: requests, then pieces of answers. */
  #endTurn(): void {
    this.#turnEndMs = undefined;
    if (this.#ready.length === 0 && this.#later.length === 0) return;
    const nowMs = performance.now();
    this.#beginTurn(nowMs);
    const endMs = nowMs + this.limits.turnMs;
    // Alternately the newest and the oldest: a new client need not wait until all others are served.
    for (let n = 0; this.#ready.length > 0 && performance.now() < endMs; n++) {
      const connection = (n % 2 === 0 ? this.#ready.pop() : this.#ready.shift())!;
      if (connection.startNext()) this.ready(connection, false);
    }
    const tasks = this.#later;
    this.#later = [];
    let done = 0;
    // At least one, so that requests never stop all answers.
    do tasks[done++]?.();
    while (done < tasks.length && performance.now() < endMs);
    if (done < tasks.length) this.#later = [...tasks.slice(done), ...this.#later];
  }

  #makeRoom(): void {
    if (this.#bySocket.size < Math.min(fewConnections, this.limits.connectionsMax)) return;
    this.#connectionsMax ??= Math.min(this.limits.connectionsMax, Math.max(1, filesMax() - filesKept));
    while (this.#bySocket.size >= this.#connectionsMax) {
      const found = this.#stalest(() => true);
      if (found === undefined) return;
      this.#close(found, 'connections');
    }
  }

  #freeMemory(): void {
    while (this.#held.bytes > this.limits.heldBytesMax) {
      const found = this.#stalest((connection) => !connection.isIdle);
      if (found === undefined) return;
      this.#close(found, 'memory');
    }
  }

  /** The connection whose client has taken nothing for longest. Clients that wait for the server come last. */
  #stalest(isWanted: (connection: Connection) => boolean): Connection | undefined {
    const nowMs = performance.now();
    if (nowMs - this.#lookedMs >= lookMs) this.#look(nowMs);
    let found: Connection | undefined;
    let foundMs = Number.POSITIVE_INFINITY;
    for (const connection of this.#bySocket.values()) {
      if (!isWanted(connection)) continue;
      const graceMs = connection.isOwed ? owedGraceMs : connection.isIdle ? idleGraceMs : 0;
      const sinceMs = connection.progressMs + graceMs;
      const isStaler =
        found === undefined ||
        sinceMs < foundMs ||
        (sinceMs === foundMs && connection.takenBytes < found.takenBytes);
      if (isStaler) [found, foundMs] = [connection, sinceMs];
    }
    return found;
  }

  #look(nowMs: number): void {
    this.#lookedMs = nowMs;
    for (const connection of this.#bySocket.values()) connection.look(nowMs);
  }

  #close(connection: Connection, why: WhyClosed): void {
    connection.socket.destroy();
    // The socket reports its close later, but the room is needed now.
    this.#forget(connection);
    this.#onClosed(why);
  }

  #forget(connection: Connection): void {
    this.#bySocket.delete(connection.socket);
    connection.release();
  }
}
