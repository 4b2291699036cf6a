// The latest items of a sequence.

export class Latest<T> {
  readonly #items: T[] = [];
  readonly #most: number;
  #next = 0;
  last: T | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  push(item: T): void {
    this.last = item;
    this.#items[this.#next] = item;
    this.#next = (this.#next + 1) % this.#most;
  }

  get length(): number {
    return this.#items.length;
  }

  /** A copy, the newest first. */
  newest(): T[] {
    const { length } = this.#items;
    return Array.from({ length }, (_, i) => this.#items[(this.#next + length - 1 - i) % length]);
  }
}
