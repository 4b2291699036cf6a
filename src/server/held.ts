// Sums up the memory that requests hold.

/** Something that one or more answers hold. It counts once. */
interface Thing {
  bytes: number;
  readonly holders: Set<object>;
}

export class Held {
  readonly #things = new Map<object, Thing>();
  readonly #byHolder = new Map<object, Set<object>>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts memory of one holder. */
  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Bytes of the things that the holder holds, including those that others hold too. */
  bytesOf(holder: object): number {
    let bytes = 0;
    for (const what of this.#byHolder.get(holder) ?? []) bytes += this.#things.get(what)!.bytes;
    return bytes;
  }

  /** Notes that `holder` holds `what`, and the present size of `what`. */
  hold(holder: object, what: object, bytes: number): void {
    let thing = this.#things.get(what);
    if (thing === undefined) {
      thing = { bytes: 0, holders: new Set() };
      this.#things.set(what, thing);
    }
    this.#bytes += bytes - thing.bytes;
    thing.bytes = bytes;
    thing.holders.add(holder);
    const things = this.#byHolder.get(holder);
    if (things === undefined) this.#byHolder.set(holder, new Set([what]));
    else things.add(what);
  }

  release(holder: object): void {
    const things = this.#byHolder.get(holder);
    if (things === undefined) return;
    this.#byHolder.delete(holder);
    for (const what of things) {
      const thing = this.#things.get(what)!;
      thing.holders.delete(holder);
      if (thing.holders.size > 0) continue;
      this.#things.delete(what);
      this.#bytes -= thing.bytes;
    }
  }
}
