// Notes the memory that requests hold: bodies that arrive, and answers that wait for their reader. The server limits the sum.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from 'hono';

/** The server, as one connection sees it. */
export interface Keeper {
  /** @param bytes the present size of `what`. What several answers hold counts once. */
  hold(outgoing: ServerResponse, what: object, bytes: number): void;
  /** Calls `task` in a turn of the event loop that has time for it, after requests that wait. */
  whenTime(task: () => void): void;
}

const bySocket = new WeakMap<Socket, Keeper>();

export function setKeeper(socket: Socket, keeper: Keeper): void {
  bySocket.set(socket, keeper);
}

export function keeperOf(outgoing: ServerResponse): Keeper | undefined {
  return bySocket.get(outgoing.req.socket);
}

/** Notes that the answer to a request holds `what` until it is sent, or its connection is closed. */
export function hold(context: Context, what: object, bytes: number): void {
  const outgoing: ServerResponse | undefined = context.env?.outgoing;
  // An app without a server, as in tests, has no connections.
  if (outgoing !== undefined) keeperOf(outgoing)?.hold(outgoing, what, bytes);
}
