// A list that is sorted with the stable built-in sort: too slow to measure, but simple enough to be the reference.

import type { Queue } from './script.ts';

export class SortedList implements Queue {
  #entries: { readonly id: number; readonly key: number }[] = [];
  #isSorted = true;

  push(id: number, key: number): void {
    this.#entries.push({ id, key });
    this.#isSorted = false;
  }

  pop(): number {
    if (!this.#isSorted) this.#entries.sort((a, b) => a.key - b.key);
    this.#isSorted = true;
    return this.#entries.shift()?.id ?? -1;
  }

  update(id: number, key: number): void {
    this.remove(id);
    this.push(id, key);
  }

  remove(id: number): boolean {
    const at = this.#entries.findIndex((entry) => entry.id === id);
    if (at >= 0) this.#entries.splice(at, 1);
    return at >= 0;
  }
}
