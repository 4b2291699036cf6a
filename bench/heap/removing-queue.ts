// Heaps of packages that can remove any element, which they search for.

import { PriorityQueue as DatastructuresQueue } from '@datastructures-js/priority-queue';
import { PriorityQueue as SdslQueue } from '@js-sdsl/priority-queue';
import FastPriorityQueue from 'fastpriorityqueue';
import { Heap as HeapJs } from 'heap-js';
import { byKey, type EntryHeap, type HeapEntry, isBefore } from './entry-queue.ts';
import type { Queue } from './script.ts';

interface RemovingHeap extends EntryHeap {
  takeOut(entry: HeapEntry): void;
}

class RemovingQueue implements Queue {
  readonly #heap: RemovingHeap;
  readonly #entries: (HeapEntry | undefined)[] = [];
  #stamps = 0;

  constructor(heap: RemovingHeap) {
    this.#heap = heap;
  }

  push(id: number, key: number): void {
    const entry = { id, key, stamp: this.#stamps++ };
    this.#entries[id] = entry;
    this.#heap.push(entry);
  }

  pop(): number {
    const entry = this.#heap.pop();
    if (entry === undefined || entry === null) return -1;
    this.#entries[entry.id] = undefined;
    return entry.id;
  }

  update(id: number, key: number): void {
    this.remove(id);
    this.push(id, key);
  }

  remove(id: number): boolean {
    const entry = this.#entries[id];
    if (entry === undefined) return false;
    this.#entries[id] = undefined;
    this.#heap.takeOut(entry);
    return true;
  }
}

export const removingPackages: Readonly<Record<string, () => Queue>> = {
  'heap-js': () => {
    const heap = new HeapJs<HeapEntry>(byKey);
    return new RemovingQueue({
      push: (entry) => heap.add(entry),
      pop: () => heap.pop(),
      takeOut: (entry) => heap.remove(entry),
    });
  },
  '@datastructures-js/priority-queue': () => {
    const queue = new DatastructuresQueue<HeapEntry>(byKey);
    return new RemovingQueue({
      push: (entry) => queue.enqueue(entry),
      pop: () => queue.dequeue(),
      takeOut: ({ id }) => queue.remove((other) => other.id === id),
    });
  },
  fastpriorityqueue: () => {
    const queue = new FastPriorityQueue<HeapEntry>(isBefore);
    return new RemovingQueue({
      push: (entry) => queue.add(entry),
      pop: () => queue.poll(),
      takeOut: ({ id }) => queue.removeOne((other) => other.id === id),
    });
  },
  '@js-sdsl/priority-queue': () => {
    const queue = new SdslQueue<HeapEntry>([], byKey);
    return new RemovingQueue({
      push: (entry) => queue.push(entry),
      pop: () => queue.pop(),
      takeOut: (entry) => queue.remove(entry),
    });
  },
};
