// Writes long answers in pieces: the next piece follows when the client has taken the previous one.

import { type IncomingMessage, ServerResponse } from 'node:http';
import { keeperOf } from '../http/request/held-memory.ts';

/** When clients begin to read again, the system takes a piece of each in one turn of the event loop: larger ones would hold it. */
export const pieceBytes = 16_384;

type EndArguments = [chunk?: unknown, encoding?: unknown, callback?: unknown];

export class PiecewiseResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** What is not yet written. Bytes are not copied, so answers with the same bytes share them. */
  #rest: Uint8Array | undefined;

  /** Bytes of the answer that the client has not taken. */
  get unsentBytes(): number {
    return (this.#rest?.byteLength ?? 0) + this.writableLength;
  }

  override end(...[chunk, encoding, callback]: EndArguments): this {
    const isLong = (typeof chunk === 'string' || chunk instanceof Uint8Array) && chunk.length > pieceBytes;
    if (!isLong || this.req.method === 'HEAD') {
      super.end(...([chunk, encoding, callback] as Parameters<ServerResponse['end']>));
      if (this.writableLength > 0) this.#hold(this, this.writableLength);
      return this;
    }
    if (this.destroyed) return this;
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    this.#hold(bytes, bytes.byteLength);
    this.#rest = bytes;
    this.#writePiece();
    return this;
  }

  /** Gives up the rest of the answer, because the connection is closed. */
  abandon(): void {
    this.#rest = undefined;
  }

  #writePiece(): void {
    if (this.#rest === undefined || this.destroyed) return;
    const piece = this.#rest.subarray(0, pieceBytes);
    if (piece.length === this.#rest.length) {
      this.#rest = undefined;
      super.end(piece);
      return;
    }
    this.#rest = this.#rest.subarray(pieceBytes);
    const next = () => keeperOf(this)?.whenTime(() => this.#writePiece());
    if (this.write(piece)) next();
    else this.once('drain', next);
  }

  #hold(what: object, bytes: number): void {
    keeperOf(this)?.hold(this, what, bytes);
  }
}
