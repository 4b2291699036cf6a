// Writes long answers in pieces: the next piece follows when the client has taken the previous one.

import { type IncomingMessage, ServerResponse } from 'node:http';
import { holdFor } from '../http/held.ts';

/** Larger pieces would not be faster: a socket of the system holds several. */
export const pieceBytes = 65_536;

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
      if (this.writableLength > 0) holdFor(this, this, this.writableLength);
      return this;
    }
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    holdFor(this, bytes, bytes.byteLength);
    this.#rest = bytes;
    this.#writeRest();
    return this;
  }

  #writeRest(): void {
    while (this.#rest !== undefined && !this.destroyed) {
      const piece = this.#rest.subarray(0, pieceBytes);
      if (piece.length === this.#rest.length) {
        this.#rest = undefined;
        super.end(piece);
        return;
      }
      this.#rest = this.#rest.subarray(pieceBytes);
      if (!this.write(piece)) {
        this.once('drain', () => this.#writeRest());
        return;
      }
    }
  }
}
