// Notes the memory that requests hold: bodies that arrive, and answers that wait for their reader. The server limits the sum.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from 'hono';

/** @param bytes the present size of `what`. What several answers hold counts once. */
export type Hold = (outgoing: ServerResponse, what: object, bytes: number) => void;

const bySocket = new WeakMap<Socket, Hold>();

export function noteHeld(socket: Socket, hold: Hold): void {
  bySocket.set(socket, hold);
}

/** Notes that an answer holds `what` until it is sent, or its connection is closed. */
export function holdFor(outgoing: ServerResponse, what: object, bytes: number): void {
  bySocket.get(outgoing.req.socket)?.(outgoing, what, bytes);
}

/** As `holdFor`, for the answer to a request. Without a server, as in tests of an app, nothing is noted. */
export function hold(context: Context, what: object, bytes: number): void {
  const outgoing: ServerResponse | undefined = context.env?.outgoing;
  if (outgoing !== undefined) holdFor(outgoing, what, bytes);
}
