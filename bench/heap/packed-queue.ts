// Makes a queue from a heap of ids with numbers. A number is the key and, in its low bits, a running number that breaks
// ties. Moving or removing an element leaves a dead entry, which `pop` skips.

import type { Queue, Script } from './script.ts';

export interface PackedHeap {
  push(id: number, packed: number): void;
  pop(): number | undefined;
  /** Returns the number of the first element; any value if the heap is empty. */
  peekPacked(): number | undefined;
}

/** Limit of the running number. With it, keys up to 2^27 stay exact. */
const STAMPS = 2 ** 26;

export class PackedQueue implements Queue {
  readonly #heap: PackedHeap;
  /** Whether `pop` must check for dead entries, which only scripts with moves cause. */
  readonly #checks: boolean;
  readonly #live: Float64Array;
  #stamps = 0;

  constructor(heap: PackedHeap, script: Script) {
    const { moves, room, fillKeys, keys } = script;
    for (const column of [fillKeys, keys]) {
      for (const key of column)
        if (key >= 2 ** 27) throw new RangeError(`the key ${key} is too large; the maximum is 2^27 - 1`);
    }
    if (room > STAMPS) throw new RangeError(`${room} entries are too many; the maximum is ${STAMPS}`);
    this.#heap = heap;
    this.#checks = moves;
    this.#live = new Float64Array(moves ? room : 0).fill(-1);
  }

  push(id: number, key: number): void {
    const packed = key * STAMPS + this.#stamps++;
    if (this.#checks) this.#live[id] = packed;
    this.#heap.push(id, packed);
  }

  pop(): number {
    if (!this.#checks) return this.#heap.pop() ?? -1;
    for (;;) {
      const packed = this.#heap.peekPacked();
      const id = this.#heap.pop();
      if (id === undefined) return -1;
      if (this.#live[id] !== packed) continue;
      this.#live[id] = -1;
      return id;
    }
  }

  update(id: number, key: number): void {
    this.push(id, key);
  }

  remove(id: number): boolean {
    const was = this.#live[id] >= 0;
    this.#live[id] = -1;
    return was;
  }
}
