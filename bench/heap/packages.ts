// The heaps of npm packages, each used in the fastest way that its interface allows.

import { PriorityQueue as DatastructuresQueue } from '@datastructures-js/priority-queue';
import { PriorityQueue as SdslQueue } from '@js-sdsl/priority-queue';
import FastPriorityQueue from 'fastpriorityqueue';
import FlatQueue from 'flatqueue';
import { Heap as HeapJs } from 'heap-js';
import { MinQueue } from 'heapify';
import JsPriorityQueue from 'js-priority-queue';
import { Heap as Mnemonist } from 'mnemonist';
import QHeap from 'qheap';
import TinyQueue from 'tinyqueue';
import { byKey, EntryQueue, type HeapEntry, isBefore } from './entry-queue.ts';
import { PackedQueue } from './packed-queue.ts';
import type { Queue, Script } from './script.ts';

type Make = (script: Script) => Queue;

export const packages: Readonly<Record<string, Make>> = {
  tinyqueue: (script) => new EntryQueue(new TinyQueue<HeapEntry>([], byKey), script),
  flatqueue: (script) => flatQueue(new FlatQueue(), script),
  'flatqueue, typed arrays': (script) => flatQueue(new FlatQueue(script.room), script),
  'heap-js': (script) => {
    const heap = new HeapJs<HeapEntry>(byKey);
    return new EntryQueue({ push: (entry) => heap.add(entry), pop: () => heap.pop() }, script);
  },
  mnemonist: (script) => new EntryQueue(new Mnemonist<HeapEntry>(byKey), script),
  '@datastructures-js/priority-queue': (script) => {
    const queue = new DatastructuresQueue<HeapEntry>(byKey);
    return new EntryQueue({ push: (entry) => queue.enqueue(entry), pop: () => queue.dequeue() }, script);
  },
  fastpriorityqueue: (script) => {
    const queue = new FastPriorityQueue<HeapEntry>(isBefore);
    return new EntryQueue({ push: (entry) => queue.add(entry), pop: () => queue.poll() }, script);
  },
  '@js-sdsl/priority-queue': (script) => new EntryQueue(new SdslQueue<HeapEntry>([], byKey), script),
  'heapify, Float64Array': (script) => {
    // Its types allow only one kind of array, but any kind works.
    const Priorities = Float64Array as unknown as Uint32ArrayConstructor;
    const queue = new MinQueue(script.room, [], [], Uint32Array, Priorities);
    return new PackedQueue(
      {
        push: (id, packed) => queue.push(id, packed),
        pop: () => queue.pop(),
        peekPacked: () => queue.peekPriority(),
      },
      script,
    );
  },
  'js-priority-queue': (script) => {
    const queue = new JsPriorityQueue<HeapEntry>({ comparator: byKey });
    return new EntryQueue(
      {
        push: (entry) => queue.queue(entry),
        pop: () => (queue.length > 0 ? queue.dequeue() : undefined),
      },
      script,
    );
  },
  qheap: (script) => new EntryQueue(new QHeap<HeapEntry>({ comparBefore: isBefore }), script),
};

function flatQueue(queue: FlatQueue, script: Script): Queue {
  return new PackedQueue(
    {
      push: (id, packed) => queue.push(id, packed),
      pop: () => queue.pop(),
      peekPacked: () => queue.peekValue(),
    },
    script,
  );
}
