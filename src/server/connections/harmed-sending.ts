// Sends an answer as an HTTP fault wants it: not at all, or slowly. Half of an answer is sent as a whole one, in pieces.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Resets the connection after the answers to earlier requests. */
export function sendReset(outgoing: ServerResponse): void {
  atItsTurn(outgoing, (socket) => socket.resetAndDestroy());
}

/** Closes the connection after what is written. */
export function closeAfter(outgoing: ServerResponse): void {
  atItsTurn(outgoing, (socket) => socket.destroySoon());
}

/** Sends the headers that are written, and the body byte by byte. @param ended closes the connection when it is aborted */
export function sendSlowly(
  outgoing: ServerResponse,
  body: Uint8Array,
  totalMs: number,
  ended: AbortSignal,
): void {
  atItsTurn(outgoing, (socket) => {
    const end = () => socket.destroy();
    if (ended.aborted) return end();
    ended.addEventListener('abort', end);
    outgoing.once('close', () => ended.removeEventListener('abort', end));
    sendBytes(outgoing, body, totalMs);
  });
}

/** Calls `then` when the answers to earlier requests of the connection are sent; never if the connection closes before. */
function atItsTurn(outgoing: ServerResponse, then: (socket: Socket) => void): void {
  if (outgoing.socket !== null) then(outgoing.socket);
  // Node then sends what was written before; this comes after it.
  else outgoing.once('socket', (socket: Socket) => process.nextTick(then, socket));
}

/** Sends each byte when it is due, and several at once if their times are closer than a timer can be. */
function sendBytes(outgoing: ServerResponse, body: Uint8Array, totalMs: number): void {
  const startedMs = performance.now();
  const stepMs = Math.max(1, totalMs / body.length);
  let sentBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const step = () => {
    const share = Math.min(1, (performance.now() - startedMs) / totalMs);
    const dueBytes = Math.floor(share * body.length);
    if (dueBytes > sentBytes) outgoing.write(body.subarray(sentBytes, dueBytes));
    sentBytes = dueBytes;
    if (sentBytes === body.length) outgoing.end();
    else timer = setTimeout(step, stepMs);
  };
  outgoing.once('close', () => clearTimeout(timer));
  outgoing.flushHeaders();
  step();
}
