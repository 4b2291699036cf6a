// The binary heap as it is usually written: objects in an array, a comparison, no index. To move or remove an element
// it marks the entry as dead and skips it when it comes to the top.

import type { Queue } from './script.ts';

interface HeapEntry {
  readonly id: number;
  readonly key: number;
  readonly stamp: number;
}

export class PlainHeap implements Queue {
  readonly #entries: HeapEntry[] = [];
  /** id → stamp of its living entry; −1 = none. */
  readonly #living: number[] = [];
  #stamps = 0;

  push(id: number, key: number): void {
    const stamp = this.#stamps++;
    this.#living[id] = stamp;
    this.#entries.push({ id, key, stamp });
    this.#up(this.#entries.length - 1);
  }

  pop(): number {
    for (;;) {
      const top = this.#takeTop();
      if (top === undefined) return -1;
      if (this.#living[top.id] !== top.stamp) continue;
      this.#living[top.id] = -1;
      return top.id;
    }
  }

  update(id: number, key: number): void {
    this.push(id, key);
  }

  remove(id: number): boolean {
    const was = this.#living[id] >= 0;
    this.#living[id] = -1;
    return was;
  }

  #takeTop(): HeapEntry | undefined {
    const entries = this.#entries;
    const top = entries[0];
    const last = entries.pop();
    if (last !== undefined && entries.length > 0) {
      entries[0] = last;
      this.#down(0);
    }
    return top;
  }

  #up(start: number): void {
    const entries = this.#entries;
    const entry = entries[start];
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (before(entries[parent], entry)) break;
      entries[at] = entries[parent];
      at = parent;
    }
    entries[at] = entry;
  }

  #down(start: number): void {
    const entries = this.#entries;
    const entry = entries[start];
    let at = start;
    for (let child = 2 * at + 1; child < entries.length; child = 2 * at + 1) {
      if (child + 1 < entries.length && before(entries[child + 1], entries[child])) child++;
      if (before(entry, entries[child])) break;
      entries[at] = entries[child];
      at = child;
    }
    entries[at] = entry;
  }
}

function before(a: HeapEntry, b: HeapEntry): boolean {
  return a.key < b.key || (a.key === b.key && a.stamp < b.stamp);
}
