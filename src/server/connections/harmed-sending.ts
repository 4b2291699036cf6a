// Sends an answer as an HTTP fault wants it: not at all, half of it, or slowly.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Harm } from '../../http/operation/http-fault.ts';

/** Sends the headers that are written, and what the harm leaves of the body. @param delayMs during which a slow body is sent */
export function sendHarmed(outgoing: ServerResponse, body: Uint8Array, harm: Harm, delayMs: number): void {
  atItsTurn(outgoing, (socket) => {
    switch (harm) {
      case 'reset':
        socket.resetAndDestroy();
        return;
      case 'cut':
        sendHalf(outgoing, body, socket);
        return;
      case 'slow':
        sendSlowly(outgoing, body, delayMs);
    }
  });
}

/** Calls `then` when the answers to earlier requests of the connection are sent; never if the connection closes before. */
function atItsTurn(outgoing: ServerResponse, then: (socket: Socket) => void): void {
  if (outgoing.socket !== null) then(outgoing.socket);
  // Node then sends what was written before; this comes after it.
  else outgoing.once('socket', (socket: Socket) => process.nextTick(then, socket));
}

function sendHalf(outgoing: ServerResponse, body: Uint8Array, socket: Socket): void {
  const half = body.subarray(0, body.length >> 1);
  outgoing.flushHeaders();
  if (half.length > 0) outgoing.write(half);
  socket.destroySoon();
}

/** Sends each byte when it is due, and several at once if their times are closer than a timer can be. */
function sendSlowly(outgoing: ServerResponse, body: Uint8Array, totalMs: number): void {
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
