// Sends an answer as an HTTP fault wants it: not at all, half, or slowly.

import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Harmable } from '../api/frame/handling/failing.ts';
import type { Harm } from '../wire/fault.ts';

export class HarmedResponse<Request extends IncomingMessage = IncomingMessage>
  extends ServerResponse<Request>
  implements Harmable
{
  #send: ((body: Buffer) => void) | undefined;

  harm(harm: Harm, delayMs: number, ended: AbortSignal): void {
    this.#send = (body) => {
      if (harm === 'reset') this.#atItsTurn((socket) => socket.resetAndDestroy());
      else if (harm === 'slow') this.#sendSlowly(body, delayMs, ended);
      else {
        this.flushHeaders();
        if (body.length > 1) this.write(body.subarray(0, body.length >> 1));
        this.#atItsTurn((socket) => socket.destroySoon());
      }
    };
  }

  override end(...sent: unknown[]): this {
    const send = this.#send;
    if (send === undefined) return super.end(...(sent as Parameters<ServerResponse['end']>));
    this.#send = undefined;
    const [chunk] = sent;
    send(Buffer.from(typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : ''));
    return this;
  }

  /** Calls `then` when the answers to earlier requests of the connection are sent; never if the connection closes before. */
  #atItsTurn(then: (socket: Socket) => void): void {
    if (this.socket !== null) then(this.socket);
    // Node then sends what was written before; this comes after it.
    else this.once('socket', (socket: Socket) => process.nextTick(then, socket));
  }

  /** Sends the headers that are written, and the body byte by byte. @param ended closes the connection when it is aborted */
  #sendSlowly(body: Buffer, totalMs: number, ended: AbortSignal): void {
    this.#atItsTurn((socket) => {
      const end = () => socket.destroy();
      if (ended.aborted) return end();
      ended.addEventListener('abort', end);
      this.once('close', () => ended.removeEventListener('abort', end));
      this.#sendBytes(body, totalMs);
    });
  }

  /** Sends each byte when it is due, and several at once if their times are closer than a timer can be. */
  #sendBytes(body: Buffer, totalMs: number): void {
    const startedMs = performance.now();
    const stepMs = Math.max(1, totalMs / body.length);
    let sentBytes = 0;
    let timer: NodeJS.Timeout | undefined;
    const step = () => {
      const share = Math.min(1, (performance.now() - startedMs) / totalMs);
      const dueBytes = Math.floor(share * body.length);
      if (dueBytes > sentBytes) this.write(body.subarray(sentBytes, dueBytes));
      sentBytes = dueBytes;
      if (sentBytes === body.length) this.end();
      else timer = setTimeout(step, stepMs);
    };
    this.once('close', () => clearTimeout(timer));
    this.flushHeaders();
    step();
  }
}
