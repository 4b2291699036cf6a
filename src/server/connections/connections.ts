// Limits all connections together: their number, and the memory of their requests. If a limit is reached, the connection whose
// client has taken nothing for longest is closed. Node parses all pipelined requests of a chunk at once. Here, requests that
// find no room or no time wait, and the server does not read their socket until they have started.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Connection, type Exchange } from './connection.ts';
import {
  type ConnectionLimits,
  filesKept,
  idleGraceMs,
  lookMs,
  owedGraceMs,
  smallBytes,
} from './connection-limits.ts';
import { filesMax } from './files-max.ts';
import { HeldBytes } from './held-bytes.ts';
import type { LoopTime } from './loop-time.ts';
import type { Keeper } from './piecewise-response.ts';

/** Why the server closes a connection: too many are open, requests hold too much memory, or the client does not read. */
export type WhyClosed = 'connections' | 'memory' | 'unread';

/** Below this number of connections, the limit of files is not looked up. */
const fewConnections = 32;

export class Connections implements Keeper {
  readonly #limits: ConnectionLimits;
  readonly #onClosed: (why: WhyClosed) => void;
  readonly #held = new HeldBytes();
  readonly #bySocket = new Map<Duplex, Connection>();
  readonly #loopTime: LoopTime;
  #connectionsMax: number | undefined;
  #lookedMs = 0;

  constructor(limits: ConnectionLimits, loopTime: LoopTime, onClosed: (why: WhyClosed) => void = () => {}) {
    this.#limits = limits;
    this.#onClosed = onClosed;
    this.#loopTime = loopTime;
  }

  open(socket: Socket): void {
    this.#makeRoom();
    const connection = new Connection(socket, this.#limits, this.#held, this.#loopTime);
    this.#bySocket.set(socket, connection);
    this.#loopTime.opened();
    socket.once('close', () => this.#close(connection));
  }

  admit(exchange: Exchange): void {
    exchange.outgoing.keeper = this;
    this.of(exchange.outgoing.req.socket)?.admit(exchange);
    this.#freeMemory();
  }

  of(socket: Duplex): Connection | undefined {
    return this.#bySocket.get(socket);
  }

  /** Closes connections whose client has taken no byte of an answer for too long. */
  closeUnread(nowMs: number): void {
    this.#look(nowMs);
    for (const connection of this.#bySocket.values()) {
      if (connection.isUnread && nowMs - connection.progressMs >= this.#limits.stalledMs)
        this.#close(connection, 'unread');
    }
  }

  *slow(nowMs: number): Generator<Duplex> {
    for (const [socket, connection] of this.#bySocket) if (connection.isSlow(nowMs)) yield socket;
  }

  hold(outgoing: ServerResponse, what: object, bytes: number): void {
    this.#held.hold(outgoing, what, bytes);
    this.#freeMemory();
  }

  whenTime(task: () => void): void {
    this.#loopTime.whenTime(task);
  }

  #makeRoom(): void {
    const { size } = this.#bySocket;
    if (size < Math.min(fewConnections, this.#limits.connectionsMax)) return;
    this.#connectionsMax ??= Math.min(this.#limits.connectionsMax, Math.max(1, filesMax() - filesKept));
    if (size < this.#connectionsMax) return;
    const keptMax = this.#connectionsMax - Math.max(1, this.#connectionsMax >> 6);
    this.#closeStalest('connections', [...this.#bySocket.values()], () => this.#bySocket.size <= keptMax);
  }

  #freeMemory(): void {
    const { heldBytesMax } = this.#limits;
    if (this.#held.bytes <= heldBytesMax) return;
    const keptMax = heldBytesMax - (heldBytesMax >> 3);
    const isEnough = () => this.#held.bytes <= keptMax;
    const busy = [...this.#bySocket.values()].filter((connection) => !connection.isIdle);
    // Closing connections that hold little would free little.
    const holding = busy.filter((connection) => connection.heldBytes > smallBytes);
    this.#closeStalest('memory', holding, isEnough);
    this.#closeStalest('memory', busy, isEnough);
  }

  /** Closes connections whose clients have taken nothing for longest. Clients that wait for the server come last. */
  #closeStalest(why: WhyClosed, connections: readonly Connection[], isEnough: () => boolean): void {
    if (isEnough()) return;
    const nowMs = performance.now();
    if (nowMs - this.#lookedMs >= lookMs) this.#look(nowMs);
    const ranked = connections.map((connection) => {
      const graceMs = connection.isOwed(nowMs) ? owedGraceMs : connection.isIdle ? idleGraceMs : 0;
      return { connection, sinceMs: connection.progressMs + graceMs };
    });
    ranked.sort((a, b) => a.sinceMs - b.sinceMs || a.connection.takenBytes - b.connection.takenBytes);
    for (const { connection } of ranked) {
      this.#close(connection, why);
      if (isEnough()) return;
    }
  }

  #look(nowMs: number): void {
    this.#lookedMs = nowMs;
    for (const connection of this.#bySocket.values()) connection.look(nowMs);
  }

  /** @param why undefined if the socket reports that it is closed. After `#close`, it does so later, but the room is needed now. */
  #close(connection: Connection, why?: WhyClosed): void {
    if (!this.#bySocket.delete(connection.socket)) return;
    connection.close();
    if (why !== undefined) this.#onClosed(why);
  }
}
