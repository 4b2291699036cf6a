const decoder = new TextDecoder();

/** Joins the chunks of a body. Chunks are copied together, because an object for a chunk of one byte takes hundreds of bytes. */
export class Collected {
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;

  add(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (this.#length === 0) {
      this.#bytes = chunk;
    } else {
      if (length > this.#bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length));
        larger.set(this.#bytes.subarray(0, this.#length));
        this.#bytes = larger;
      }
      this.#bytes.set(chunk, this.#length);
    }
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  /** Memory that the chunks take, in bytes. */
  get heldBytes(): number {
    return this.#bytes.byteLength;
  }

  /** The text of all chunks. Forgets them, because this object stays until the answer is sent. */
  take(): string {
    const text = decoder.decode(this.#bytes.subarray(0, this.#length));
    this.#bytes = new Uint8Array(0);
    return text;
  }
}
