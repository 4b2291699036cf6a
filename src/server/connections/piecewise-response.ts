// Writes long answers in pieces: the next piece follows when the client has taken the previous one.

import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Harmable } from '../../api/frame/handling/failing.ts';
import type { Holder } from '../../api/frame/request/held-memory.ts';
import type { Harm } from '../../wire/fault.ts';
import { closeAfter, sendReset, sendSlowly } from './harmed-sending.ts';

/** When clients begin to read again, the system takes a piece of each in one turn of the event loop: larger ones would hold it. */
const pieceBytes = 16_384;

/** All connections of the server. */
export interface Keeper {
  /** Notes that the answer holds `what`, and nothing else. */
  hold(outgoing: ServerResponse, what: object, bytes: number): void;
  /** Calls `task` in a turn of the event loop that has time for it, after requests that wait. */
  whenTime(task: () => void): void;
}

type EndArguments = [chunk?: unknown, encoding?: unknown, callback?: unknown];

export class PiecewiseResponse<Request extends IncomingMessage = IncomingMessage>
  extends ServerResponse<Request>
  implements Holder, Harmable
{
  /** undefined before the server has admitted the request. */
  keeper: Keeper | undefined;
  /** What is not yet written. Bytes are not copied, so answers with the same bytes share them. */
  #rest: Uint8Array | undefined;
  #harm: { readonly harm: Harm; readonly delayMs: number; readonly ended: AbortSignal } | undefined;
  #isCut = false;

  /** Bytes of the answer that the client has not taken. */
  get unsentBytes(): number {
    return (this.#rest?.byteLength ?? 0) + this.writableLength;
  }

  hold(what: object, bytes: number): void {
    // An answer that ended or was cut off holds nothing.
    if (!this.destroyed) this.keeper?.hold(this, what, bytes);
  }

  harm(harm: Harm, delayMs: number, ended: AbortSignal): void {
    this.#harm = { harm, delayMs, ended };
  }

  override end(...[chunk, encoding, callback]: EndArguments): this {
    const isBody = typeof chunk === 'string' || chunk instanceof Uint8Array;
    if (this.#harm !== undefined) {
      const { harm, delayMs, ended } = this.#harm;
      this.#harm = undefined;
      const bytes = Buffer.from(isBody ? chunk : '');
      this.hold(bytes, bytes.byteLength);
      if (harm === 'reset') sendReset(this);
      else if (harm === 'slow') sendSlowly(this, bytes, delayMs, ended);
      else {
        this.#isCut = true;
        this.flushHeaders();
        this.#rest = bytes.subarray(0, bytes.length >> 1);
        this.#writePiece();
      }
      return this;
    }
    const isLong = isBody && chunk.length > pieceBytes;
    if (!isLong || this.req.method === 'HEAD') {
      super.end(...([chunk, encoding, callback] as Parameters<ServerResponse['end']>));
      if (this.writableLength > 0) this.hold(this, this.writableLength);
      return this;
    }
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    this.hold(bytes, bytes.byteLength);
    this.#rest = bytes;
    this.#writePiece();
    return this;
  }

  #writePiece(): void {
    if (this.#rest === undefined || this.destroyed) return;
    const piece = this.#rest.subarray(0, pieceBytes);
    if (piece.length === this.#rest.length) {
      this.#rest = undefined;
      if (!this.#isCut) super.end(piece);
      else {
        if (piece.length > 0) this.write(piece);
        closeAfter(this);
      }
      return;
    }
    this.#rest = this.#rest.subarray(pieceBytes);
    const next = () => this.keeper?.whenTime(() => this.#writePiece());
    if (this.write(piece)) next();
    else this.once('drain', next);
  }
}
