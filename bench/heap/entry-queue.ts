// Makes a queue from a heap of objects. A running number breaks ties. Moving or removing an element leaves a dead entry,
// which `pop` skips.

import type { Queue, Script } from './script.ts';

export interface HeapEntry {
  /** −1 if it is dead. */
  id: number;
  readonly key: number;
  readonly stamp: number;
}

export interface EntryHeap {
  push(entry: HeapEntry): unknown;
  pop(): HeapEntry | null | undefined;
}

export function byKey(a: HeapEntry, b: HeapEntry): number {
  return a.key - b.key || a.stamp - b.stamp;
}

export function isBefore(a: HeapEntry, b: HeapEntry): boolean {
  return a.key < b.key || (a.key === b.key && a.stamp < b.stamp);
}

export class EntryQueue implements Queue {
  readonly #heap: EntryHeap;
  /** Whether to keep entries by id, which only scripts with moves need. */
  readonly #keeps: boolean;
  readonly #entries: HeapEntry[] = [];
  #stamps = 0;

  constructor(heap: EntryHeap, script: Script) {
    this.#heap = heap;
    this.#keeps = script.moves;
  }

  push(id: number, key: number): void {
    const entry = { id, key, stamp: this.#stamps++ };
    if (this.#keeps) this.#entries[id] = entry;
    this.#heap.push(entry);
  }

  pop(): number {
    for (;;) {
      const entry = this.#heap.pop();
      if (entry === undefined || entry === null) return -1;
      const { id } = entry;
      if (id < 0) continue;
      entry.id = -1;
      return id;
    }
  }

  update(id: number, key: number): void {
    this.remove(id);
    this.push(id, key);
  }

  remove(id: number): boolean {
    const entry = this.#entries[id];
    if (entry === undefined || entry.id < 0) return false;
    entry.id = -1;
    return true;
  }
}
