// Sums up the memory that requests hold.

/** Something that one or more answers hold. It counts once. */
interface Thing {
  bytes: number;
  holders: number;
}

export class HeldBytes {
  readonly #things = new WeakMap<object, Thing>();
  readonly #byHolder = new Map<object, Thing>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts memory of one holder. */
  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Bytes of the thing that the holder holds, including one that others hold too. */
  bytesOf(holder: object): number {
    return this.#byHolder.get(holder)?.bytes ?? 0;
  }

  /** Notes that `holder` now holds `what`, and nothing else, and the present size of `what`. */
  hold(holder: object, what: object, bytes: number): void {
    const thing = this.#things.get(what) ?? { bytes: 0, holders: 0 };
    if (this.#byHolder.get(holder) !== thing) {
      this.release(holder);
      thing.holders++;
      this.#things.set(what, thing);
      this.#byHolder.set(holder, thing);
    }
    this.#bytes += bytes - thing.bytes;
    thing.bytes = bytes;
  }

  release(holder: object): void {
    const thing = this.#byHolder.get(holder);
    if (thing === undefined) return;
    this.#byHolder.delete(holder);
    if (--thing.holders > 0) return;
    this.#bytes -= thing.bytes;
    thing.bytes = 0;
  }
}
